import type { LiveHub } from './live/hub.ts'

type Options = { live: LiveHub; name: string; start: () => void }

/**
 * Starts a background job as soon as there is work: in this process directly, in the others through an event. Events within a
 * second are merged, and a lost one only delays the job until its next interval.
 */
export function openWake({ live, name, start }: Options): { wake: () => void; stop: () => void } {
  const topic = `!wake ${name}`
  const stop = live.listen([topic], { onEvent: start, onGap: start })
  return {
    wake() {
      start()
      live.announce({ topic, data: null })
    },
    stop,
  }
}
