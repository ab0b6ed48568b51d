import { sql } from 'kysely'
import { refreshRanks } from '#features/campaigns/server/jobs.ts'
import { fillDays } from '#features/pledges/server/days.ts'
import { fillEntryDays } from '#features/pledges/tallies/server/days.ts'
import { refreshEntryRanks } from '#features/pledges/tallies/server/entry-ranks.ts'
import { applyPledgeLog, tallyCampaign } from '#features/pledges/tallies/server/tally.ts'
import type { Tx } from '#platform/server/idempotency.ts'

/** Computes every stored count with the statements that update it later, then the order of the lists. */
export async function loadCounts(tx: Tx): Promise<void> {
  await sql`
    insert into campaign_stats (campaign_id, is_open, counted, counted_version)
    select c.id, c.status = 'active', count(p.person_id), 1
    from public_campaign c left join pledge p on p.campaign_id = c.id and p.state = 'counted'
    group by c.id, c.status`.execute(tx)
  await fillDays(tx)
  const active = await tx.selectFrom('campaign').select('id').where('status', '=', 'active').where('moderation', 'is', null).execute()
  for (const { id } of active) await tallyCampaign(tx, id)
  await sql`
    insert into pledge_log (campaign_id, person_id, delta)
    select p.campaign_id, p.person_id, 1 from pledge p join campaign c on c.id = p.campaign_id
    where p.state = 'counted' and c.status = 'active'`.execute(tx)
  while ((await applyPledgeLog(tx)) > 0);
  await fillEntryDays(tx)
  await refreshRanks(tx)
  await refreshEntryRanks(tx)
}
