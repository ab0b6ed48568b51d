const dayMs = 86_400_000

/** Pseudo-random numbers that are the same on every load. */
export type Chance = {
  /** From 0 (inclusive) to 1 (exclusive). */
  next: () => number
  between: (from: number, to: number) => number
  shuffled: <Item>(items: readonly Item[]) => Item[]
}

/** The generator mulberry32. */
export function chanceOf(seed: number): Chance {
  let state = seed
  function next() {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    between: (from, to) => from + next() * (to - from),
    shuffled(items) {
      const keyed = items.map((item) => ({ item, key: next() }))
      return keyed.sort((one, other) => one.key - other.key).map(({ item }) => item)
    },
  }
}

/** Returns the time that is `days` before `now`. */
export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - Math.round(days * dayMs))
