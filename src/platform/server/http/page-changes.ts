import { randomUUID } from 'node:crypto'
import type { LiveHub } from '../live/hub.ts'

/**
 * Makes cached pages be rendered anew: with a path those whose path begins so, in every process; without one all of this
 * process, while the others keep theirs until they are too old.
 */
export type PagesChanged = (beginning?: string) => void

const topic = '!pages'

/** Sends what is to be dropped to the other processes' caches of pages. */
export function openPageChanges({ live, drop }: { live: LiveHub; drop: PagesChanged }): { pagesChanged: PagesChanged; stop: () => void } {
  const stop = live.listen([topic], {
    onEvent: ({ data }) => drop(typeof data === 'string' ? data : undefined),
    // A change of another process may have been missed.
    onGap: () => drop(),
  })
  return {
    pagesChanged(beginning) {
      drop(beginning)
      // A unique name: the hub drops an event whose name it has seen.
      if (beginning !== undefined) live.say({ topic, name: randomUUID(), about: topic, data: beginning })
    },
    stop,
  }
}
