import { sql } from 'kysely'
import { isReadableBy, moderationFrom, moderationOf } from '#features/moderation/server/public.ts'
import { keptApart, keptApartFrom } from '#features/trust/blocks/server/public.ts'
import { authorColumns, authorFrom } from '#platform/author.ts'
import { decodeCursor, pageOfRows } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { ChatMessage } from '../contract.ts'

/** `mayDelete`: the viewer may delete what others say in this chat. */
type Page = { viewer: Viewer | null; mayDelete: boolean; campaignId: string; cursor?: string | undefined; limit: number }

/** A page of messages, newest first. Those that a moderator hid are listed for their author and for moderators. */
export async function chatOf(db: Db, { viewer, mayDelete, campaignId, cursor, limit }: Page) {
  const from = decodeCursor(cursor, 'time')
  const reader = { viewerId: viewer?.id ?? null, mayDelete }
  const rows = await messageRows(db, viewer)
    .where('m.campaign_id', '=', campaignId)
    .where(sql<boolean>`not ${keptApart(reader, sql.ref('m.author_id'))}`)
    .$if(from !== null, (query) => query.where(sql<boolean>`(m.created_at, m.id) < (${from?.after}::timestamptz, ${from?.id}::uuid)`))
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = pageOfRows(rows, limit, { item: messageOf, position: (row) => ({ after: row.at, id: row.id }) })
  const hasSpoken = sql<boolean>`exists (select from campaign_chat_message s where s.campaign_id = ${campaignId} and s.author_id = known.id)`
  return { ...page, hiddenAuthors: await keptApartFrom(db, reader, hasSpoken) }
}

export async function messageById(db: Db, { id, viewer }: { id: string; viewer: Viewer | null }): Promise<ChatMessage | null> {
  const row = await messageRows(db, viewer).where('m.id', '=', id).executeTakeFirst()
  return row ? messageOf(row) : null
}

function messageRows(db: Db, viewer: Viewer | null) {
  return db
    .selectFrom('campaign_chat_message as m')
    .innerJoin('person as p', 'p.id', 'm.author_id')
    .select(['m.id', 'm.campaign_id', 'm.author_id', 'm.body', 'm.created_at', ...authorColumns])
    .select([sql<string>`m.created_at::text`.as('at'), moderationOf('m.moderation', 'm.id', 'm.author_id').as('moderation')])
    .where(isReadableBy(viewer, { state: 'm.moderation', author: 'm.author_id' }))
}
type MessageRow = Awaited<ReturnType<ReturnType<typeof messageRows>['execute']>>[number]

const messageOf = (row: MessageRow): ChatMessage => ({
  id: row.id,
  campaignId: row.campaign_id,
  author: authorFrom(row.author_id, row),
  body: row.body,
  createdAt: row.created_at,
  moderation: row.moderation && moderationFrom(row.moderation),
})
