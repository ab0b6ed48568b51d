import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { remember, remembered } from '#platform/client/browser-memory.ts'
import { readSite } from '#platform/client/site.ts'
import { jsonOf } from '#platform/json.ts'
import { useUnsaved } from './unsaved.ts'

/** What of `typed` is another than `saved`. */
export function differing<Values extends object>(typed: Partial<Values>, saved: Partial<Values>): Partial<Values> {
  const changes = { ...typed }
  for (const name in changes) if (name in saved && changes[name] === saved[name]) delete changes[name]
  return changes
}

/** The texts of a form like `saved` among what was kept. A switch is not kept: changed and not saved, it would look saved. */
export function knownOf<Values extends object>(kept: unknown, saved: Values): Partial<Values> {
  const known: Partial<Values> = {}
  const given: Partial<Values> = Object(kept)
  for (const name in saved)
    if (Object.hasOwn(given, name) && typeof saved[name] === 'string' && typeof given[name] === typeof saved[name]) known[name] = given[name]
  return known
}

/**
 * Values as they are saved with what was typed over them; only what was typed differs when somebody else changes them meanwhile.
 * Texts typed in `section` are kept in this browser for its person until they are saved or given up: through the end of the
 * session and a reload.
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

  // After the first rendering, which is the server's. What has been saved elsewhere meanwhile is kept no longer.
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
    /** These are saved: only what was typed since stays. */
    clear: (sent: Partial<Values>) => keep(differing(latest.current.typed, sent)),
  }
}
