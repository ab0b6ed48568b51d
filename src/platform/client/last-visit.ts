import { remember, remembered, visitName } from './browser-memory.ts'

/** The time of a visit, and the counts shown then. */
type Visit = { at: string; counts: Readonly<Record<string, number>> }
type Kept = { personId: string; last: Visit; before: Visit | null }

const pause = 30 * 60_000

/**
 * The visit before the current one; page loads within half an hour belong to one visit. Null on a first visit. `name`: what was visited, by
 * default the site; other names begin with `visitName` too.
 */
export function visitBefore(personId: string, name = visitName): Visit | null {
  const kept = read(name)
  if (kept?.personId !== personId) return null
  return Date.now() - Date.parse(kept.last.at) > pause ? kept.last : kept.before
}

/** Saves the counts shown now, for the next visit. */
export function keepVisit(personId: string, counts: Visit['counts'], name = visitName): void {
  const kept: Kept = { personId, last: { at: new Date().toISOString(), counts }, before: visitBefore(personId, name) }
  remember(name, JSON.stringify(kept))
}

function read(name: string): Kept | null {
  try {
    const kept: unknown = JSON.parse(remembered(name) ?? 'null')
    const { personId, last, before }: { personId?: unknown; last?: unknown; before?: unknown } = Object(kept)
    const visit = visitOf(last)
    return typeof personId === 'string' && visit ? { personId, last: visit, before: visitOf(before) } : null
  } catch {
    return null
  }
}

function visitOf(kept: unknown): Visit | null {
  const { at, counts }: { at?: unknown; counts?: unknown } = Object(kept)
  if (typeof at !== 'string' || !Number.isFinite(Date.parse(at))) return null
  const entries = Object.entries(Object(counts)).filter((entry): entry is [string, number] => typeof entry[1] === 'number')
  return { at: new Date(at).toISOString(), counts: Object.fromEntries(entries) }
}
