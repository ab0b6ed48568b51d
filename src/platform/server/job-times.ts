const times = new Map<string, number>()

/** Notes that a background job of this process has just ended well. */
export const jobDone = (job: string): void => void times.set(job, Date.now() / 1000)

/** When each job of this process last ended well, in seconds since 1970. */
export const jobTimes = (): ReadonlyMap<string, number> => times
