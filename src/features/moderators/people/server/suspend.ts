import { sql } from 'kysely'
import { hideCampaignsOf, lockCampaignsOf, restoreCampaignsOf } from '#features/campaigns/server/public.ts'
import { markMessagesOf } from '#features/chat/server/public.ts'
import { type ChangedDiscussions, hideCommentsOf, restoreCommentsOf } from '#features/comments/server/public.ts'
import { markPostsOf } from '#features/communities/posts/server/public.ts'
import { reasonProblems } from '#features/moderation/policy.ts'
import { type Marked, recordDecision } from '#features/moderation/server/public.ts'
import type { Rule } from '#features/moderation/terms.ts'
import { markStatementsOf } from '#features/replies/server/public.ts'
import { markUpdatesOf } from '#features/updates/server/public.ts'
import { writeAudit } from '#platform/server/audit.ts'
import { endWithin } from '#platform/server/end-sessions.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import type { Viewer } from '#platform/viewer.ts'
import { mayLoseRole, maySuspend } from '../policy.ts'
import type { SuspensionDays } from '../terms.ts'
import { findWithAdmins, lockWithAdmins, type PersonWithAdmins } from './lock-person.ts'

/** Content that was hidden or restored, and the discussions in which comments were. */
export type ChangedContent = ChangedTexts & { campaigns: string[] }
type ChangedTexts = {
  isHidden: boolean
  /** Statements that they posted for a company. */
  statements: Marked[]
  updates: Marked[]
  messages: Marked[]
  posts: Marked[]
  discussions: ChangedDiscussions
}
type Suspend = { id: string; moderator: Viewer; days: SuspensionDays; rule: Rule; reason: string; hidesContent: boolean }
/** `isOnAppeal`: the decision of an appeal may lift anybody's suspension. */
type Lift = { id: string; moderator: Viewer; reason: string; isOnAppeal?: boolean }
type Errors = { NOT_FOUND: () => Error; FORBIDDEN: () => Error }

const dayMs = 86_400_000

/**
 * Suspends a person from now on, or changes the suspension. Throws a refusal, so that the transaction changes nothing. Returns the ids of the ended sessions and the content that changed. Lock order:
 * campaigns, statements of companies, updates, chat messages, posts, comments, person, totals of the site.
 */
export async function suspend(tx: Tx, given: Suspend, errors: Errors & { LAST_ADMIN: () => Error }) {
  const { id, moderator, days, rule, reason, hidesContent } = given
  function refuse(found: PersonWithAdmins | null): void {
    if (!mayLoseRole(permitted(found, moderator, errors))) throw errors.LAST_ADMIN()
  }
  // Read without a lock, so that a refused request locks nothing.
  refuse(await findWithAdmins(tx, id))
  refuseFields(reasonProblems(reason))
  const change = { authorId: id, isHidden: hidesContent }
  const texts = await changeTextsAndLock(tx, change, async () => refuse(await lockWithAdmins(tx, id)))
  const until = days === null ? null : new Date(Date.now() + days * dayMs)
  const decision = { subject: { kind: 'person' as const, id }, authorId: id, moderatorId: moderator.id, reason }
  const decisionId = await recordDecision(tx, { ...decision, state: 'suspended', rule, until, hidesContent })
  await tx.updateTable('person').set({ suspended_at: sql<Date>`coalesce(suspended_at, now())`, suspended_until: until }).where('id', '=', id).execute()
  const sessions = await endWithin(tx, { personId: id })
  const campaigns = await changeCampaigns(tx, { ...change, moderatorId: moderator.id, decisionId })
  return { content: { ...texts, campaigns }, sessions }
}

/** Ends a suspension before its time, and restores what was hidden with it. */
export async function lift(
  tx: Tx,
  { id, moderator, reason, isOnAppeal = false }: Lift,
  errors: Errors & { NOT_SUSPENDED: () => Error },
): Promise<ChangedContent> {
  function refuse(found: PersonWithAdmins | null): void {
    if (!permitted(found && { ...found, isSuspendedByAdmin: found.isSuspendedByAdmin && !isOnAppeal }, moderator, errors).isSuspended)
      throw errors.NOT_SUSPENDED()
  }
  refuse(await findWithAdmins(tx, id))
  refuseFields(reasonProblems(reason))
  const restored = { authorId: id, isHidden: false }
  const texts = await changeTextsAndLock(tx, restored, async () => refuse(await lockWithAdmins(tx, id)))
  const decisionId = await recordDecision(tx, { subject: { kind: 'person', id }, authorId: id, moderatorId: moderator.id, state: 'lifted', reason })
  await clearSuspension(tx, id)
  return { ...texts, campaigns: await changeCampaigns(tx, { ...restored, moderatorId: moderator.id, decisionId }) }
}

