import { implement } from '@orpc/server'
import { mayDecide } from '#features/moderation/policy.ts'
import { closeReports } from '#features/moderation/server/public.ts'
import { writeAudit } from '#platform/server/audit.ts'
import { inTransaction } from '#platform/server/idempotency.ts'
import { moderatorsOnly } from '#platform/server/roles-only.ts'
import { type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { queueContract } from '../contract.ts'
import { authorOf, openCases } from './queries.ts'

const os = implement(queueContract).$context<RequestContext>().use(moderatorsOnly)

const list = os.list.use(signedIn).handler(({ context: { db, viewer } }) => openCases(db, viewer.id))

const keep = os.keep.use(signedIn).handler(async ({ context: { db, viewer }, input: { kind, id }, errors }) => {
  await inTransaction(db, async (tx) => {
    const authorId = await authorOf(tx, { kind, id })
    if (authorId === undefined) throw errors.NOT_FOUND()
    if (!mayDecide(viewer, { isAuthor: authorId === viewer.id })) throw errors.FORBIDDEN()
    await closeReports(tx, { subject: { kind, id }, outcome: 'kept' })
    await writeAudit(tx, { actorId: viewer.id, action: 'reports.keep', subject: { kind, id }, reason: '' })
  })
  return { id }
})

export const queueProcedures = os.router({ list, keep })
