/** Gathers calls: `flush` runs once, some milliseconds after the first call of `soon`, for all calls until then. */
export function gather(flush: () => void) {
  let timer: NodeJS.Timeout | null = null
  return {
    soon(ms: number) {
      timer ??= setTimeout(() => {
        timer = null
        flush()
      }, ms)
    },
    stop() {
      if (timer) clearTimeout(timer)
    },
  }
}

const kept = 10_000

/** Limits each key to one use in `everyMs`. */
export function spacing(everyMs: number) {
  const usedAt = new Map<string, number>()
  return {
    isDue: (key: string): boolean => performance.now() - (usedAt.get(key) ?? Number.NEGATIVE_INFINITY) >= everyMs,
    used(keys: readonly string[]) {
      const now = performance.now()
      for (const key of keys) usedAt.set(key, now)
      if (usedAt.size > kept) for (const [key, at] of usedAt) if (now - at > everyMs) usedAt.delete(key)
    },
  }
}
