import { demandProblems } from '#features/moderation/demands/policy.ts'
import type { Demand, DemandCode } from '#features/moderation/terms.ts'
import type { FieldProblems } from '#platform/refusal.ts'

/** Validates a demand that was refused. Its fields are those of the request itself. */
export function refusedProblems(demand: Pick<Demand, 'by'>): FieldProblems<DemandCode> {
  const { 'demand.by': by } = demandProblems(demand, 'refused')
  return by ? { by } : {}
}
