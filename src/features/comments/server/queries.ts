import { sql } from 'kysely'
import { roles } from '#features/communities/terms.ts'
import { pictureOf, picturesFor, type UrlSigner } from '#features/media/server/public.ts'
import { moderationFrom, moderationOf } from '#features/moderation/server/public.ts'
import { authorFrom } from '#platform/author.ts'
import { cursorFrom, decodeCursor, pageOfRows } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { isSiteModerator, type Viewer } from '#platform/viewer.ts'
import type { Comment } from '../contract.ts'
import { type CommentParent, parentIdOf, threadOrder } from '../terms.ts'

/** `urlSigner` signs the URLs of pictures in a private community; null elsewhere. */
type Reader = { viewer: Viewer | null; urlSigner: UrlSigner | null }
type Page = Reader & { cursor?: string | undefined; limit: number }
const removedBody = '[deleted]'

/** Roots of the threads, in the order of `threadOrder`. A removed root is included only while it has replies. */
export async function threadsOf(db: Db, { place, ...page }: Page & { place: CommentParent }) {
  const column = 'postId' in place ? 'post_id' : 'campaign_id'
  const from = decodeCursor(page.cursor, 'time')
  const isOldestFirst = threadOrder(place) === 'oldest first'
  const way = isOldestFirst ? 'asc' : 'desc'
  const beyond = sql.raw(isOldestFirst ? '>' : '<')
  const rows = await commentRows(db, page.viewer)
    .select(
      sql<string>`(select n.id from comment n where ${sql.ref(`n.${column}`)} = ${parentIdOf(place)} and n.removed_at is null
        order by n.created_at desc, n.id desc limit 1)`.as('newest'),
    )
    .where(`c.${column}`, '=', parentIdOf(place))
    .where('c.depth', '=', 0)
    .where(takesPlace(page.viewer))
    .$if(from !== null, (query) => query.where(sql<boolean>`(c.created_at, c.id) ${beyond} (${from?.after}::timestamptz, ${from?.id}::uuid)`))
    .orderBy('c.created_at', way)
    .orderBy('c.id', way)
    .limit(page.limit + 1)
    .execute()
  const { items, nextCursor } = pageOfRows(rows, page.limit, { item: commentOf(page), position: ({ id, at }) => ({ after: at, id }) })
  return { items, nextCursor, newest: rows[0]?.newest ?? null }
}

/** All replies below a root, oldest first, so that no reply precedes its parent comment. */
export async function answersOf(db: Db, { rootId, ...page }: Page & { rootId: string }) {
  const from = decodeCursor(page.cursor, 'time')
  const rows = await commentRows(db, page.viewer)
    .where('c.root_id', '=', rootId)
    .where('c.depth', '>', 0)
    .$if(from !== null, (query) => query.where(sql<boolean>`(c.created_at, c.id) > (${from?.after}::timestamptz, ${from?.id}::uuid)`))
    .orderBy('c.created_at')
    .orderBy('c.id')
    .limit(page.limit + 1)
    .execute()
  return pageOfRows(rows, page.limit, { item: commentOf(page), position: (row) => ({ after: row.at, id: row.id }) })
}

export async function commentById(db: Db, { id, ...reader }: Reader & { id: string }): Promise<Comment | null> {
  const row = await commentRows(db, reader.viewer).where('c.id', '=', id).executeTakeFirst()
  return row ? commentOf(reader)(row) : null
}

/** A comment with the id of its root, and the cursor at which the list starts with that root; null if the comment is removed. */
export async function linkedComment(db: Db, { id, ...reader }: Reader & { id: string }) {
  const row = await commentRows(db, reader.viewer)
    .innerJoin('comment as r', 'r.id', 'c.root_id')
    .select(['r.id as root_id', sql<string>`r.created_at::text`.as('root_at')])
    .where('c.id', '=', id)
    .where((condition) => condition.or([condition('c.removed_at', 'is', null), isStillReadable(reader.viewer)]))
    .executeTakeFirst()
  return row ? { ...commentOf(reader)(row), rootId: row.root_id, cursor: cursorFrom(row.root_at, threadOrder(placeFrom(row))) } : null
}

/** SQL condition: a moderator hid or removed the comment `c`, and the viewer may still read it. */
const isStillReadable = (viewer: Viewer | null) => {
  if (!viewer) return sql<boolean>`false`
  return isSiteModerator(viewer) ? sql<boolean>`c.moderation is not null` : sql<boolean>`(c.moderation is not null and c.author_id = ${viewer.id}::uuid)`
}

