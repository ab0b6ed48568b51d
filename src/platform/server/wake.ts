import type { LiveHub } from './live/hub.ts'

type Given = { live: LiveHub; name: string; start: () => void }

/**
 * Lets an act begin a job that another process may do: here at once, and by a word to all others. Words within a second
 * are one, and a lost one costs only the wait for the job's own next look.
 */
export function openWake({ live, name, start }: Given): { wake: () => void; stop: () => void } {
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
