import { sql } from 'kysely'
import { numberColumns, numbersOf } from '#features/live-stats/server/public.ts'
import type { Searched } from '#platform/server/ranked-search.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { FoundTarget } from '../contract.ts'

const name = sql`d.words`

/** Targets by their names; an industry that does not exist has none. */
export function searchedTargets({ industry, sort }: { industry?: string | undefined; sort: 'campaigns' | 'az' }): Searched {
  const orders = {
    campaigns: { at: sql`r.campaigns`, type: 'bigint', direction: 'desc' },
    az: { at: sql`r.sort_name`, type: 'text', direction: 'asc' },
  } as const
  return {
    table: 'target',
    title: name,
    words: name,
    rank: sql`subject_rank r`,
    rankId: sql`r.subject_id`,
    parts: [sql`r.kind = 'target'`],
    where: industry === undefined ? [] : [sql`r.industry_id = (select id from industry where norm(name) = norm(${industry}))`],
    ...orders[sort],
  }
}

/** Cards in the order of `ids`, with the numbers of this moment. */
export async function targetCards(db: Db, ids: string[]): Promise<FoundTarget[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('target as t')
    .leftJoin('industry as i', 'i.id', 't.industry_id')
    .leftJoin('tally as n', 'n.subject_id', 't.id')
    .leftJoin('subject_rank as k', 'k.subject_id', 't.id')
    .select(['t.id', 't.slug', 't.name', 'i.slug as industry_slug', 'i.name as industry_name', ...numberColumns])
    .where('t.id', 'in', ids)
    .execute()
  const cards = new Map(
    rows.map((row): [string, FoundTarget] => [
      row.id,
      {
        id: row.id,
        slug: row.slug,
        name: row.name,
        industry: row.industry_slug !== null && row.industry_name !== null ? { slug: row.industry_slug, name: row.industry_name } : null,
        numbers: numbersOf(row),
      },
    ]),
  )
  return ids.flatMap((id) => cards.get(id) ?? [])
}
