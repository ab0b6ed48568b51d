import type { FieldProblems } from '#platform/refusal.ts'
import { lengthOf, normalized, oneLine } from '#platform/text.ts'
import { type Demand, type DemandCode, type ModerationState, moderationLimits } from '../terms.ts'

/** A legal order names who demands the removal. Hiding for review and restoring rest on none. */
export function demandProblems({ by }: Pick<Demand, 'by'>, state: ModerationState | 'refused'): FieldProblems<DemandCode> {
  if (state === 'visible' || state === 'hidden') return { 'demand.by': 'DEMAND_WITHOUT_REMOVAL' }
  if (!normalized(by)) return { 'demand.by': 'DEMAND_MISSING' }
  return lengthOf(oneLine(by)) > moderationLimits.demandedBy ? { 'demand.by': 'DEMAND_TOO_LONG' } : {}
}
