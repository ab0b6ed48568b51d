import type { ContractAct } from './acts.ts'

/** The acts on the reports of a community and on demands for removals, and the answer to people who asked for a look. */
export const reportActs: Record<string, ContractAct> = {
  'queue.context': { kind: 'case', input: ({ thing }) => ({ id: thing.id }) },
  'communityReports.list': { kind: 'community', input: ({ thing }) => ({ id: thing.id }) },
  'communityReports.context': { kind: 'community case', input: ({ thing }) => ({ caseId: thing.id }) },
  'communityReports.decide': { kind: 'community case', input: ({ thing }) => ({ caseId: thing.id, state: 'kept' }) },
  'corrections.uphold': { kind: 'invalidation', input: ({ thing }) => ({ id: thing.id, reason: 'They were copies.', seenAt: '2100-01-01T00:00:00Z' }) },
  'transparency.get': { kind: '-', input: () => ({}) },
  'transparency.csv': { kind: '-', input: () => ({}) },
  'transparency.demandsCsv': { kind: '-', input: () => ({}) },
  'transparency.campaignsCsv': { kind: '-', input: () => ({}) },
  'transparency.refuseDemand': { kind: '-', input: () => ({ by: 'Leeds County Court', from: 'government', isNamed: true, about: null, reason: 'No order.' }) },
}
