// Time units of a chart: days, weeks that begin on Monday, and months, all in UTC.

export const units = ['day', 'week', 'month'] as const
export type Unit = (typeof units)[number]

const dayMs = 86_400_000
const mostSteps = 92

/** Converts a day to the number of days since 1970-01-01, in UTC. */
export const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / dayMs
export const dayNamed = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10)

/** The finest unit that divides the time between two days into at most 92 steps; months if days and weeks do not. */
export function unitBetween(first: string, last: string): Unit {
  const days = dayNumber(last) - dayNumber(first) + 1
  return days <= mostSteps ? 'day' : days <= mostSteps * 7 ? 'week' : 'month'
}

/** The first day of the unit that contains this day. Weeks begin on Monday, as in the database. */
export function startOf(unit: Unit, day: string): string {
  if (unit === 'month') return `${day.slice(0, 7)}-01`
  // 1970-01-01 was a Thursday, so an offset of 3 days makes weeks begin on Monday.
  return unit === 'day' ? day : dayNamed(dayNumber(day) - ((dayNumber(day) + 3) % 7))
}

/** The first day of the unit after the one that begins with `from`. */
export function nextStart(unit: Unit, from: string): string {
  if (unit !== 'month') return dayNamed(dayNumber(from) + (unit === 'week' ? 7 : 1))
  const date = new Date(dayNumber(from) * dayMs)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)).toISOString().slice(0, 10)
}
