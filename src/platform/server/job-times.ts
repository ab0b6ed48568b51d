/** Statistics of one background job since this process started. */
export type JobRecord = { doneAt: Date | null; done: number; failedAt: Date | null; failed: number; lastError: string | null }

const records = new Map<string, JobRecord>()
const listeners = new Set<(job: string) => void>()

/** Records a successful run of a background job. */
export const jobDone = (job: string): void => note(job, ({ done }) => ({ done: done + 1, doneAt: new Date() }))

/** Records a failed run of a background job. */
export function jobFailed(job: string, error: unknown): void {
  note(job, ({ failed }) => ({ failed: failed + 1, failedAt: new Date(), lastError: errorKind(error) }))
}

export const jobRecords = (): ReadonlyMap<string, JobRecord> => records

/** Calls `received` after each run of a job, successful or not. Returns a function that stops it. */
export function onJobEnded(received: (job: string) => void): () => void {
  listeners.add(received)
  return () => void listeners.delete(received)
}

function note(job: string, change: (before: JobRecord) => Partial<JobRecord>): void {
  const before = records.get(job) ?? { doneAt: null, done: 0, failedAt: null, failed: 0, lastError: null }
  records.set(job, { ...before, ...change(before) })
  for (const received of listeners) received(job)
}

/** Returns the error's name and code but never its message, which may contain names, addresses or keys. */
export function errorKind(error: unknown): string {
  const { name, code }: { name?: unknown; code?: unknown } = Object(error)
  const words = [name, code].filter((word) => typeof word === 'string' && /^\w{1,60}$/.test(word))
  return words.join(' ') || 'Error'
}
