import { sql } from 'kysely'
import { numberColumns, numbersOf } from '#features/tallies/server/public.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { entryPage } from '../../server/entry-pages.ts'
import type { EntrySort } from '../../terms.ts'
import type { Industry } from '../contract.ts'

type IndustryList = { active: boolean; sort: EntrySort; cursor?: string | undefined; limit: number }

/** A page of industries, each with its three targets with the most supporters. */
export async function listIndustries(db: Db, { active, sort, cursor, limit }: IndustryList) {
  const { ranked, way, at, page } = entryPage(db, { kind: 'industry', has: active ? 'campaigns' : 'all', sort, cursor, limit })
  const rows = await db
    .selectFrom(ranked.as('l'))
    .innerJoin('industry as i', 'i.id', 'l.subject_id')
    .leftJoin('tally as n', 'n.subject_id', 'i.id')
    .leftJoin('subject_rank as k', 'k.subject_id', 'i.id')
    .select(industryColumns)
    .select(at)
    .orderBy('l.place', way)
    .orderBy('l.subject_id', way)
    .execute()
  return page(rows, industryOfRow)
}

export async function industryBySlug(db: Db, slug: string): Promise<Industry | null> {
  const row = await db
    .selectFrom('industry as i')
    .leftJoin('tally as n', 'n.subject_id', 'i.id')
    .leftJoin('subject_rank as k', 'k.subject_id', 'i.id')
    .select(industryColumns)
    .where('i.slug', '=', slug)
    .executeTakeFirst()
  return row ? industryOfRow(row) : null
}

type TopTargets = Industry['topTargets']

const topTargets = sql<TopTargets>`array(
  select json_build_object('slug', t.slug, 'name', t.name, 'logoUrl', t.logo_url, 'supporters', coalesce(n.supporters, 0)) from (
    select subject_id, supporters from subject_rank where industry_id = i.id order by supporters desc, subject_id desc limit 3) r
  join target t on t.id = r.subject_id left join tally n on n.subject_id = t.id order by r.supporters desc, r.subject_id desc)`

const industryColumns = ['i.id', 'i.slug', 'i.name', 'i.description', topTargets.as('top_targets'), ...numberColumns] as const

type IndustryRow = Parameters<typeof numbersOf>[0] & { id: string; slug: string; name: string; description: string; top_targets: TopTargets }

const industryOfRow = (row: IndustryRow): Industry => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  description: row.description,
  numbers: numbersOf(row),
  topTargets: row.top_targets,
})
