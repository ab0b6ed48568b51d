import { remember, remembered } from '#platform/client/browser-memory.ts'
import { jsonOf } from '#platform/json.ts'
import { safeReturnTo } from '../return-to.ts'
import { keptPathMinutes } from '../terms.ts'

const name = 'after-sign-in'

/** Stores the path to open after signing in, while the browser is at another site. */
export const keepPath = (path: string) => remember(name, JSON.stringify({ path, at: Date.now() }))

/** Returns the stored path and deletes it. Null for one that is too old or leads to another site. */
export function takePath(origin: string): string | null {
  const kept = remembered(name)
  if (kept === null) return null
  remember(name, null)
  const { path, at }: { path?: unknown; at?: unknown } = Object(jsonOf(kept))
  const age = typeof at === 'number' ? Date.now() - at : Number.NaN
  return age >= 0 && age < keptPathMinutes * 60_000 ? safeReturnTo(path, origin) : null
}
