import type { FileStorage } from '#platform/server/storage.ts'
import { openTurns } from '#platform/server/turns.ts'

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
  return { storage, inTurn: openTurns({ atOnce, waiting, full: () => new DeskFull() }) }
}
