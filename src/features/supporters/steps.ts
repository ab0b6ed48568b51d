export const units = ['day', 'week', 'month'] as const
export type Unit = (typeof units)[number]
/** What came in a day, week or month that begins with `from`, and how many there were at its end. */
export type Step = { from: string; added: number; supporters: number }

const dayMs = 86_400_000
const mostSteps = 92

/** Days count from 1970, by UTC. */
export const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / dayMs
export const dayNamed = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10)

/** The finest unit in which the time between two days takes no more than 92 steps; months, where none does. */
export function unitBetween(first: string, last: string): Unit {
  const days = dayNumber(last) - dayNumber(first) + 1
  return days <= mostSteps ? 'day' : days <= mostSteps * 7 ? 'week' : 'month'
}

/** The first day of the unit that holds this day; weeks begin on Monday, as the store has it. */
export function startOf(unit: Unit, day: string): string {
  if (unit === 'month') return `${day.slice(0, 7)}-01`
  // The first of January 1970 was a Thursday.
  return unit === 'day' ? day : dayNamed(dayNumber(day) - ((dayNumber(day) + 3) % 7))
}

/** The first day of the unit after the one that begins with `from`. */
export function nextStart(unit: Unit, from: string): string {
  if (unit !== 'month') return dayNamed(dayNumber(from) + (unit === 'week' ? 7 : 1))
  const date = new Date(dayNumber(from) * dayMs)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)).toISOString().slice(0, 10)
}

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
