import { sql } from 'kysely'
import type { Position } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { statusOf } from './queries.ts'

/** A person's own campaigns, drafts included, newest first. `at` is the exact time for the cursor. */
export async function ownCampaigns(db: Db, page: { creatorId: string; from: Position | null; limit: number }) {
  const rows = await db
    .selectFrom('campaign as c')
    .leftJoin('target as t', 't.id', 'c.target_id')
    .leftJoin('campaign_stats as s', 's.campaign_id', 'c.id')
    .select([
      'c.id',
      'c.slug',
      'c.status',
      'c.title',
      'c.created_at',
      'c.draft_target_name',
      't.name',
      's.supporters',
      's.version',
      sql<string>`c.created_at::text`.as('at'),
    ])
    .where('c.creator_id', '=', page.creatorId)
    .$if(page.from !== null, (query) => query.where(sql<boolean>`(c.created_at, c.id) < (${page.from?.after}::timestamptz, ${page.from?.id}::uuid)`))
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(page.limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    slug: row.slug,
    status: statusOf(row.status),
    title: row.title,
    targetName: row.name ?? row.draft_target_name ?? '',
    count: { supporters: row.supporters ?? 0, version: row.version ?? 0 },
    createdAt: row.created_at,
    at: row.at,
  }))
}
