import type { Log } from '#platform/server/log.ts'
import { StorageUnavailable } from '#platform/server/storage.ts'

const againMs = 60_000
const loggedAt = new Map<string, number>()

/** Logs that a store is unavailable. For the picture store each reason is logged once a minute, because every picture of every page requests it. */
export function logUnavailable(log: Log, { error, ...where }: { error: unknown; where?: string; id?: string }): void {
  if (!(error instanceof StorageUnavailable)) log.warn({ err: error, ...where }, 'database unavailable')
  else if (isDue(error.message)) log.warn({ reason: error.message, ...where }, 'picture storage unavailable')
}

function isDue(reason: string): boolean {
  const now = Date.now()
  if (now - (loggedAt.get(reason) ?? Number.NEGATIVE_INFINITY) < againMs) return false
  // The reasons contain text of the picture store, so there may be many of them.
  if (loggedAt.size >= 100) loggedAt.clear()
  loggedAt.set(reason, now)
  return true
}
