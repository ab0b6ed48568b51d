/** What one background job of this process has done since the process began. */
export type JobRecord = { doneAt: Date | null; done: number; failedAt: Date | null; failed: number; lastError: string | null }

const records = new Map<string, JobRecord>()
const listeners = new Set<(job: string) => void>()

/** Notes that a background job of this process has just ended well. */
export const jobDone = (job: string): void => note(job, ({ done }) => ({ done: done + 1, doneAt: new Date() }))

/** Notes that one has just failed; it is told to whoever listens at once. */
export function jobFailed(job: string, error: unknown): void {
  note(job, ({ failed }) => ({ failed: failed + 1, failedAt: new Date(), lastError: errorKind(error) }))
}

/** How each job of this process stands. */
export const jobRecords = (): ReadonlyMap<string, JobRecord> => records

/** Calls `heard` whenever a job has ended, well or not, until what it gives is called. */
export function onJobEnded(heard: (job: string) => void): () => void {
  listeners.add(heard)
  return () => void listeners.delete(heard)
}

function note(job: string, change: (before: JobRecord) => Partial<JobRecord>): void {
  const before = records.get(job) ?? { doneAt: null, done: 0, failedAt: null, failed: 0, lastError: null }
  records.set(job, { ...before, ...change(before) })
  for (const heard of listeners) heard(job)
}

/** What kind of error it was and no word of its text, which may name people, addresses or keys. */
export function errorKind(error: unknown): string {
  const { name, code }: { name?: unknown; code?: unknown } = Object(error)
  const words = [name, code].filter((word) => typeof word === 'string' && /^\w{1,60}$/.test(word))
  return words.join(' ') || 'Error'
}
