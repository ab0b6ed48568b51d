import { sql } from 'kysely'
import { pictureOf, picturesFor } from '#features/media/server/public.ts'
import { isReadableBy, moderationFrom, moderationOf } from '#features/moderation/server/public.ts'
import { authorColumns, authorFrom } from '#platform/author.ts'
import { cursorFrom, decodeCursor, pageOfRows } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Update } from '../contract.ts'

type Page = { campaignId: string; cursor?: string | undefined; limit: number; viewer: Viewer | null }

/** A campaign's updates, newest first. Those that a moderator hid are listed for their author and for moderators. */
export async function updatesOf(db: Db, { campaignId, ...page }: Page) {
  const from = decodeCursor(page.cursor, 'time')
  const rows = await updateRows(db, page.viewer)
    .select(
      sql<string>`(select n.id from campaign_update n where n.campaign_id = ${campaignId} and n.moderation is null order by n.created_at desc, n.id desc limit 1)`.as(
        'newest',
      ),
    )
    .where('u.campaign_id', '=', campaignId)
    .$if(from !== null, (query) => query.where(sql<boolean>`(u.created_at, u.id) < (${from?.after}::timestamptz, ${from?.id}::uuid)`))
    .orderBy('u.created_at', 'desc')
    .orderBy('u.id', 'desc')
    .limit(page.limit + 1)
    .execute()
  const { items, nextCursor } = pageOfRows(rows, page.limit, { item: updateOf(page.viewer), position: ({ id, at }) => ({ after: at, id }) })
  return { items, nextCursor, newest: rows[0]?.newest ?? null }
}

/** One update, with the cursor at which the list starts with it. */
export async function updateById(db: Db, { id, viewer }: { id: string; viewer: Viewer | null }): Promise<(Update & { cursor: string }) | null> {
  const row = await updateRows(db, viewer).where('u.id', '=', id).executeTakeFirst()
  return row ? { ...updateOf(viewer)(row), cursor: cursorFrom(row.at) } : null
}

function updateRows(db: Db, viewer: Viewer | null) {
  return db
    .selectFrom('campaign_update as u')
    .innerJoin('person as p', 'p.id', 'u.creator_id')
    .where(isReadableBy(viewer, { state: 'u.moderation', author: 'u.creator_id' }))
    .select([
      'u.id',
      'u.campaign_id',
      'u.creator_id',
      'u.title',
      'u.body_html',
      'u.created_at',
      ...authorColumns,
      sql<string>`u.created_at::text`.as('at'),
      picturesFor('campaign_update', 'u.id').as('pictures'),
      moderationOf('u.moderation', 'u.id', 'u.creator_id').as('moderation'),
    ])
}
type UpdateRow = Awaited<ReturnType<ReturnType<typeof updateRows>['execute']>>[number]

const updateOf =
  (viewer: Viewer | null) =>
  (row: UpdateRow): Update => ({
    id: row.id,
    campaignId: row.campaign_id,
    creator: authorFrom(row.creator_id, row),
    title: row.title,
    bodyHtml: row.body_html,
    pictures: row.pictures.map((picture) => pictureOf(picture)),
    createdAt: row.created_at,
    moderation: row.moderation && moderationFrom(row.moderation),
    viewer: { isAuthor: row.creator_id === viewer?.id },
  })
