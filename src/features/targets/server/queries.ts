import { sql } from 'kysely'
import { decodeCursor, pageOfRows } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Target } from '../contract.ts'

/** Targets by name; with `search` those whose name holds it, whatever case and accents. */
export async function targetsByName(db: Db, page: { search?: string | undefined; slug?: string | undefined; cursor?: string | undefined; limit: number }) {
  const from = decodeCursor(page.cursor, 'text')
  const search = page.search?.trim()
  // The names alone first, from an index that holds them in order and as they are compared; then what belongs to them.
  const found = db
    .selectFrom('target')
    .select(['id', 'name'])
    .$if(Boolean(search), (query) =>
      query.where(sql<boolean>`norm(name) like '%' || replace(replace(replace(norm(${search ?? ''}), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`),
    )
    .$if(page.slug !== undefined, (query) => query.where('slug', '=', page.slug ?? ''))
    .$if(from !== null, (query) => query.where(sql<boolean>`(name, id) > (${from?.after}, ${from?.id}::uuid)`))
    .orderBy('name')
    .orderBy('id')
    .limit(page.limit + 1)
  const rows = await db
    .selectFrom(found.as('found'))
    .innerJoin('target', 'target.id', 'found.id')
    .leftJoin('industry', 'industry.id', 'target.industry_id')
    .select(['target.id', 'target.slug', 'target.name', 'target.website_url', 'industry.slug as industry_slug', 'industry.name as industry_name'])
    .orderBy('found.name')
    .orderBy('found.id')
    .execute()
  return pageOfRows(rows, page.limit, {
    position: (row) => ({ after: row.name, id: row.id }),
    item: (row): Target => ({
      id: row.id,
      slug: row.slug,
      name: row.name,
      industry: row.industry_slug !== null && row.industry_name !== null ? { slug: row.industry_slug, name: row.industry_name } : null,
      websiteUrl: row.website_url,
    }),
  })
}
