import { implement } from '@orpc/server'
import type { CommunityNews } from '#features/communities/server/public.ts'
import type { MediaStore } from '#features/media/server/public.ts'
import { mayLoseRole } from '#features/moderators/people/policy.ts'
import { lockOtherAdmins } from '#features/moderators/people/server/public.ts'
import type { DeletionList } from '#platform/server/deletion-list.ts'
import { inTransaction } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { isOperator } from '#platform/viewer.ts'
import { leavingContract } from '../contract.ts'
import { isPhrase } from '../terms.ts'
import { leave } from './leave.ts'

const os = implement(leavingContract).$context<RequestContext & { media: MediaStore; communityNews: CommunityNews; deletions: DeletionList }>()

const deleteAccount = os.deleteAccount.use(signedIn).handler(async ({ context, input, errors }) => {
  if (!isPhrase(input.phrase)) refuseFields({ phrase: 'PHRASE_WRONG' })
  const { db, viewer, media, communityNews, deletions, sessions, log, pagesChanged } = context
  const left = await inTransaction(db, async (tx) => {
    const done = await leave(tx, viewer.id)
    if (isOperator(viewer) && !mayLoseRole({ role: viewer.role, otherAdmins: await lockOtherAdmins(tx, viewer.id) })) throw errors.LAST_ADMIN()
    // Must be stored before the commit, so that restoring a backup never brings back an account whose deletion was confirmed.
    await deletions.add(viewer.id)
    return done
  })
  sessions.haveEnded(left?.sessions ?? [])
  context.answer.forgetSession = true
  for (const id of left?.communities.left ?? []) communityNews.changed(id)
  for (const communityId of left?.communities.deleted ?? []) communityNews.accessChanged({ communityId })
  pagesChanged()
  for (const file of left?.files ?? []) {
    // The file has no row any more, so it is not served. If removing it fails, the sweep does it later.
    await media.storage.remove(file).catch((error: unknown) => log.warn({ err: error }, 'a picture of a deleted account could not be removed yet'))
  }
  return { isDeleted: true as const }
})

export const leavingProcedures = os.router({ deleteAccount })
