import { setTimeout } from 'node:timers/promises'
import { queueStates } from '#features/operator/server/public.ts'
import type { Db } from '#platform/server/store/open-store.ts'

const freshMs = 5_000
const patienceMs = 1_000

type Length = { labels: { queue: string; state: string }; value: number }

/**
 * Queue lengths for `/metrics`, counted on request and at most once in five seconds. When the database takes more than a second, the last known
 * lengths are returned.
 */
export function openQueueLengths(db: Db) {
  let lengths: Length[] = []
  let lookedAt = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | null = null

  async function count() {
    const states = await queueStates(db)
    lookedAt = performance.now()
    lengths = states.flatMap(({ name, queued, retried, failed }) =>
      Object.entries({ queued, retried, failed }).flatMap(([state, value]) => (value === null ? [] : [{ labels: { queue: name, state }, value }])),
    )
  }

  return {
    async look(): Promise<void> {
      if (performance.now() - lookedAt < freshMs) return
      // A failed count is ignored: the other metrics must be available while the database is not.
      looking ??= count()
        .catch(() => {})
        .finally(() => {
          looking = null
        })
      await Promise.race([looking, setTimeout(patienceMs, undefined, { ref: false })])
    },
    lengths: () => lengths,
  }
}
