import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { remember, remembered } from '#platform/client/browser-memory.ts'
import { readSite } from '#platform/client/site.ts'
import { jsonOf } from '#platform/json.ts'
import { useUnsaved } from './unsaved.ts'

/** Values in `typed` that differ from `saved`. */
export function differing<Values extends object>(typed: Partial<Values>, saved: Partial<Values>): Partial<Values> {
  const changes = { ...typed }
  for (const name in changes) if (name in saved && changes[name] === saved[name]) delete changes[name]
  return changes
}

/** The stored texts that belong to this form. Switches are not restored: an unsaved switch would look saved. */
export function knownOf<Values extends object>(kept: unknown, saved: Values): Partial<Values> {
  const known: Partial<Values> = {}
  const given: Partial<Values> = Object(kept)
  for (const name in saved)
    if (Object.hasOwn(given, name) && typeof saved[name] === 'string' && typeof given[name] === typeof saved[name]) known[name] = given[name]
  return known
}

/**
 * The saved values, overlaid with the user's input. Only the input is sent, so concurrent changes of other fields are
 * kept. Texts are stored in this browser per person until they are saved or discarded, so they survive a reload and the
 * end of the session.
 */
export function useTyped<Values extends object>(section: string, saved: Values) {
  const name = `settings.${section}.${readSite().viewer?.id}`
  const [typed, setTyped] = useState<Partial<Values>>({})
  const latest = useRef({ typed, saved })
  latest.current.saved = saved

  function keep(next: Partial<Values>) {
    latest.current.typed = next
    setTyped(next)
    const changes = differing(next, latest.current.saved)
    const texts = knownOf(changes, latest.current.saved)
    remember(name, Object.keys(texts).length > 0 ? JSON.stringify(texts) : null)
  }

  // Runs after hydration, which must match the server's markup. Stored texts that have been saved in the meantime are dropped.
  const restore = useEffectEvent(() => {
    const kept = knownOf(jsonOf(remembered(name) ?? ''), saved)
    keep(differing({ ...kept, ...latest.current.typed }, saved))
  })
  useEffect(() => restore(), [])

  const changes = differing(typed, saved)
  useUnsaved(section, { isChanged: Object.keys(changes).length > 0, discard: () => keep({}) })
  return {
    values: { ...saved, ...typed },
    changes,
    type: (change: Partial<Values>) => keep({ ...latest.current.typed, ...change }),
    /** Call this after saving `sent`. Input since then is kept. */
    clear: (sent: Partial<Values>) => keep(differing(latest.current.typed, sent)),
  }
}
