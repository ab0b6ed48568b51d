import { setTimeout } from 'node:timers/promises'
import { queueStates } from '#features/jobs/server/public.ts'
import type { Db } from '#platform/server/store/open-store.ts'

const freshMs = 5_000
const patienceMs = 1_000

type Length = { labels: { queue: string; state: string }; value: number }

/** How long the queues are, for `/metrics`: counted when somebody asks, once in five seconds, and as they last were where the store takes its time. */
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
      // Whoever watches a site whose store is away is told the rest.
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
