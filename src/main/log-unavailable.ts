import type { Log } from '#platform/server/log.ts'
import { StorageUnavailable } from '#platform/server/storage.ts'

const repeatMs = 60_000
const loggedAt = new Map<string, number>()

/**
 * Logs that the database or the picture store is unavailable. A reason of the picture store is logged at most once a minute, because a page requests
 * many pictures.
 */
export function logUnavailable(log: Log, { error, ...where }: { error: unknown; where?: string; id?: string }): void {
  if (!(error instanceof StorageUnavailable)) log.warn({ err: error, ...where }, 'database unavailable')
  else if (isDue(error.message)) log.warn({ reason: error.message, ...where }, 'picture storage unavailable')
}

function isDue(reason: string): boolean {
  const now = Date.now()
  if (now - (loggedAt.get(reason) ?? Number.NEGATIVE_INFINITY) < repeatMs) return false
  // Limits the map: reasons contain error texts of the picture store, so the number of different reasons is unknown.
  if (loggedAt.size >= 100) loggedAt.clear()
  loggedAt.set(reason, now)
  return true
}
