import { useEffect, useRef, useState } from 'react'
import { remember, remembered } from './browser-memory.ts'
import { type Sent, sentAs } from './request-key.ts'

type Fields = Record<string, string>
/** Saved state of a form: its texts, and the last request that has not succeeded. */
type Kept<Texts extends Fields> = { texts: Texts; sent: Sent | null }

const nameOf = (place: string) => `text.${place}`

/** True if text from an earlier visit is saved under this key. */
export const isKept = (place: string) => remembered(nameOf(place)) !== null

/**
 * A form's texts, saved in this browser until they are sent: they survive failures, the end of the session and reloads. `place`
 * identifies the person and the form. Text from an earlier visit appears after the first render, which must match the server's.
 */
export function useKeptTexts<Texts extends Fields>(place: string, blank: Texts) {
  const [texts, setTexts] = useState(blank)
  const kept = useRef<Kept<Texts>>({ texts: blank, sent: null })
  const start = useRef(blank)

  useEffect(() => {
    const before = restored(place, start.current)
    if (!before) return
    kept.current = before
    setTexts(before.texts)
  }, [place])

  function keep(next: Kept<Texts>) {
    kept.current = next
    setTexts(next.texts)
    const isAsAtStart = Object.entries(next.texts).every(([name, text]) => text === start.current[name])
    remember(nameOf(place), isAsAtStart ? null : JSON.stringify(next))
  }

  return {
    texts,
    change: (changed: Partial<Texts>) => keep({ ...kept.current, texts: { ...kept.current.texts, ...changed } }),
    /** The idempotency key for sending `what`. It stays the same until the content changes or the server has accepted it. */
    keyFor(what: unknown): string {
      const sent = sentAs(what, kept.current.sent)
      keep({ ...kept.current, sent })
      return sent.key
    },
    /** True if the same content was sent before and no success is known. */
    wasSent: (what: unknown) => sentAs(what, kept.current.sent) === kept.current.sent,
    /** Call it after success or when the user gives up. Clears all texts, or only the text `name` if others are still in use. */
    clear(name?: keyof Texts) {
      const texts = name === undefined ? start.current : { ...kept.current.texts, [name]: start.current[name] }
      keep({ texts, sent: null })
    },
  }
}

function restored<Texts extends Fields>(place: string, blank: Texts): Kept<Texts> | null {
  try {
    const found: unknown = JSON.parse(remembered(nameOf(place)) ?? 'null')
    const { texts, sent }: { texts?: unknown; sent?: unknown } = Object(found)
    const known = Object.fromEntries(Object.entries(Object(texts)).filter(([name, text]) => name in blank && typeof text === 'string'))
    if (Object.keys(known).length === 0) return null
    const { key, what }: { key?: unknown; what?: unknown } = Object(sent)
    return { texts: { ...blank, ...known } as Texts, sent: typeof key === 'string' && typeof what === 'string' ? { key, what } : null }
  } catch {
    return null
  }
}
