import { implement } from '@orpc/server'
import { deliveredContract } from '#features/moderation/delivered/contract.ts'
import { deliveredAbout } from '#features/notifications/server/public.ts'
import { raise } from '#platform/raise.ts'
import { moderatorsOnly } from '#platform/server/roles-only.ts'
import { type RequestContext, signedIn } from '#platform/server/rpc.ts'

const os = implement(deliveredContract).$context<RequestContext>().use(moderatorsOnly)

const about = os.about.use(signedIn).handler(async ({ context: { db, viewer }, input, errors }) => {
  const decision = await db.selectFrom('moderation_decision').select(['subject_kind', 'subject_id', 'author_id']).where('id', '=', input.id).executeTakeFirst()
  // The number of an author's own supporters whose pledges do not count would follow from it.
  return decision && decision.author_id !== viewer.id ? deliveredAbout(db, { kind: decision.subject_kind, id: decision.subject_id }) : raise(errors.NOT_FOUND())
})

export const deliveredProcedures = os.router({ about })
