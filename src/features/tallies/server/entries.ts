import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { platformId } from './queries.ts'

/** SQL for everything that a campaign `c` with target `g` is counted under: the platform, the target, its industry and its causes. */
export const entriesOfCampaign = sql`
  select ${platformId}::uuid as subject_id, 'platform' as kind
  union all select g.id, 'target'
  union all select g.industry_id, 'industry' where g.industry_id is not null
  union all select cc.cause_id, 'cause' from campaign_cause cc where cc.campaign_id = c.id`

/** An active campaign that is counted under a directory entry; `yearly_cents` is what one supporter adds. */
export type Share = { campaign_id: string; subject_id: string; kind: string; yearly_cents: number }

/** All entries that the active ones of these campaigns are counted under. */
export async function countedUnder(tx: Db, campaignIds: readonly string[]): Promise<Share[]> {
  const { rows } = await sql<Share>`
    select c.id as campaign_id, s.subject_id, s.kind, coalesce(c.yearly_cents, 0) as yearly_cents
    from campaign c join target g on g.id = c.target_id cross join lateral (${entriesOfCampaign}) s
    where c.id = any(${campaignIds}::uuid[]) and c.status = 'active'
    order by c.id, s.subject_id`.execute(tx)
  return rows
}
