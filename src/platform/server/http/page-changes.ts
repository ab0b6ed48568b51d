import { randomUUID } from 'node:crypto'
import type { LiveHub } from '../live/hub.ts'

/**
 * Expires cached pages: with a path, those whose path begins with it, in every process; without one, all pages of this process,
 * while the others keep theirs until they are too old.
 */
export type PagesChanged = (beginning?: string) => void

const topic = '!pages'

/** Expires the cached pages whose path begins with this, in every process. */
export function expirePages(live: LiveHub, beginning: string): void {
  // A unique name, because the hub drops an event whose name it has seen.
  live.publishReliably({ topic, name: randomUUID(), data: beginning })
}

/** Sends the paths to drop to the page caches of the other processes. */
export function openPageChanges({ live, drop }: { live: LiveHub; drop: PagesChanged }): { pagesChanged: PagesChanged; stop: () => void } {
  const stop = live.listen([topic], {
    onEvent: ({ data }) => drop(typeof data === 'string' ? data : undefined),
    // A change in another process may have been missed.
    onGap: () => drop(),
  })
  return {
    pagesChanged(beginning) {
      drop(beginning)
      if (beginning !== undefined) expirePages(live, beginning)
    },
    stop,
  }
}
