import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { type NewestIds, newsLimits } from '../terms.ts'

/** Ids of the newest comments and updates of these campaigns, by campaign id. Drafts are left out. */
export async function newsOf(db: Db, campaignIds: readonly string[]): Promise<Map<string, NewestIds>> {
  if (campaignIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string } & NewestIds>`
    select c.id,
      array(select s.id::text from comment s where s.campaign_id = c.id and s.removed_at is null
        order by s.created_at desc, s.id desc limit ${newsLimits.comments}) as comments,
      array(select u.id::text from campaign_update u where u.campaign_id = c.id
        order by u.created_at desc, u.id desc limit ${newsLimits.updates}) as updates
    from public_campaign c where c.id = any(${campaignIds}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, comments, updates }) => [id, { comments, updates }]))
}
