import { nextStart, startOf, type Unit } from '#platform/time-steps.ts'

/** What came in a day, week or month that begins with `from`, and how many there were at its end. */
export type Step = { from: string; added: number; supporters: number }

type Added = { from: string; added: number }

/** Every step between two days, also those on which nobody came. `added` is in order, by the starts of the same units. */
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
