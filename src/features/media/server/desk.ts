import type { FileStorage } from '#platform/server/storage.ts'
import { openTurns } from '#platform/server/turns.ts'
import type { Draw } from './draw-picture.ts'
import { openSeals, type Seals } from './sealed-address.ts'

export class DeskFull extends Error {}

/** Where pictures are made, a few at a time, and kept. */
export type MediaDesk = {
  storage: FileStorage
  /** Does the work when its turn comes. Throws `DeskFull` when too many wait already. */
  inTurn: <Made>(work: () => Promise<Made>) => Promise<Made>
  /** Has pictures drawn; null where no service for it is configured. */
  draw: Draw | null
  /** Addresses of pictures that only members of a private community may see. */
  seals: Seals
  /** Does the work when nothing else of this name is under way in this process. */
  oneAtATime: <Made>(name: string, work: () => Promise<Made>) => Promise<Made>
}

/** `atOnce` pictures are made at a time, so that requests keep cores and threads; `waiting` more may wait. */
export function openMediaDesk(options: { storage: FileStorage; secret: string; draw?: Draw | null; atOnce?: number; waiting?: number }): MediaDesk {
  const { storage, secret, draw = null, atOnce = 1, waiting = 20 } = options
  return { storage, draw, seals: openSeals(secret), inTurn: openTurns({ atOnce, waiting, full: () => new DeskFull() }), oneAtATime: openOneAtATime() }
}

function openOneAtATime(): MediaDesk['oneAtATime'] {
  const running = new Map<string, Promise<unknown>>()
  return async function oneAtATime<Made>(name: string, work: () => Promise<Made>): Promise<Made> {
    while (running.has(name)) await running.get(name)?.catch(() => {})
    const own = work().finally(() => running.delete(name))
    running.set(name, own)
    return own
  }
}