function permitted(person: PersonWithAdmins | null, moderator: Viewer, errors: Errors): PersonWithAdmins {
  if (!person) throw errors.NOT_FOUND()
  if (!maySuspend(moderator, person)) throw errors.FORBIDDEN()
  return person
}

/** Another act has ended or extended the suspension meanwhile. */
export class NotExpired extends Error {}

/** Ends a suspension whose time is over, and restores what was hidden with it. Throws `NotExpired`, so that the transaction restores nothing. */
export async function endExpired(tx: Tx, id: string): Promise<ChangedContent> {
  const restored = { authorId: id, isHidden: false }
  const texts = await changeTextsAndLock(tx, restored, async () => {
    const expired = await tx
      .selectFrom('person')
      .select('id')
      .where('id', '=', id)
      .where('suspended_until', '<=', sql<Date>`now()`)
      .forUpdate()
      .executeTakeFirst()
    if (!expired) throw new NotExpired('This suspension has not expired')
  })
  await clearSuspension(tx, id)
  return { ...texts, campaigns: await changeCampaigns(tx, { ...restored, moderatorId: null, decisionId: null }) }
}

type Change = { authorId: string; isHidden: boolean }

/**
 * Hides or restores the person's campaigns and records each of them, for the public log of decisions about campaigns. It locks the totals of the
 * site, for which everybody waits who publishes a campaign, so it comes last.
 */
async function changeCampaigns(tx: Tx, given: Change & { moderatorId: string | null; decisionId: string | null }): Promise<string[]> {
  const { authorId, isHidden, moderatorId, decisionId } = given
  const campaigns = await (isHidden ? hideCampaignsOf : restoreCampaignsOf)(tx, authorId)
  const act = { actorId: moderatorId, action: isHidden ? 'campaign.hidden_with_creator' : 'campaign.restored_with_creator', reason: '' }
  for (const id of campaigns) await writeAudit(tx, { ...act, subject: { kind: 'campaign', id }, details: decisionId === null ? {} : { decision: decisionId } })
  return campaigns
}

async function clearSuspension(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('person').set({ suspended_at: null, suspended_until: null }).where('id', '=', id).execute()
}

/**
 * Changes the texts, locks the person, and changes the texts again: the lock waits for open transactions that wrote a text, suspended the person or
 * ended a suspension, whose texts the first pass has not seen. Later ones are refused, or come after this one.
 */
async function changeTextsAndLock(tx: Tx, change: Change, lockPerson: () => Promise<void>): Promise<ChangedTexts> {
  await lockCampaignsOf(tx, change)
  const early = await changeTexts(tx, change)
  await lockPerson()
  const late = await changeTexts(tx, change)
  // The newest first.
  return together(late, early)
}

async function changeTexts(tx: Tx, given: Change): Promise<ChangedTexts> {
  const { authorId, isHidden } = given
  return {
    isHidden,
    statements: await markStatementsOf(tx, given),
    updates: await markUpdatesOf(tx, given),
    messages: await markMessagesOf(tx, given),
    posts: await markPostsOf(tx, given),
    discussions: await (isHidden ? hideCommentsOf : restoreCommentsOf)(tx, authorId),
  }
}

const together = (one: ChangedTexts, other: ChangedTexts): ChangedTexts => ({
  isHidden: one.isHidden,
  statements: [...one.statements, ...other.statements],
  updates: [...one.updates, ...other.updates],
  messages: [...one.messages, ...other.messages],
  posts: [...one.posts, ...other.posts],
  discussions: {
    campaignIds: [...one.discussions.campaignIds, ...other.discussions.campaignIds],
    postIds: [...one.discussions.postIds, ...other.discussions.postIds],
  },
})
