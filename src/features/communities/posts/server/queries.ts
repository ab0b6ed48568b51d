import { sql } from 'kysely'
import { membershipFrom, privacyOf } from '#features/communities/server/public.ts'
import { pictureOf, picturesFor, type UrlSigner } from '#features/media/server/public.ts'
import { isReadableBy, moderationFrom, moderationOf } from '#features/moderation/server/public.ts'
import { authorColumns, authorFrom } from '#platform/author.ts'
import { decodeCursor, encodeCursor, pageOfRows } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Post } from '../contract.ts'

/** `urlSigner` signs the URLs of pictures in a private community. */
type Reader = { viewer: Viewer | null; urlSigner: UrlSigner }
type Page = Reader & { communityId: string; cursor?: string | undefined; limit: number }

/** A community's posts: pinned first, then the newest. Those that a moderator hid are listed for their author and for moderators. One query per page. */
export async function postsOf(db: Db, { communityId, cursor, limit, ...reader }: Page) {
  const from = placeIn(cursor)
  const rows = await postRows(db, reader.viewer)
    .select(
      sql<string>`(select n.id from community_post n where n.community_id = ${communityId} and n.moderation is null order by n.created_at desc, n.id desc limit 1)`.as(
        'newest',
      ),
    )
    .where('o.community_id', '=', communityId)
    .$if(from !== null, (query) =>
      query.where(sql<boolean>`(o.is_pinned, o.created_at, o.id) < (${from?.isPinned}::boolean, ${from?.after}::timestamptz, ${from?.id}::uuid)`),
    )
    .orderBy('o.is_pinned', 'desc')
    .orderBy('o.created_at', 'desc')
    .orderBy('o.id', 'desc')
    .limit(limit + 1)
    .execute()
  const { items, nextCursor } = pageOfRows(rows, limit, { item: postOf(reader), position: positionOf })
  return { items, nextCursor, newest: rows[0]?.newest ?? null }
}

/** One post, with the cursor at which the list starts with it. */
export async function postById(db: Db, { id, ...reader }: Reader & { id: string }): Promise<(Post & { cursor: string }) | null> {
  const row = await postRows(db, reader.viewer).where('o.id', '=', id).executeTakeFirst()
  return row ? { ...postOf(reader)(row), cursor: encodeCursor({ ...positionOf(row), id: lastId }) } : null
}

function postRows(db: Db, viewer: Viewer | null) {
  return db
    .selectFrom('community_post as o')
    .innerJoin('community as c', 'c.id', 'o.community_id')
    .innerJoin('community_post_stats as s', 's.post_id', 'o.id')
    .innerJoin('person as p', 'p.id', 'o.author_id')
    .leftJoin('community_member as w', (on) => on.onRef('w.community_id', '=', 'o.community_id').onRef('w.person_id', '=', 'o.author_id'))
    .where(isReadableBy(viewer, { state: 'o.moderation', author: 'o.author_id' }))
    .select([
      'o.id',
      'o.community_id',
      'o.author_id',
      'o.title',
      'o.body',
      'o.body_html',
      'o.is_pinned',
      'o.is_announcement',
      'o.is_locked',
      'o.created_at',
      'c.privacy',
      's.likes',
      's.comments',
      'w.role',
      'w.status',
      ...authorColumns,
      picturesFor('community_post', 'o.id').as('pictures'),
      moderationOf('o.moderation', 'o.id', 'o.author_id').as('moderation'),
      sql<boolean>`o.updated_at <> o.created_at`.as('is_edited'),
      sql<string>`o.created_at::text`.as('at'),
      // A scalar subquery runs once per post; for an `exists`, PostgreSQL would first read all likes of the viewer.
      sql<boolean>`coalesce((select true from community_post_like l where l.post_id = o.id and l.person_id = ${viewer?.id ?? null}::uuid), false)`.as(
        'has_liked',
      ),
    ])
}
type PostRow = Awaited<ReturnType<ReturnType<typeof postRows>['execute']>>[number]

const postOf =
  ({ viewer, urlSigner }: Reader) =>
  (row: PostRow): Post => {
    const [picture] = row.pictures
    return {
      id: row.id,
      communityId: row.community_id,
      author: authorFrom(row.author_id, row),
      authorRole: membershipFrom(row).role,
      title: row.title,
      body: row.body,
      bodyHtml: row.body_html,
      picture: picture ? pictureOf(picture, privacyOf(row.privacy) === 'private' ? urlSigner : null) : null,
      isPinned: row.is_pinned,
      isAnnouncement: row.is_announcement,
      isLocked: row.is_locked,
      isEdited: row.is_edited,
      createdAt: row.created_at,
      moderation: row.moderation && moderationFrom(row.moderation),
      likes: Number(row.likes),
      comments: Number(row.comments),
      viewer: { isAuthor: row.author_id === viewer?.id, hasLiked: row.has_liked },
    }
  }

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The position begins with the pinned flag, because pinned posts are sorted first. */
const positionOf = ({ is_pinned, at, id }: { is_pinned: boolean; at: string; id: string }) => ({ after: `${Number(is_pinned)} ${at}`, id })

function placeIn(cursor: string | undefined) {
  const place = decodeCursor(cursor, 'text')
  if (!place) return null
  const [, pinned, time = ''] = /^([01]) (.+)$/.exec(String(place.after)) ?? []
  // Rejects an invalid timestamp like any other invalid cursor.
  const moment = decodeCursor(encodeCursor({ after: time, id: place.id }), 'time')
  return moment && { ...moment, isPinned: pinned === '1' }
}

export async function likesOf(db: Db, { id, personId }: { id: string; personId: string }) {
  const row = await db
    .selectFrom('community_post_stats as s')
    .select(['s.likes', sql<boolean>`exists (select from community_post_like l where l.post_id = s.post_id and l.person_id = ${personId})`.as('has_liked')])
    .where('s.post_id', '=', id)
    .executeTakeFirstOrThrow()
  return { likes: Number(row.likes), hasLiked: row.has_liked }
}
