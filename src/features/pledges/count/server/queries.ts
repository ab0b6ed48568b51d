import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import type { CampaignCount, CountCorrection } from '../contract.ts'
import { definitions, shownCorrectionFrom } from '../terms.ts'

type Snapshot = { as_of: Date | null; counted: number | null; unconfirmed: number | null; removed: number | null }

/** A campaign's figures of the last midnight, the same for every viewer; null for a campaign that is not public or that counts nobody. */
export async function campaignCount(db: Db, id: string): Promise<CampaignCount | null> {
  const { rows } = await sql<Snapshot>`
    select k.as_of::timestamp at time zone 'UTC' as as_of, k.counted, k.unconfirmed, k.removed
    from public_campaign c left join campaign_count k on k.campaign_id = c.id
    where c.id = ${id} and not c.is_historical`.execute(db)
  const [snapshot] = rows
  if (!snapshot) return null
  const { as_of, counted, unconfirmed, removed } = snapshot
  return {
    as_of,
    counted: { value: counted, definition: definitions.counted },
    unconfirmed: { value: unconfirmed, definition: definitions.unconfirmed },
    removed_total: { value: removed, definition: definitions.removed_total },
    ...(as_of === null ? { corrections: [], small_corrections: [] } : await correctionsBefore(db, { id, asOf: as_of })),
  }
}

async function correctionsBefore(db: Db, { id, asOf }: { id: string; asOf: Date }): Promise<Pick<CampaignCount, 'corrections' | 'small_corrections'>> {
  const ofLastYear = sql`campaign_id = ${id} and corrected_at < ${asOf} and corrected_at >= ${asOf}::timestamptz - interval '1 year'`
  const { rows: corrections } = await sql<CountCorrection>`
    select id, (corrected_at at time zone 'UTC')::date::text as corrected_on, reason, note, count_before - count_after as removed, count_before, count_after
    from count_correction where ${ofLastYear} and abs(count_before - count_after) >= ${shownCorrectionFrom}
    order by corrected_at desc, id desc limit 100`.execute(db)
  const { rows: small } = await sql<{ month: string; removed: number }>`
    select to_char(corrected_at at time zone 'UTC', 'YYYY-MM') as month, sum(count_before - count_after)::int as removed
    from count_correction where ${ofLastYear} and abs(count_before - count_after) between 1 and ${shownCorrectionFrom - 1}
    group by 1 order by 1 desc`.execute(db)
  return { corrections, small_corrections: small }
}
