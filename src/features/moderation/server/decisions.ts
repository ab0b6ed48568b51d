import { type RawBuilder, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { normalized } from '#platform/text.ts'
import type { Moderation } from '../contract.ts'
import { reasonProblems } from '../policy.ts'
import type { ModerationState, Rule } from '../terms.ts'
import { closeReports } from './close-reports.ts'

type Decision = { authorId: string | null; moderatorId: string; reason: string } & (
  | { subject: { kind: 'comment' | 'campaign'; id: string }; state: ModerationState; rule: Rule }
  | ({ subject: { kind: 'person'; id: string } } & ({ state: 'suspended'; rule: Rule; until: Date | null; hidesContent: boolean } | { state: 'lifted' }))
)

/** Refuses an invalid reason, appends the decision and closes the open reports about its subject. Call it in the transaction that changes the content or person, with its row locked. */
export async function recordDecision(tx: Tx, { subject, authorId, moderatorId, reason, ...decided }: Decision): Promise<void> {
  refuseFields(reasonProblems(reason))
  await tx
    .insertInto('moderation_decision')
    .values({
      ...{ id: uuidv7(), subject_kind: subject.kind, subject_id: subject.id, author_id: authorId, moderator_id: moderatorId },
      ...{ state: decided.state, reason: normalized(reason) },
      ...('rule' in decided && decided.state !== 'visible' ? { rule: decided.rule } : {}),
      ...(decided.state === 'suspended' ? { until: decided.until, hides_content: decided.hidesContent } : {}),
      // Decisions about the same content are ordered by the lock on its row, not by the start of their transactions.
      created_at: sql<Date>`clock_timestamp()`,
    })
    .execute()
  if (decided.state !== 'lifted') await closeReports(tx, { subject, outcome: outcomes[decided.state] })
}

/** How the reports end that this decision closes. A suspension settles those about the person's profile. */
const outcomes = { visible: 'kept', hidden: 'hidden', removed: 'removed', suspended: 'settled' } as const

type StoredModeration = Omit<Moderation, 'decidedAt'> & { decidedAt: string }

const newestAbout = (id: RawBuilder<unknown>) =>
  sql`select d.state, d.rule, d.reason, d.created_at from moderation_decision d where d.subject_id = ${id} order by d.created_at desc, d.id desc limit 1`
const decisionJson = (state: string) => sql`json_build_object('state', ${sql.ref(state)}, 'rule', d.rule, 'reason', d.reason, 'decidedAt', d.created_at)`

/**
 * SQL field: the decision in force about this content, as JSON; null if there is none. `state` is the column of the content's row. If no
 * moderator has decided about the content itself, it is hidden by the suspension of its author.
 */
export const moderationOf = (state: string, id: string, author: string) => sql<StoredModeration | null>`case when ${sql.ref(state)} is not null then coalesce(
  (select ${decisionJson(state)} from (${newestAbout(sql.ref(id))}) d where d.state <> 'visible'),
  (select ${decisionJson(state)} from (${newestAbout(sql.ref(author))}) d)) end`

/** SQL condition: this content is hidden by the suspension of its author alone, and not by a decision about itself. */
export const isHiddenWithAuthor = (state: string, id: string) =>
  sql<boolean>`(${sql.ref(state)} = 'hidden' and coalesce((select d.state from (${newestAbout(sql.ref(id))}) d), 'visible') = 'visible')`

export const moderationFrom = (stored: StoredModeration): Moderation => ({ ...stored, decidedAt: new Date(stored.decidedAt) })
