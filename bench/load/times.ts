const seconds = Array.from({ length: 86_400 }, (_, second) => new Date(second * 1_000).toISOString().slice(11, 19))
const days = new Map<number, string>()

/** Formats a time for PostgreSQL, to the millisecond. Dates and times of day are cached, because there are millions of calls. */
export function momentOf(ms: number): string {
  const day = Math.floor(ms / 86_400_000)
  const date = days.get(day) ?? new Date(day * 86_400_000).toISOString().slice(0, 10)
  days.set(day, date)
  const inDay = Math.floor(ms) - day * 86_400_000
  return `${date} ${seconds[Math.floor(inDay / 1_000)]}.${String(inDay % 1_000).padStart(3, '0')}+00`
}
