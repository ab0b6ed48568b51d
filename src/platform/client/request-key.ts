import { useRef } from 'react'
import { freshKey } from './fresh-key.ts'

/** The content sent last, and its Idempotency-Key. */
export type Sent = { key: string; what: string }

/**
 * Reuses the previous key while the content is the same: also after an error, because the server may have committed, and after a refusal,
 * because the server releases the key. The caller clears the key after a success.
 */
export function sentAs(what: unknown, before: Sent | null): Sent {
  const print = JSON.stringify(what)
  return before?.what === print ? before : { key: freshKey(), what: print }
}

/** Idempotency keys of requests whose content need not survive a reload; `useKeptTexts` is for those whose content must. */
export function useRequestKey() {
  const sent = useRef<Sent | null>(null)
  return {
    keyFor(what: unknown): string {
      sent.current = sentAs(what, sent.current)
      return sent.current.key
    },
    /** Call it after success: the same content sent again is then a new request. */
    clear() {
      sent.current = null
    },
  }
}
