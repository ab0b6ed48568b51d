import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { type DiscussionNewest, newsLimits } from '../terms.ts'

/** Ids of the newest comments and updates of these campaigns, and the limits of their discussions, by campaign id. Drafts are left out. */
export async function newsOf(db: Db, campaignIds: readonly string[]): Promise<Map<string, DiscussionNewest>> {
  if (campaignIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string } & DiscussionNewest>`
    select c.id,
      array(select s.id::text from comment s where s.campaign_id = c.id and s.removed_at is null
        order by s.created_at desc, s.id desc limit ${newsLimits.comments}) as comments,
      array(select u.id::text from campaign_update u where u.campaign_id = c.id and u.moderation is null
        order by u.created_at desc, u.id desc limit ${newsLimits.updates}) as updates,
      json_build_object('isLocked', k.is_discussion_locked, 'slowSeconds', k.slow_mode_seconds) as limits,
      (select floor(extract(epoch from s.updated_at) * 1000)::float8 from company_statement s
        where s.campaign_id = c.id and s.target_id = k.target_id and s.moderation is null) as statement
    from public_campaign c join campaign k on k.id = c.id where c.id = any(${campaignIds}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...newest }) => [id, newest]))
}
