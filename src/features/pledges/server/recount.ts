import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'

// The expected counters. A draft has none; a campaign is open while it is active.
const due = sql`
  select c.id, c.slug, c.status, c.status <> 'draft' as has_counter, c.status = 'active' as is_open, c.moderation is not null as is_moderated, coalesce(p.n, 0) as counted
  from campaign c left join (select campaign_id, count(*) as n from pledge where state = 'counted' group by campaign_id) p on p.campaign_id = c.id`

type Row = {
  id: string
  slug: string
  status: string
  is_open: boolean
  is_moderated: boolean
  counted: number
  stored: { is_open: boolean; is_moderated: boolean; counted: number } | null
}

/** One line for each counter that differs from the pledges or the status. The lines name slugs, never people. */
export async function campaignCountDifferences(tx: Db): Promise<string[]> {
  const { rows } = await sql<Row>`
    select d.id, d.slug, d.status, d.is_open, d.is_moderated, d.counted,
      case when s.campaign_id is not null then json_build_object('is_open', s.is_open, 'is_moderated', s.is_moderated, 'counted', s.counted) end as stored
    from (${due}) d left join campaign_stats s on s.campaign_id = d.id
    where d.has_counter <> (s.campaign_id is not null)
      or (s.campaign_id is not null and (s.is_open, s.is_moderated, s.counted) is distinct from (d.is_open, d.is_moderated, d.counted))
    order by d.id`.execute(tx)
  return rows.flatMap(({ id, slug, status, is_open, is_moderated, counted, stored }) => {
    if (!stored) return [`campaign ${slug}: has no counter, expected one with ${counted}`]
    if (status === 'draft') return [`draft ${id}: has a counter, expected none`]
    return [
      ...(stored.counted === counted ? [] : [`campaign ${slug}: supporters ${stored.counted}, counted pledges ${counted}`]),
      ...(stored.is_open === is_open ? [] : [`campaign ${slug}: its counter is ${stored.is_open ? 'open' : 'closed'}, its status is ${status}`]),
      ...(stored.is_moderated === is_moderated
        ? []
        : [`campaign ${slug}: its counter ${stored.is_moderated ? 'is moderated, it is not' : 'is not moderated, it is'}`]),
    ]
  })
}

/** Blocks all pledges until the transaction ends, by locking the counter rows in the same order as the group commit. */
export async function lockPledges(tx: Db): Promise<void> {
  await sql`select count(*) from (select campaign_id from campaign_stats order by campaign_id for update) held`.execute(tx)
}

/**
 * Corrects the counters and increases their versions, so that open pages accept them. A missing counter gets the Unix
 * time as version, which is higher than any earlier one. Call `lockPledges` first.
 */
export async function repairCampaignCounts(tx: Db): Promise<void> {
  await sql`delete from campaign_stats s using campaign c where c.id = s.campaign_id and c.status = 'draft'`.execute(tx)
  await sql`
    insert into campaign_stats (campaign_id, is_open, is_moderated, counted, counted_version)
    select id, is_open, is_moderated, counted, extract(epoch from clock_timestamp())::bigint from (${due}) d
    where has_counter and not exists (select from campaign_stats where campaign_id = d.id) order by id
    on conflict do nothing`.execute(tx)
  // A separate statement instead of `on conflict do update`, which could overwrite a counter that was created meanwhile and is therefore not locked.
  await sql`
    update campaign_stats s set is_open = d.is_open, is_moderated = d.is_moderated, counted = d.counted, counted_version = s.counted_version + 1 from (${due}) d
    where d.id = s.campaign_id and d.has_counter and (s.is_open, s.is_moderated, s.counted) is distinct from (d.is_open, d.is_moderated, d.counted)`.execute(tx)
}
