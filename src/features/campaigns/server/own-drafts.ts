import { sql } from 'kysely'
import { decodeCursor, pageOfRows } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { searchText } from '#platform/words.ts'
import { campaignRows, cardOf, chosenIds } from './queries.ts'
import type { FoundFilter } from './search.ts'

type DraftQuery = { creatorId: string; text: string; filter: FoundFilter; cursor: string | undefined; limit: number }

/**
 * The viewer's own drafts that contain every word of `text`, newest first. Drafts are not in the search dictionary, which would reveal their words to
 * others; a person has few drafts, so each is scanned.
 */
export async function ownDrafts(db: Db, { creatorId, text, filter, cursor, limit }: DraftQuery) {
  const from = decodeCursor(cursor, 'time')
  const chosen = await chosenIds(db, filter)
  if (chosen === null) return { items: [], nextCursor: null, total: cursor === undefined ? 0 : null }
  const asked = sql`(select word from unnest(word_list(${searchText(text).text})) as word)`
  const matching = campaignRows(db)
    .where('c.creator_id', '=', creatorId)
    .where('c.status', '=', 'draft')
    .where(sql<boolean>`exists ${asked}`)
    .where(sql<boolean>`not exists (select from ${asked} a where ' ' || plain_words(concat_ws(' ', c.title, c.summary, t.name, c.draft_target_name)) not like
      '%' || case when length(a.word) < 3 then ' ' else '' end || a.word || '%')`)
    .$if(chosen.target !== null, (query) => query.where('c.target_id', '=', chosen.target))
    .$if(chosen.industry !== null, (query) => query.where('t.industry_id', '=', chosen.industry))
    .$if(chosen.causes !== null, (query) =>
      query.where(sql<boolean>`exists (select from campaign_cause cc where cc.campaign_id = c.id and cc.cause_id = any(${chosen.causes}::uuid[]))`),
    )
  const rows = await matching
    .select(sql<string>`c.created_at::text`.as('at'))
    .$if(from !== null, (query) => query.where(sql<boolean>`(c.created_at, c.id) < (${from?.after}::timestamptz, ${from?.id}::uuid)`))
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(limit + 1)
    .execute()
  const total = cursor === undefined ? (await matching.clearSelect().select('c.id').limit(101).execute()).length : null
  return { ...pageOfRows(rows, limit, { item: cardOf, position: (row) => ({ after: row.at, id: row.id }) }), total }
}
