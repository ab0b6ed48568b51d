import { sql } from 'kysely'
import { decodeCursor, pageOfRows } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Target } from '../contract.ts'

/** Targets by name; with `search` those whose name holds it, whatever case and accents. */
export async function targetsByName(db: Db, page: { search?: string | undefined; slug?: string | undefined; cursor?: string | undefined; limit: number }) {
  const from = decodeCursor(page.cursor, 'text')
  const search = page.search?.trim()
  const rows = await db
    .selectFrom('target')
    .leftJoin('industry', 'industry.id', 'target.industry_id')
    .select(['target.id', 'target.slug', 'target.name', 'target.website_url', 'industry.slug as industry_slug', 'industry.name as industry_name'])
    .$if(Boolean(search), (query) =>
      query.where(sql<boolean>`norm(target.name) like '%' || replace(replace(replace(norm(${search ?? ''}), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`),
    )
    .$if(page.slug !== undefined, (query) => query.where('target.slug', '=', page.slug ?? ''))
    .$if(from !== null, (query) => query.where(sql<boolean>`(target.name, target.id) > (${from?.after}, ${from?.id}::uuid)`))
    .orderBy('target.name')
    .orderBy('target.id')
    .limit(page.limit + 1)
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
