/** Seeded random numbers: the same seed gives the same sequence on every machine. */
export type Chance = { next: () => number; below: (limit: number) => number; pick: <T>(from: readonly T[]) => T }

export function seeded(seed: number): Chance {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  function pick<T>(from: readonly T[]): T {
    const one = from[below(from.length)]
    if (one === undefined) throw new Error('Nothing to pick from')
    return one
  }
  return { next, below, pick }
}

/** Zipf distribution over 0 to count - 1: number n has the weight 1 / (n + 1)^power, so few are popular and most are not. */
export function zipf(count: number, power: number) {
  const upTo = new Float64Array(count)
  let sum = 0
  for (let n = 0; n < count; n++) {
    sum += 1 / (n + 1) ** power
    upTo[n] = sum
  }
  return {
    draw(chance: Chance): number {
      const at = chance.next() * sum
      let [low, high] = [0, count - 1]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((upTo[middle] ?? 0) > at) high = middle
        else low = middle + 1
      }
      return low
    },
    /** Divides `total` by weight; each share is at least 1 and at most `most`. */
    shares(total: number, most: number): number[] {
      return Array.from({ length: count }, (_, n) => Math.max(1, Math.min(most, Math.round(total / ((n + 1) ** power * sum)))))
    },
  }
}

/** Builds a UUIDv7 from a time and a number; `kind` keeps the numbers of different tables apart. */
export function idOf(kind: number, number: number, ms: number): string {
  const time = Math.floor(ms).toString(16).padStart(12, '0')
  // The last digits are scattered like random ones, so that the order by id is not the order of creation.
  const scattered = (Math.imul(number ^ 0x5bd1e995, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${kind.toString(16).padStart(3, '0')}-8${scattered.slice(0, 3)}-${scattered.slice(3)}${number.toString(16).padStart(7, '0')}`
}
