import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'

const stopMs = 5_000

/** A reference to the running server: while any process has one, the server is not stopped. */
export type Lease = {
  /** Resolves when the supervisor has ended; the server has then ended too or ends soon. */
  ended: Promise<void>
  hasEnded: () => boolean
  release: () => void
  /** Releases the lease and waits until the server has stopped, at most five seconds: another process may still use it. */
  releaseAndWait: () => Promise<void>
}

/** Makes a lease from `pulse`, which closes when the supervisor ends. `letGo` must be safe to call twice. */
export function openLease({ pulse, release }: { pulse: Socket; release: () => void }): Lease {
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
      release()
      pulse.destroy()
    },
    async releaseAndWait() {
      release()
      const patience = new AbortController()
      await Promise.race([ended, setTimeout(stopMs, undefined, { signal: patience.signal }).catch(() => {})])
      patience.abort()
      pulse.destroy()
    },
  }
}
