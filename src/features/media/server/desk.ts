import type { FileStorage } from '#platform/server/storage.ts'

export class DeskFull extends Error {}

/** Where pictures are made, a few at a time, and kept. */
export type MediaDesk = {
  storage: FileStorage
  /** Does the work when its turn comes. Throws `DeskFull` when too many wait already. */
  inTurn: <Made>(work: () => Promise<Made>) => Promise<Made>
}

/** `atOnce` pictures are made at a time, so that requests keep cores and threads; `waiting` more may wait. */
export function openMediaDesk(options: { storage: FileStorage; atOnce?: number; waiting?: number }): MediaDesk {
  const { storage, atOnce = 1, waiting = 20 } = options
  const queue: (() => void)[] = []
  let running = 0

  async function myTurn(): Promise<void> {
    if (running < atOnce) {
      running++
      return
    }
    if (queue.length >= waiting) throw new DeskFull()
    // Whoever ends hands its place on, so `running` stays as it is.
    await new Promise<void>((resolve) => queue.push(resolve))
  }

  return {
    storage,
    async inTurn(work) {
      await myTurn()
      try {
        return await work()
      } finally {
        const next = queue.shift()
        if (next) next()
        else running--
      }
    },
  }
}
