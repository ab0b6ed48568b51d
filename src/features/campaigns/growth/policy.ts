import { nextStart, startOf, type Unit } from '#platform/time-steps.ts'

/** Supporters who joined in the day, week or month that begins with `from`, and the total at its end. */
export type Step = { from: string; added: number; supporters: number }

/** Smallest number of supporters with a plot. Below it, every single join would show as a jump. */
export const plottedFrom = 5

type Added = { from: string; added: number }

/** All steps between two days, including empty ones. `added` must be sorted, and each `from` must be the start of a `unit`. */
export function stepsBetween({ unit, first, last, added }: { unit: Unit; first: string; last: string; added: readonly Added[] }): Step[] {
  const by = new Map(added.map((each) => [each.from, each.added]))
  const begin = [startOf(unit, first), added[0]?.from ?? first].sort()[0] ?? first
  const end = [startOf(unit, last), added.at(-1)?.from ?? last].sort()[1] ?? last
  const steps: Step[] = []
  let supporters = 0
  for (let from = begin; from <= end; from = nextStart(unit, from)) {
    const here = by.get(from) ?? 0
    supporters += here
    steps.push({ from, added: here, supporters })
  }
  return steps
}
