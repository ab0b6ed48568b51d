import type { ContractAct } from './acts.ts'

const reason = 'I looked it up.'

/** Acts of moderators on targets, industries and causes. */
export const actsOnEntries: Record<string, ContractAct> = {
  'entries.rename': { kind: 'entry', input: ({ thing }) => ({ id: thing.id, name: `Renamed ${thing.id}`, reason }) },
  'entries.lock': { kind: 'entry', input: ({ thing }) => ({ id: thing.id, isLocked: true, reason }) },
  'entries.merge': { kind: 'entry', input: ({ world, thing }) => ({ id: thing.id, into: world.about.targets, reason }) },
  'entries.merges': { kind: '-', input: () => ({}) },
  'entries.unmerge': { kind: 'merge', input: ({ thing }) => ({ id: thing.id, reason }) },
  'entries.remove': { kind: 'entry', input: ({ thing }) => ({ id: thing.id, reason }) },
}
