/**
 * The seed of all random choices of tests. It is fixed, so that a run depends on nothing but the code. `npm run test:full` chooses a new one, and
 * `TEST_SEED` repeats an earlier run.
 */
export const seed = Number(process.env.TEST_SEED ?? 1)

let state = seed

/** Like `Math.random`, in an order that depends on the seed only (the generator mulberry32). */
export function random(): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), state | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}
