import { type RawBuilder, sql } from 'kysely'
import { m } from '#messages'
import type { Tx } from '#platform/server/idempotency.ts'
import { type AutomaticState, isShown, type ModerationState, type OrganizerState } from '../terms.ts'
import { hiddenStates } from './decision-states.ts'

/** Serializes the decisions and appeals about one piece of content. Lock order: content, this lock, appeal. */
export async function lockDecisions(tx: Tx, subjectId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${subjectId}, 140))`.execute(tx)
}

type Informing = {
  subjectId: string
  authorId: string | null
  /** Null for a decision by a rule. */
  moderatorId: string | null
  decisionId: string
  state: ModerationState | OrganizerState | AutomaticState | 'warned' | 'suspended'
  reason: string
}

/**
 * Notifies the author of a new decision, or a person of their suspension. Showing content again grants an open appeal about it; after any other
 * decision but a warning the appeal is about the new one. The profile and the suspension of a person have the same id and separate appeals.
 */
export async function informAuthor(tx: Tx, { subjectId, authorId, moderatorId, decisionId, state, reason }: Informing): Promise<void> {
  if (isShown(state)) {
    if (moderatorId !== null && (await settleAppeal(tx, { subjectId, moderatorId, outcome: 'granted', answer: reason || m.appeals_shown_by_organizer() })))
      return
  } else if (state !== 'warned') {
    await sql`
      update moderation_appeal a set decision_id = ${decisionId} from moderation_decision d
      where d.id = a.decision_id and d.subject_id = ${subjectId} and (d.state = 'suspended') = ${state === 'suspended'} and a.decided_at is null`.execute(tx)
  }
  if (authorId === null || authorId === moderatorId) return
  await recordNews(tx, { type: state === 'removed' ? 'content_removed' : 'content_decision', decisionId, recipientId: authorId })
}

/** SQL condition: this person has hidden or removed the content of the decision `d`, or suspended its person, by this decision or another one. */
export const hasDecidedAgainst = (person: RawBuilder<unknown>) => sql<boolean>`exists (select from moderation_decision n
  where n.subject_id = d.subject_id and n.moderator_id = ${person}
    and case when d.state = 'suspended' then n.state = 'suspended' else n.state in (${hiddenStates}) end)`

/** `isSuspension`: the appeal against the suspension of the person with this id, instead of one about content. */
type Settling = { subjectId: string; moderatorId: string; outcome: 'granted' | 'declined'; answer: string; isSuspension?: boolean }

/** Closes the open appeal about this content or suspension and notifies its author. Returns false if there is none. The caller has locked the decisions. */
export async function settleAppeal(tx: Tx, { subjectId, moderatorId, outcome, answer, isSuspension = false }: Settling): Promise<boolean> {
  const { rows } = await sql<{ decision_id: string; author_id: string | null }>`
    update moderation_appeal a set decided_at = clock_timestamp(), decided_by = ${moderatorId}, outcome = ${outcome}, answer = ${answer},
      is_same_person = d.state <> 'hidden_by_organizer' and ${hasDecidedAgainst(sql`${moderatorId}::uuid`)}
    from moderation_decision d where d.id = a.decision_id and d.subject_id = ${subjectId} and (d.state = 'suspended') = ${isSuspension} and a.decided_at is null
    returning a.decision_id, a.author_id`.execute(tx)
  for (const { decision_id: decisionId, author_id: recipientId } of rows) {
    if (recipientId !== null) await recordNews(tx, { type: 'appeal_decided', decisionId, recipientId })
  }
  return rows.length > 0
}

type News = { type: 'content_removed' | 'content_decision' | 'appeal_decided'; decisionId: string; recipientId: string }

/** Inserts the outbox row itself: the notifications import this feature, so it cannot import them. */
async function recordNews(tx: Tx, { type, decisionId, recipientId }: News): Promise<void> {
  await tx.insertInto('notification_event').values({ type, decision_id: decisionId, recipient_id: recipientId }).execute()
}
