import { sql } from 'kysely'
import { hideCampaignsOf, restoreCampaignsOf } from '#features/campaigns/server/public.ts'
import { type ChangedDiscussions, hideCommentsOf, restoreCommentsOf } from '#features/comments/server/public.ts'
import { recordDecision } from '#features/moderation/server/public.ts'
import type { Rule } from '#features/moderation/terms.ts'
import { endWithin } from '#platform/server/end-sessions.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import type { Viewer } from '#platform/viewer.ts'
import { mayLoseRole, maySuspend } from '../policy.ts'
import type { SuspensionDays } from '../terms.ts'
import { lockWithAdmins } from './lock-person.ts'

/** Campaigns that were hidden or restored, and the discussions in which comments were. */
export type ChangedContent = { campaigns: string[]; discussions: ChangedDiscussions }
type Suspend = { id: string; moderator: Viewer; days: SuspensionDays; rule: Rule; reason: string; hidesContent: boolean }
type Lift = { id: string; moderator: Viewer; reason: string }
type Errors = { NOT_FOUND: () => Error; FORBIDDEN: () => Error }

const dayMs = 86_400_000

/**
 * Suspends a person from now on, or changes the suspension. Throws a refusal, so that the transaction changes nothing. Returns the ids of the ended sessions and the content that changed. Lock order:
 * campaigns, comments, person.
 */
export async function suspend(tx: Tx, { id, moderator, days, rule, reason, hidesContent }: Suspend, errors: Errors & { LAST_ADMIN: () => Error }) {
  const content = await (hidesContent ? hideContent(tx, id) : restoreContent(tx, id))
  const person = await lockWithAdmins(tx, id)
  if (!person) throw errors.NOT_FOUND()
  if (!maySuspend(moderator, person)) throw errors.FORBIDDEN()
  if (!mayLoseRole(person)) throw errors.LAST_ADMIN()
  const until = days === null ? null : new Date(Date.now() + days * dayMs)
  await recordDecision(tx, { subject: { kind: 'person', id }, authorId: id, moderatorId: moderator.id, state: 'suspended', rule, until, hidesContent, reason })
  await tx.updateTable('person').set({ suspended_at: sql<Date>`coalesce(suspended_at, now())`, suspended_until: until }).where('id', '=', id).execute()
  return { content, sessions: await endWithin(tx, { personId: id }) }
}

/** Ends a suspension before its time, and restores what was hidden with it. */
export async function lift(tx: Tx, { id, moderator, reason }: Lift, errors: Errors & { NOT_SUSPENDED: () => Error }): Promise<ChangedContent> {
  const content = await restoreContent(tx, id)
  const person = await lockWithAdmins(tx, id)
  if (!person) throw errors.NOT_FOUND()
  if (!maySuspend(moderator, person)) throw errors.FORBIDDEN()
  if (!person.isSuspended) throw errors.NOT_SUSPENDED()
  await recordDecision(tx, { subject: { kind: 'person', id }, authorId: id, moderatorId: moderator.id, state: 'lifted', reason })
  await clearSuspension(tx, id)
  return content
}

/** Another act has ended or extended the suspension meanwhile. */
export class NotExpired extends Error {}

/** Ends a suspension whose time is over, and restores what was hidden with it. Throws `NotExpired`, so that the transaction restores nothing. */
export async function endExpired(tx: Tx, id: string): Promise<ChangedContent> {
  const content = await restoreContent(tx, id)
  const expired = await tx
    .selectFrom('person')
    .select('id')
    .where('id', '=', id)
    .where('suspended_until', '<=', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst()
  if (!expired) throw new NotExpired('This suspension has not expired')
  await clearSuspension(tx, id)
  return content
}

async function clearSuspension(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('person').set({ suspended_at: null, suspended_until: null }).where('id', '=', id).execute()
}

const hideContent = async (tx: Tx, id: string): Promise<ChangedContent> => ({
  campaigns: await hideCampaignsOf(tx, id),
  discussions: await hideCommentsOf(tx, id),
})
const restoreContent = async (tx: Tx, id: string): Promise<ChangedContent> => ({
  campaigns: await restoreCampaignsOf(tx, id),
  discussions: await restoreCommentsOf(tx, id),
})
