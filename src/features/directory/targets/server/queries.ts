import { sql } from 'kysely'
import { numberColumns, numbersOf } from '#features/pledges/tallies/server/public.ts'
import { entryOfSlug, isListed } from '#platform/server/entry-named.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { normalized } from '#platform/text.ts'
import { entryPage } from '../../server/entry-pages.ts'
import type { Target } from '../contract.ts'
import type { TargetHas, TargetSort } from '../terms.ts'
import { servesCause, targetsMatching } from './matching.ts'

type Narrowing = { search?: string | undefined; industry?: string | undefined; cause?: string | undefined }
type TargetList = Narrowing & {
  slug?: string | undefined
  has?: TargetHas | undefined
  sort?: TargetSort | undefined
  cursor?: string | undefined
  limit: number
}

/** A page of targets: first selects their ids in order, then joins their data and current numbers. */
export async function listTargets(db: Db, { search = '', industry, cause, slug, has, sort = 'az', cursor, limit }: TargetList) {
  const industryId = await idNamed(db, { table: 'industry', name: industry })
  const causeId = await idNamed(db, { table: 'cause', name: cause })
  const { ranked, way, at, page } = entryPage(db, { kind: 'target', industryId: industryId ?? undefined, has, sort, cursor, limit })
  if (industryId === null || causeId === null) return { items: [], nextCursor: null }
  const matching = await targetsMatching(db, { search, industryId, causeId })
  const found = ranked
    .$if(causeId !== undefined, (query) => query.where(servesCause(sql.ref('k.subject_id'), causeId)))
    .$if(matching !== null || slug !== undefined, (query) => query.innerJoin('target as t', 't.id', 'k.subject_id'))
    .$if(matching !== null, (query) => query.where(matching ?? sql<boolean>`true`))
    .$if(slug !== undefined, (query) => query.where(sql<boolean>`t.slug = ${slug}`))
  const rows = await db
    .selectFrom(found.as('l'))
    .innerJoin('target as t', 't.id', 'l.subject_id')
    .leftJoin('industry as i', 'i.id', 't.industry_id')
    .leftJoin('tally as n', 'n.subject_id', 't.id')
    .leftJoin('subject_rank as k', 'k.subject_id', 't.id')
    .select(targetColumns)
    .select(at)
    .orderBy('l.place', way)
    .orderBy('l.subject_id', way)
    .execute()
  return page(rows, targetOfRow)
}

/** Number of targets with and without active campaigns. */
export async function countTargets(db: Db, { search = '', industry, cause }: Narrowing) {
  const industryId = await idNamed(db, { table: 'industry', name: industry })
  const causeId = await idNamed(db, { table: 'cause', name: cause })
  if (industryId === null || causeId === null) return { all: 0, campaigns: 0, none: 0 }
  const matching = await targetsMatching(db, { search, industryId, causeId })
  const { all, campaigns } = await db
    .selectFrom('listed_entry as k')
    .$if(matching !== null, (query) => query.innerJoin('target as t', 't.id', 'k.subject_id').where(matching ?? sql<boolean>`true`))
    .where('k.kind', '=', 'target')
    .$if(industryId !== undefined, (query) => query.where('k.industry_id', '=', industryId ?? ''))
    .$if(causeId !== undefined, (query) => query.where(servesCause(sql.ref('k.subject_id'), causeId)))
    .select([sql<number>`count(*)::int`.as('all'), sql<number>`(count(*) filter (where k.campaigns > 0))::int`.as('campaigns')])
    .executeTakeFirstOrThrow()
  return { all, campaigns, none: all - campaigns }
}

export async function targetBySlug(db: Db, slug: string): Promise<(Target & { createdAt: Date; isVerified: boolean }) | null> {
  const row = await targetsOf(db)
    .select(['t.created_at', isListed('t.id').as('is_listed')])
    .where('t.id', '=', entryOfSlug('target', slug))
    .executeTakeFirst()
  return row ? { ...targetOfRow(row), createdAt: row.created_at, isVerified: row.is_listed } : null
}

/** Targets in the order of `ids`. */
export async function targetsByIds(db: Db, ids: string[]): Promise<Target[]> {
  if (ids.length === 0) return []
  const rows = await targetsOf(db).where('t.id', 'in', ids).execute()
  const targets = new Map(rows.map((row) => [row.id, targetOfRow(row)]))
  return ids.flatMap((id) => targets.get(id) ?? [])
}

const targetsOf = (db: Db) =>
  db
    .selectFrom('target as t')
    .leftJoin('industry as i', 'i.id', 't.industry_id')
    .leftJoin('tally as n', 'n.subject_id', 't.id')
    .leftJoin('subject_rank as k', 'k.subject_id', 't.id')
    .select(targetColumns)

type Named = { table: 'industry' | 'cause'; name: string | undefined }

/**
 * The id of an industry or cause; undefined without a name, null if the name does not exist. It is looked up first, so
 * that the query planner knows its size.
 */
async function idNamed(db: Db, { table, name }: Named): Promise<string | null | undefined> {
  if (name === undefined || normalized(name) === '') return undefined
  const found = await db
    .selectFrom(table)
    .select(({ fn }) => fn.coalesce('merged_into', 'id').as('id'))
    .where(sql<boolean>`norm(name) = norm(${normalized(name)})`)
    .executeTakeFirst()
  return found?.id ?? null
}

const targetColumns = [
  't.id',
  't.slug',
  't.name',
  't.description',
  't.website_url',
  't.logo_url',
  't.is_fictional',
  'i.slug as industry_slug',
  'i.name as industry_name',
  ...numberColumns,
] as const

type TargetRow = Parameters<typeof numbersOf>[0] & {
  id: string
  slug: string
  name: string
  description: string
  website_url: string | null
  logo_url: string | null
  is_fictional: boolean
  industry_slug: string | null
  industry_name: string | null
}

const targetOfRow = (row: TargetRow): Target => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  description: row.description,
  industry: row.industry_slug !== null && row.industry_name !== null ? { slug: row.industry_slug, name: row.industry_name } : null,
  websiteUrl: row.website_url,
  logoUrl: row.logo_url,
  isFictional: row.is_fictional,
  numbers: numbersOf(row),
})
