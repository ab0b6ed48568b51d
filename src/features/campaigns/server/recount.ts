import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { refreshRanks } from './ranks.ts'

/** Campaigns that are missing in campaign_rank or have other filters there than their own; one line each. */
export async function rankDifferences(tx: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; reason: string }>`
    with due as (
      select c.id, c.slug, c.status, c.target_id, t.industry_id, c.published_at, c.status <> 'draft' and c.moderation is null as is_listed,
        coalesce((select array_agg(cc.cause_id order by cc.cause_id) from campaign_cause cc where cc.campaign_id = c.id), '{}') as cause_ids
      from campaign c left join target t on t.id = c.target_id)
    select case when d.status = 'draft' then 'draft ' || d.id else 'campaign ' || d.slug end as name,
      case when not d.is_listed then 'is in the lists' when r.campaign_id is null then 'is missing from the lists'
        else 'is in the lists with wrong filters' end as reason
    from due d left join campaign_rank r on r.campaign_id = d.id
    where d.is_listed = (r.campaign_id is null)
      or (d.is_listed and (r.status, r.target_id, r.industry_id, r.cause_ids, r.published_at)
        is distinct from (d.status, d.target_id, d.industry_id, d.cause_ids, d.published_at))
    order by d.id`.execute(tx)
  return rows.map(({ name, reason }) => `${name}: ${reason}`)
}

/** Corrects the filters and the order of all lists. */
export async function repairRanks(tx: Db): Promise<void> {
  await sql`delete from campaign_rank r using campaign c where c.id = r.campaign_id and (c.status = 'draft' or c.moderation is not null)`.execute(tx)
  await refreshRanks(tx)
}
