import { sql } from 'kysely'
import { authorFrom } from '#platform/author.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { decodeCursor, pageOfRows } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { ChatMessage } from '../contract.ts'
import { chatLimits } from '../terms.ts'

type Page = { campaignId: string; cursor?: string | undefined; limit: number }

/** A page of messages, newest first. */
export async function chatOf(db: Db, { campaignId, cursor, limit }: Page) {
  const from = decodeCursor(cursor, 'time')
  const rows = await messageRows(db)
    .where('m.campaign_id', '=', campaignId)
    .$if(from !== null, (query) => query.where(sql<boolean>`(m.created_at, m.id) < (${from?.after}::timestamptz, ${from?.id}::uuid)`))
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(limit + 1)
    .execute()
  return pageOfRows(rows, limit, { item: messageOf, position: (row) => ({ after: row.at, id: row.id }) })
}

export async function messageById(db: Db, { id }: { id: string }): Promise<ChatMessage | null> {
  const row = await messageRows(db).where('m.id', '=', id).executeTakeFirst()
  return row ? messageOf(row) : null
}

function messageRows(db: Db) {
  return db
    .selectFrom('campaign_chat_message as m')
    .innerJoin('person as p', 'p.id', 'm.author_id')
    .select(['m.id', 'm.campaign_id', 'm.author_id', 'm.body', 'm.created_at', 'p.first_name', 'p.last_name', 'p.avatar_url', 'p.deleted_at'])
    .select(sql<string>`m.created_at::text`.as('at'))
}
type MessageRow = Awaited<ReturnType<ReturnType<typeof messageRows>['execute']>>[number]

const messageOf = (row: MessageRow): ChatMessage => ({
  id: row.id,
  campaignId: row.campaign_id,
  author: authorFrom(row.author_id, row),
  body: row.body,
  createdAt: row.created_at,
})

/**
 * Starts the person's cooldown in a chat and returns the time of its start. While an earlier cooldown runs, returns the
 * milliseconds that are left of it. Concurrent calls wait for the same row, so that only one of them succeeds.
 */
export async function takeTurn(tx: Tx, turn: { campaignId: string; personId: string }): Promise<{ at: Date } | { waitMs: number }> {
  const cooldown = sql`make_interval(secs => ${chatLimits.cooldownMs / 1_000}::float8)`
  const { rows } = await sql<{ spoke_at: Date }>`
    insert into campaign_chat_pace as pace (campaign_id, person_id, spoke_at) values (${turn.campaignId}, ${turn.personId}, clock_timestamp())
    on conflict (campaign_id, person_id) do update set spoke_at = clock_timestamp() where pace.spoke_at <= clock_timestamp() - ${cooldown}
    returning spoke_at`.execute(tx)
  if (rows[0]) return { at: rows[0].spoke_at }
  const { rows: waits } = await sql<{ ms: number }>`
    select ceil(extract(epoch from spoke_at + ${cooldown} - clock_timestamp()) * 1000)::int as ms from campaign_chat_pace
    where campaign_id = ${turn.campaignId} and person_id = ${turn.personId}`.execute(tx)
  return { waitMs: Math.max(1, waits[0]?.ms ?? 1) }
}
