import { sql } from 'kysely'
import { decodeCursor, pageOfRows } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { DailyList } from '../contract.ts'
import { leafBytes, listedFrom, pageLeaves } from '../terms.ts'

type Page = { campaignId: string; cursor?: string | undefined; limit: number }

const listColumns = sql<DailyList>`
  l.day::text, case when l.pledges >= ${listedFrom}::int then l.pledges end as pledges, encode(l.root, 'hex') as root, encode(l.chain, 'hex') as chain,
  exists (select from daily_list_leaves v where v.campaign_id = l.campaign_id and v.day = l.day) as "hasLeaves"`

/** The lists of a campaign, newest first, the same for every viewer; null for a campaign that is not public or that counts nobody. */
export async function listsOf(db: Db, { campaignId, cursor, limit }: Page) {
  const from = decodeCursor(cursor, 'text')
  const campaign = await sql`select from public_campaign where id = ${campaignId} and not is_historical`.execute(db)
  if (campaign.rows.length === 0) return null
  const { rows } = await sql<DailyList>`
    select ${listColumns} from daily_list l where l.campaign_id = ${campaignId} and (${from?.after ?? null}::text is null or l.day::text < ${from?.after ?? null}::text)
    order by l.day desc limit ${limit + 1}`.execute(db)
  return pageOfRows(rows, limit, { item: (row) => row, position: ({ day }) => ({ after: day, id: campaignId }) })
}

/** The newest list of a campaign whose leaves are kept. */
export async function newestList(db: Db, campaignId: string): Promise<DailyList | null> {
  const { rows } = await sql<DailyList>`
    select ${listColumns} from daily_list_leaves v join daily_list l using (campaign_id, day) where v.campaign_id = ${campaignId} order by v.day desc limit 1`.execute(
    db,
  )
  return rows[0] ?? null
}

/** A part of the leaves of a list of a public campaign; null if they are not kept. */
export async function leavesOf(db: Db, { campaignId, day, from }: { campaignId: string; day: string; from: number }): Promise<Buffer | null> {
  const { rows } = await sql<{ part: Buffer }>`
    select ${leavesFrom(from, pageLeaves)} as part from daily_list_leaves v join public_campaign c on c.id = v.campaign_id
    where v.campaign_id = ${campaignId} and v.day = ${day}::date`.execute(db)
  return rows[0]?.part ?? null
}

/** SQL for this many leaves of `v` from an index on. The database reads only this part. */
export const leavesFrom = (from: number, count: number) =>
  sql`substring(v.leaves from least(${from}::bigint * ${leafBytes}, length(v.leaves))::int + 1 for ${count * leafBytes})`
