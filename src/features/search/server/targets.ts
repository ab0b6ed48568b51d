import { sql } from 'kysely'
import type { Searched } from '#platform/server/ranked-search.ts'

const name = sql`d.words`

/** Searches targets by name. An industry that does not exist has no targets. */
export function searchedTargets({ industry, sort }: { industry?: string | undefined; sort: 'campaigns' | 'az' }): Searched {
  const orders = {
    campaigns: { at: sql`r.campaigns`, type: 'bigint', direction: 'desc' },
    az: { at: sql`r.sort_name`, type: 'text', direction: 'asc' },
  } as const
  return {
    table: 'target',
    title: name,
    words: name,
    rank: sql`listed_entry r`,
    rankId: sql`r.subject_id`,
    parts: [sql`r.kind = 'target'`],
    where: industry === undefined ? [] : [sql`r.industry_id = (select coalesce(merged_into, id) from industry where norm(name) = norm(${industry}))`],
    ...orders[sort],
  }
}
