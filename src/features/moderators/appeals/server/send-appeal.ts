import { v7 as uuidv7 } from 'uuid'
import { lockDecisions } from '#features/moderation/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { normalized } from '#platform/text.ts'
import type { AppealBarrier } from '../terms.ts'
import { statementFor } from './statements.ts'

type Sending = { decisionId: string; personId: string; body: string }

/** Stores an appeal of the author. Returns the reason if it is refused. */
export async function sendAppeal(tx: Tx, { decisionId, personId, body }: Sending): Promise<{ id: string } | AppealBarrier | 'absent'> {
  const seen = await tx.selectFrom('moderation_decision').select('subject_id').where('id', '=', decisionId).executeTakeFirst()
  if (!seen) return 'absent'
  // Read again while the decisions are locked, because a moderator may have decided meanwhile.
  await lockDecisions(tx, seen.subject_id)
  const statement = await statementFor(tx, { id: decisionId, personId })
  if (!statement) return 'absent'
  if (statement.barrier !== null) return statement.barrier
  const appeal = { id: uuidv7(), decision_id: decisionId, author_id: personId, body: normalized(body) }
  await tx.insertInto('moderation_appeal').values(appeal).execute()
  return { id: appeal.id }
}
