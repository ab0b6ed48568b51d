import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'

const stopMs = 5_000

/** A hold on the running server: while any process has one, the server is not stopped. */
export type Hold = {
  /** Resolves when the supervisor has ended, and the server with it or soon. */
  ended: Promise<void>
  hasEnded: () => boolean
  release: () => void
  /** Releases the hold and waits until the server has stopped, or five seconds where another process still holds it. */
  releaseAndWait: () => Promise<void>
}

/** A hold whose supervisor closes `pulse` by ending. `letGo` may be called again. */
export function openHold({ pulse, letGo }: { pulse: Socket; letGo: () => void }): Hold {
  let hasEnded = false
  const ended = new Promise<void>((resolve) => {
    pulse.once('close', () => {
      hasEnded = true
      resolve()
    })
  })
  pulse.on('error', () => {})
  pulse.resume()
  pulse.unref()
  return {
    ended,
    hasEnded: () => hasEnded,
    release() {
      letGo()
      pulse.destroy()
    },
    async releaseAndWait() {
      letGo()
      const patience = new AbortController()
      await Promise.race([ended, setTimeout(stopMs, undefined, { signal: patience.signal }).catch(() => {})])
      patience.abort()
      pulse.destroy()
    },
  }
}
