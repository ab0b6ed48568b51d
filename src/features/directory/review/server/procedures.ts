import { implement } from '@orpc/server'
import { reasonProblems } from '#features/moderation/policy.ts'
import { inTransaction } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { moderatorsOnly } from '#platform/server/roles-only.ts'
import { type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { entriesContract } from '../contract.ts'
import { removeEntry, renameEntry, setEntryLock, verifyEntry } from './decide-entry.ts'
import { countUnverified, entriesForModerators, openMerges } from './entries.ts'
import { mergeEntries, undoMerge } from './merge-entries.ts'

const os = implement(entriesContract).$context<RequestContext>().use(moderatorsOnly)

export const entryReviewProcedures = os.router({
  list: os.list.use(signedIn).handler(({ context: { db }, input: { q } }) => entriesForModerators(db, q)),

  count: os.count.use(signedIn).handler(async ({ context: { db } }) => ({ total: await countUnverified(db) })),

  verify: os.verify.use(signedIn).handler(async ({ context: { db, viewer }, input: { id }, errors }) => {
    if (!(await inTransaction(db, (tx) => verifyEntry(tx, { id, moderatorId: viewer.id })))) throw errors.NOT_FOUND()
    return { id }
  }),

  rename: os.rename.use(signedIn).handler(async ({ context: { db, viewer }, input, errors }) => {
    refuseFields(reasonProblems(input.reason))
    if (!(await inTransaction(db, (tx) => renameEntry(tx, { ...input, moderatorId: viewer.id })))) throw errors.NOT_FOUND()
    return { id: input.id }
  }),

  lock: os.lock.use(signedIn).handler(async ({ context: { db, viewer }, input, errors }) => {
    refuseFields(reasonProblems(input.reason))
    if (!(await inTransaction(db, (tx) => setEntryLock(tx, { ...input, moderatorId: viewer.id })))) throw errors.NOT_FOUND()
    return { id: input.id }
  }),

  remove: os.remove.use(signedIn).handler(async ({ context: { db, viewer }, input, errors }) => {
    refuseFields(reasonProblems(input.reason))
    const outcome = await inTransaction(db, (tx) => removeEntry(tx, { ...input, moderatorId: viewer.id }))
    if (outcome === 'absent') throw errors.NOT_FOUND()
    if (outcome === 'used') throw errors.ENTRY_USED()
    return { id: input.id }
  }),

  merge: os.merge.use(signedIn).handler(async ({ context: { db, viewer }, input, errors }) => {
    refuseFields(reasonProblems(input.reason))
    const outcome = await inTransaction(db, (tx) => mergeEntries(tx, { ...input, moderatorId: viewer.id }))
    if (outcome === 'absent') throw errors.NOT_FOUND()
    if (outcome === 'into') throw errors.ENTRY_INTO_UNKNOWN({ data: { fields: { into: 'ENTRY_INTO_UNKNOWN' } } })
    if (outcome === 'answers') throw errors.ENTRY_ANSWERS()
    if (outcome === 'both speak') throw errors.ENTRY_BOTH_SPEAK()
    if (outcome === 'both answered') throw errors.ENTRY_BOTH_ANSWERED()
    return { id: outcome.mergeId }
  }),

  merges: os.merges.use(signedIn).handler(async ({ context: { db } }) => ({ items: await openMerges(db) })),

  unmerge: os.unmerge.use(signedIn).handler(async ({ context: { db, viewer }, input, errors }) => {
    refuseFields(reasonProblems(input.reason))
    const outcome = await inTransaction(db, (tx) => undoMerge(tx, { ...input, moderatorId: viewer.id }))
    if (outcome === 'absent') throw errors.NOT_FOUND()
    if (outcome === 'over') throw errors.MERGE_OVER()
    return { id: input.id }
  }),
})
