import type { Tx } from '#platform/server/idempotency.ts'
import type { AutomaticKind, Rule } from '../terms.ts'
import type { AutomaticDecision } from './decisions.ts'
import { addToQueue, takeFromQueue } from './queue-entry.ts'

const isDue = async () => true

/** The two changes of a text that waits for a moderator. The caller has locked it. `moderate` is the function of its feature. */
export const waitingOf = (kind: AutomaticKind, moderate: (tx: Tx, decision: AutomaticDecision) => Promise<unknown>) => ({
  /** Lets a text wait for a moderator. */
  async makeWait(tx: Tx, id: string, wait: { rule: Rule; reason: string }): Promise<void> {
    await moderate(tx, { id, state: 'waiting', ...wait, isDue })
    await addToQueue(tx, { kind, id })
  },
  /** Posts a text that has waited, because its author has taken out what it waited for. */
  async postWaiting(tx: Tx, id: string): Promise<void> {
    await moderate(tx, { id, state: 'released', rule: 'other', reason: 'Edited by its author.', isSilent: true, isDue })
    await takeFromQueue(tx, { kind, id })
  },
})
