import { openConcurrencyLimit } from '#platform/server/concurrency-limit.ts'
import type { FileStorage } from '#platform/server/storage.ts'
import type { Draw } from './draw-picture.ts'
import { openUrlSigner, type UrlSigner } from './signed-url.ts'

export class StoreFull extends Error {}

/** Encodes pictures with a concurrency limit and stores them. */
export type MediaStore = {
  storage: FileStorage
  /** Runs the work within the concurrency limit. Throws `StoreFull` if too many already wait. */
  inTurn: <Made>(work: () => Promise<Made>) => Promise<Made>
  /** Generates pictures; null if no service is configured. */
  draw: Draw | null
  /** Signed URLs for pictures that only members of a private community may see. */
  urlSigner: UrlSigner
  /** Runs the work when no other work with this name is running in this process. */
  oneAtATime: <Made>(name: string, work: () => Promise<Made>) => Promise<Made>
}

/** `atOnce` limits the pictures that are encoded at a time, to leave cores and threads to requests. At most `waiting` more are queued. */
export function openMediaStore(options: { storage: FileStorage; secret: string; draw?: Draw | null; atOnce?: number; waiting?: number }): MediaStore {
  const { storage, secret, draw = null, atOnce = 1, waiting = 20 } = options
  return {
    storage,
    draw,
    urlSigner: openUrlSigner(secret),
    inTurn: openConcurrencyLimit({ atOnce, waiting, full: () => new StoreFull() }),
    oneAtATime: openOneAtATime(),
  }
}

function openOneAtATime(): MediaStore['oneAtATime'] {
  const running = new Map<string, Promise<unknown>>()
  return async function oneAtATime<Made>(name: string, work: () => Promise<Made>): Promise<Made> {
    while (running.has(name)) await running.get(name)?.catch(() => {})
    const own = work().finally(() => running.delete(name))
    running.set(name, own)
    return own
  }
}
