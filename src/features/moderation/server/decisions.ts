import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { normalized } from '#platform/text.ts'
import type { Moderation } from '../contract.ts'
import { reasonProblems } from '../policy.ts'
import type { ModerationState } from '../terms.ts'

type Decision = { subject: { kind: 'comment' | 'campaign'; id: string }; authorId: string | null; moderatorId: string; state: ModerationState; reason: string }

/** Refuses an invalid reason and appends the decision. Call it in the transaction that changes the content, with its row locked. */
export async function recordDecision(tx: Tx, { subject, authorId, moderatorId, state, reason }: Decision): Promise<void> {
  refuseFields(reasonProblems(reason))
  await tx
    .insertInto('moderation_decision')
    .values({
      ...{ id: uuidv7(), subject_kind: subject.kind, subject_id: subject.id, author_id: authorId, moderator_id: moderatorId },
      ...{ state, reason: normalized(reason) },
      // Decisions about the same content are ordered by the lock on its row, not by the start of their transactions.
      created_at: sql<Date>`clock_timestamp()`,
    })
    .execute()
}

type StoredModeration = Omit<Moderation, 'decidedAt'> & { decidedAt: string }

/** SQL field: the decision in force about this content, as JSON; null if there is none. `state` is the column of the content's row. */
export const moderationOf = (state: string, id: string) => sql<StoredModeration | null>`case when ${sql.ref(state)} is not null then
  (select json_build_object('state', ${sql.ref(state)}, 'reason', d.reason, 'decidedAt', d.created_at) from moderation_decision d
    where d.subject_id = ${sql.ref(id)} order by d.created_at desc, d.id desc limit 1) end`

export const moderationFrom = (stored: StoredModeration): Moderation => ({ ...stored, decidedAt: new Date(stored.decidedAt) })