/** SQL condition: the root `c` is listed. A moderated root without replies is listed only for those who may still read it. */
const takesPlace = (viewer: Viewer | null) => sql<boolean>`(c.moderation is null or ${isStillReadable(viewer)}
  or exists (select from comment d where d.root_id = c.id and d.depth > 0 and d.removed_at is null))`

function commentRows(db: Db, viewer: Viewer | null) {
  return db
    .selectFrom('comment as c')
    .innerJoin('person as p', 'p.id', 'c.author_id')
    .select([
      'c.id',
      'c.campaign_id',
      'c.post_id',
      'c.parent_id',
      'c.depth',
      'c.author_id',
      'c.body',
      'c.body_html',
      'c.removed_at',
      moderationOf('c.moderation', 'c.id', 'c.author_id').as('moderation'),
      'c.created_at',
      'p.first_name',
      'p.last_name',
      'p.avatar_url',
      'p.deleted_at',
      picturesFor('comment', 'c.id').as('pictures'),
      sql<string | null>`(select m.role from community_post w join community_member m on m.community_id = w.community_id
        where w.id = c.post_id and m.person_id = c.author_id and m.status = 'active')`.as('author_role'),
      sql<boolean>`c.updated_at <> c.created_at`.as('is_edited'),
      sql<string>`c.created_at::text`.as('at'),
      sql<number>`(select count(*) from comment_like l where l.comment_id = c.id)`.as('likes'),
      sql<boolean>`coalesce((select true from comment_like l where l.comment_id = c.id and l.person_id = ${viewer?.id ?? null}), false)`.as('has_liked'),
      sql<number>`case when c.depth = 0 then (select count(*) from comment d where d.root_id = c.id and d.depth > 0 and d.removed_at is null) else 0 end`.as(
        'replies',
      ),
    ])
}
type CommentRow = Awaited<ReturnType<ReturnType<typeof commentRows>['execute']>>[number]

const commentOf =
  ({ viewer, urlSigner }: Reader) =>
  (row: CommentRow): Comment => {
    const { id, campaign_id: campaignId, post_id: postId, parent_id: parentId, depth, created_at: createdAt, replies } = row
    const place = { id, campaignId, postId, parentId, depth, createdAt, replies }
    const isAuthor = row.author_id === viewer?.id
    const moderation = row.moderation && (isAuthor || isSiteModerator(viewer)) ? moderationFrom(row.moderation) : null
    if (row.removed_at && !moderation) {
      const nothing = { author: null, authorRole: null, body: removedBody, bodyHtml: '', pictures: [], isRemoved: true, moderation, isEdited: false, likes: 0 }
      return { ...place, ...nothing, viewer: { isAuthor: false, hasLiked: false } }
    }
    return {
      ...place,
      author: authorFrom(row.author_id, row),
      authorRole: roles.find((each) => each === row.author_role) ?? null,
      body: row.body,
      bodyHtml: row.body_html,
      pictures: row.pictures.map((picture) => pictureOf(picture, urlSigner)),
      isRemoved: false,
      moderation,
      isEdited: row.is_edited,
      likes: row.likes,
      viewer: { isAuthor, hasLiked: row.has_liked },
    }
  }

/** A comment with its position and state, for functions that change it. `lock` locks the row until the transaction ends. */
export async function commentAt(db: Db, { id, lock }: { id: string; lock?: 'update' | 'share' | undefined }) {
  const row = await db
    .selectFrom('comment')
    .select(['id', 'campaign_id', 'post_id', 'parent_id', 'root_id', 'depth', 'author_id', 'body', 'removed_at', 'moderation'])
    .where('id', '=', id)
    .$if(lock === 'update', (query) => query.forUpdate())
    .$if(lock === 'share', (query) => query.forShare())
    .executeTakeFirst()
  return row ? { ...row, place: placeFrom(row) } : null
}

function placeFrom({ id, campaign_id, post_id }: { id: string; campaign_id: string | null; post_id: string | null }): CommentParent {
  if (campaign_id !== null) return { campaignId: campaign_id }
  if (post_id !== null) return { postId: post_id }
  throw new Error(`Comment ${id} is about nothing`)
}

export async function isPictured(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('attachment').select('id').where('comment_id', '=', id).limit(1).executeTakeFirst()) !== undefined
}

export async function likesOf(db: Db, { id, personId }: { id: string; personId: string }) {
  const row = await db
    .selectFrom('comment_like')
    .select([sql<number>`count(*)`.as('likes'), sql<boolean>`coalesce(bool_or(person_id = ${personId}), false)`.as('has_liked')])
    .where('comment_id', '=', id)
    .executeTakeFirstOrThrow()
  return { likes: row.likes, hasLiked: row.has_liked }
}

export const tombstone = { body: removedBody, body_html: '' }
