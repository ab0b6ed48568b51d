import { implement } from '@orpc/server'
import { mayDecide } from '#features/moderation/policy.ts'
import { lockDecisions, recordDecision, refuseClaimed } from '#features/moderation/server/public.ts'
import { writeAudit } from '#platform/server/audit.ts'
import { inTransaction, type Tx } from '#platform/server/idempotency.ts'
import { moderatorsOnly } from '#platform/server/roles-only.ts'
import { type RequestContext, signedIn } from '#platform/server/rpc.ts'
import type { Viewer } from '#platform/viewer.ts'
import { authorAndVersion, versionOf } from '../../server/subjects.ts'
import type { ReportKind } from '../../terms.ts'
import { queueContract } from '../contract.ts'
import { claimCase, releaseCase } from './claims.ts'
import { contextOfCase } from './context.ts'
import { openCases, queueSummary } from './queries.ts'

const os = implement(queueContract)
  .$context<RequestContext & { notifications: { runSoon: () => void }; heldContent: { runSoon: () => void } }>()
  .use(moderatorsOnly)

const list = os.list.use(signedIn).handler(({ context: { db, viewer }, input }) => openCases(db, { viewerId: viewer.id, skip: input?.skip ?? 0 }))

type Decision = { kind: ReportKind; id: string; version?: string | undefined }
type Refusals = { NOT_FOUND: () => Error; FORBIDDEN: () => Error; CONTENT_CHANGED?: () => Error }

/** Returns the author and the version of content about which the moderator may decide now, and locks its decisions and its case. */
async function lockedContent(tx: Tx, { kind, id, version }: Decision, { moderator, errors }: { moderator: Viewer; errors: Refusals }) {
  // Locked before the content is read, because it can be edited while this waits.
  await lockDecisions(tx, id)
  await refuseClaimed(tx, { kind, id, moderatorId: moderator.id })
  const found = await authorAndVersion(tx, { kind, id, moderatorId: moderator.id })
  if (!found) throw errors.NOT_FOUND()
  if (!mayDecide(moderator, { isAuthor: found.authorId === moderator.id })) throw errors.FORBIDDEN()
  // The author has edited the text since the moderator read it. Keeping it would protect the unread text from reports.
  if (version !== undefined && version !== found.version) throw (errors.CONTENT_CHANGED ?? errors.NOT_FOUND)()
  return found
}

const keep = os.keep.use(signedIn).handler(async ({ context: { db, viewer, heldContent }, input, errors }) => {
  const { kind, id } = input
  await inTransaction(db, async (tx) => {
    const { authorId, version } = await lockedContent(tx, input, { moderator: viewer, errors })
    await recordDecision(tx, { subject: { kind, id }, authorId, moderatorId: viewer.id, state: 'kept', reason: '' })
    // An edit since then would be protected from reports, and nobody has read it.
    if ((await versionOf(tx, { kind, id })) !== version) throw errors.CONTENT_CHANGED()
    await writeAudit(tx, { actorId: viewer.id, action: 'reports.keep', subject: { kind, id }, reason: '' })
  })
  // Shows again what reports have hidden.
  heldContent.runSoon()
  return { id }
})

const warn = os.warn.use(signedIn).handler(async ({ context: { db, viewer, notifications }, input, errors }) => {
  const { kind, id, rule, reason } = input
  await inTransaction(db, async (tx) => {
    const { authorId, version } = await lockedContent(tx, input, { moderator: viewer, errors })
    if (authorId === null) throw errors.NOT_FOUND()
    await recordDecision(tx, { subject: { kind, id }, authorId, moderatorId: viewer.id, state: 'warned', rule, reason })
    if ((await versionOf(tx, { kind, id })) !== version) throw errors.CONTENT_CHANGED()
  })
  notifications.runSoon()
  return { id }
})

const claim = os.claim.use(signedIn).handler(async ({ context: { db, viewer }, input: { id }, errors }) => {
  const claimed = await claimCase(db, { caseId: id, moderatorId: viewer.id })
  if (claimed === 'absent') throw errors.NOT_FOUND()
  if ('by' in claimed) throw errors.CLAIMED({ data: claimed })
  return claimed
})

const release = os.release.use(signedIn).handler(async ({ context: { db, viewer }, input: { id } }) => {
  await releaseCase(db, { caseId: id, moderatorId: viewer.id })
  return { id }
})

const context = os.context.use(signedIn).handler(async ({ context: { db, viewer }, input: { id }, errors }) => {
  const lines = await contextOfCase(db, { id, moderatorId: viewer.id })
  if (!lines) throw errors.NOT_FOUND()
  return { lines }
})

const summary = os.summary.use(signedIn).handler(({ context: { db } }) => queueSummary(db))

export const queueProcedures = os.router({ list, context, keep, warn, claim, release, summary })
