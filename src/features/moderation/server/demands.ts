import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '#platform/server/idempotency.ts'
import { oneLine } from '#platform/text.ts'
import type { PublicDemand } from '../contract.ts'
import type { Demand } from '../terms.ts'

type Recording = { demand: Demand; subjectKind: string | null; decisionId: string | null }

/** Records a demand with which a removal complies, or without a decision one that was refused. Its fields have been checked. */
export async function recordDemand(tx: Tx, { demand: { by, from, isNamed }, subjectKind, decisionId }: Recording): Promise<void> {
  const outcome = decisionId === null ? 'refused' : 'removed'
  const demand = { id: uuidv7(), made_by: oneLine(by), demander: from, is_named: isNamed, outcome, subject_kind: subjectKind, decision_id: decisionId }
  await tx.insertInto('demand').values(demand).execute()
}

/** SQL field: the legal order on which the decision `d` rests, as the public may know it; null if it rests on none. */
export const publicDemandOf = sql<PublicDemand | null>`(
  select json_build_object('by', case when w.is_named then w.made_by end, 'from', w.demander) from demand w where w.decision_id = d.id)`
