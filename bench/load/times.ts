const seconds = Array.from({ length: 86_400 }, (_, second) => new Date(second * 1_000).toISOString().slice(11, 19))
const days = new Map<number, string>()

/** A moment as PostgreSQL reads it, to the millisecond; made of kept parts, for there are millions. */
export function momentOf(ms: number): string {
  const day = Math.floor(ms / 86_400_000)
  const date = days.get(day) ?? new Date(day * 86_400_000).toISOString().slice(0, 10)
  days.set(day, date)
  const inDay = Math.floor(ms) - day * 86_400_000
  return `${date} ${seconds[Math.floor(inDay / 1_000)]}.${String(inDay % 1_000).padStart(3, '0')}+00`
}
