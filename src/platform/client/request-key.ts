import { useRef } from 'react'
import { freshKey } from './fresh-key.ts'

/** What was sent last, and the Idempotency-Key that it went under. */
export type Sent = { key: string; what: string }

/**
 * What is sent now: under the key of before as long as it is the same, whatever came of it. A failed answer may follow a
 * commit, and a refusal takes its key back on the server: only a success, which the caller forgets, ends a key.
 */
export function sentAs(what: unknown, before: Sent | null): Sent {
  const print = JSON.stringify(what)
  return before?.what === print ? before : { key: freshKey(), what: print }
}

/** The keys of requests whose content need not outlive the page; what does is kept by `useKeptTexts`. */
export function useRequestKey() {
  const sent = useRef<Sent | null>(null)
  return {
    keyFor(what: unknown): string {
      sent.current = sentAs(what, sent.current)
      return sent.current.key
    },
    /** It was taken: the same once more is another request. */
    clear() {
      sent.current = null
    },
  }
}
