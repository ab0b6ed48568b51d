import type { Log } from '#platform/server/log.ts'
import { StorageAway } from '#platform/server/storage.ts'

const againMs = 60_000
const toldAt = new Map<string, number>()

/** Says that a store is away. Of the picture store each reason once a minute: every picture of every page asks for it. */
export function tellAway(log: Log, { error, ...where }: { error: unknown; where?: string; id?: string }): void {
  if (!(error instanceof StorageAway)) log.warn({ err: error, ...where }, 'store away')
  else if (isDue(error.message)) log.warn({ reason: error.message, ...where }, 'the picture store is away')
}

function isDue(reason: string): boolean {
  const now = Date.now()
  if (now - (toldAt.get(reason) ?? Number.NEGATIVE_INFINITY) < againMs) return false
  // The reasons hold words of the picture store: there may be many of them.
  if (toldAt.size >= 100) toldAt.clear()
  toldAt.set(reason, now)
  return true
}
