type Kept<Made> = { made: Promise<Made>; until: number }

const most = 1_000

const caches = new Set<Map<string, unknown>>()

/** Drops all cached results of this process, for a change that readers must see at once. */
export function forgetRecent(): void {
  for (const cache of caches) cache.clear()
}

/**
 * Caches results that are the same for everybody for `ms` milliseconds; simultaneous calls share one computation. Failures are
 * not cached.
 */
export function openRecent<Made>(ms: number) {
  const kept = new Map<string, Kept<Made>>()
  caches.add(kept)
  return function recent(key: string, make: () => Promise<Made>): Promise<Made> {
    const now = performance.now()
    const known = kept.get(key)
    if (known && known.until > now) return known.made
    const made = make()
    kept.delete(key)
    kept.set(key, { made, until: now + ms })
    const oldest = kept.keys().next().value
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    made.catch(() => {
      if (kept.get(key)?.made === made) kept.delete(key)
    })
    return made
  }
}
