import { implement } from '@orpc/server'
import type { CommunityNews } from '#features/communities/server/public.ts'
import type { DiscussionNews } from '#features/discussion/server/public.ts'
import { publishDecided } from '#features/moderation/server/public.ts'
import type { NotificationQueue } from '#features/notifications/server/public.ts'
import { inTransaction } from '#platform/server/idempotency.ts'
import { type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { picturesContract } from '../contract.ts'
import { moderatePicture, stateOf } from './moderate-picture.ts'

const os = implement(picturesContract).$context<
  RequestContext & { discussionNews: DiscussionNews; communityNews: CommunityNews; notifications: NotificationQueue }
>()

const moderate = os.moderate.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer } = context
  publishDecided(await inTransaction(db, (tx) => moderatePicture(tx, { ...input, moderator: viewer })), context, errors)
  return { id: input.id, state: await stateOf(db, input.id) }
})

export const pictureProcedures = os.router({ moderate })
