import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import type { JoinedNews } from '../contract.ts'

type NewsRequest = { personId: string; since: string | undefined; limit: number }

type NewsRow = {
  total: number
  id: string
  slug: string
  title: string
  target_slug: string
  target_name: string
  supporters: number
  version: number
  update_id: string | null
  update_title: string | null
  update_at: Date | null
}

/** New updates are counted only up to this number. */
const mostUpdates = 99

/** The active campaigns that a person has joined, latest update or pledge first, and their total number. */
export async function joinedNews(db: Db, { personId, since, limit }: NewsRequest): Promise<{ total: number; items: JoinedNews[] }> {
  const { rows } = await sql<NewsRow & { updates: number }>`
    with joined as (
      select count(*) over () as total, c.id, c.slug, c.title, t.slug as target_slug, t.name as target_name,
        coalesce(s.supporters, 0) as supporters, coalesce(s.version, 0) as version,
        u.id as update_id, u.title as update_title, u.created_at as update_at, greatest(u.created_at, o.created_at) as moved_at
      from pledge o
      join campaign c on c.id = o.campaign_id and c.status = 'active' and c.moderation is null
      join target t on t.id = c.target_id
      left join campaign_stats s on s.campaign_id = c.id
      left join lateral (select id, title, created_at from campaign_update where campaign_id = c.id and moderation is null order by created_at desc, id desc limit 1) u on true
      where o.person_id = ${personId}
      order by moved_at desc, c.id desc
      limit ${limit})
    select joined.*, (
      select count(*) from (
        select from campaign_update w where w.campaign_id = joined.id and w.moderation is null and w.created_at > ${since ?? null}::timestamptz limit ${mostUpdates}) counted) as updates
    from joined order by moved_at desc, id desc`.execute(db)
  return { total: rows[0]?.total ?? 0, items: rows.map(newsOf) }
}

const newsOf = (row: NewsRow & { updates: number }): JoinedNews => ({
  campaign: { id: row.id, slug: row.slug, title: row.title, status: 'active', target: { slug: row.target_slug, name: row.target_name } },
  count: { supporters: row.supporters, version: row.version },
  updates: row.updates,
  latestUpdate:
    row.update_id !== null && row.update_title !== null && row.update_at !== null
      ? { id: row.update_id, title: row.update_title, createdAt: row.update_at }
      : null,
})
