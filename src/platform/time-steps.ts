// Time as a plot divides it: days, weeks from Monday, or months, all by UTC.

export const units = ['day', 'week', 'month'] as const
export type Unit = (typeof units)[number]

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
