import { sql } from 'kysely'
import { roles } from '#features/communities/terms.ts'
import { pictureOf, picturesFor, type UrlSigner } from '#features/media/server/public.ts'
import type { CommentModeration, DiscussionLimits } from '#features/moderation/contract.ts'
import { isReadableBy, moderationFrom, moderationOf } from '#features/moderation/server/public.ts'
import { keptApart, ownBlock } from '#features/trust/blocks/server/public.ts'
import { authorColumns, authorFrom } from '#platform/author.ts'
import { cursorFrom, decodeCursor, pageOfRows } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Comment } from '../contract.ts'
import { type CommentSubject, shownHidden, subjectIdOf, threadOrder } from '../terms.ts'

/** `urlSigner` signs the URLs of pictures in a private community; null elsewhere. `mayModerate`: the viewer may delete or hide other people's comments there. */
type Reader = { viewer: Viewer | null; mayModerate: boolean; urlSigner: UrlSigner | null }
type Page = Reader & { cursor?: string | undefined; limit: number }
const removedBody = '[deleted]'

/** Top-level comments, in the order of `threadOrder`. A removed comment is included only while it has replies. */
export async function threadsOf(db: Db, { place, ...page }: Page & { place: CommentSubject }) {
  const column = 'postId' in place ? 'post_id' : 'campaign_id'
  const from = decodeCursor(page.cursor, 'time')
  const isOldestFirst = threadOrder(place) === 'oldest first'
  const way = isOldestFirst ? 'asc' : 'desc'
  const beyond = sql.raw(isOldestFirst ? '>' : '<')
  const rows = await commentRows(db, page)
    .select(
      sql<string>`(select n.id from comment n where ${sql.ref(`n.${column}`)} = ${subjectIdOf(place)} and n.removed_at is null
        order by n.created_at desc, n.id desc limit 1)`.as('newest'),
    )
    .where(`c.${column}`, '=', subjectIdOf(place))
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

type Discussion = DiscussionLimits & { hidden: number }

/** The limits of a campaign's discussion, and the number of comments that the organizer has hidden; null if there are few. */
export async function discussionOf(db: Db, campaignId: string) {
  const { rows } = await sql<Discussion>`
    select is_discussion_locked as "isLocked", slow_mode_seconds as "slowSeconds",
      (select count(*)::int from comment where campaign_id = ${campaignId} and moderation = 'hidden_by_organizer') as hidden
    from campaign where id = ${campaignId}`.execute(db)
  const { hidden = 0, isLocked = false, slowSeconds = null } = rows[0] ?? {}
  return { hiddenByOrganizer: hidden < shownHidden ? null : hidden, limits: { isLocked, slowSeconds } }
}

/** All replies below a top-level comment, oldest first, so that no reply precedes its parent comment. */
export async function answersOf(db: Db, { rootId, ...page }: Page & { rootId: string }) {
  const from = decodeCursor(page.cursor, 'time')
  const rows = await commentRows(db, page)
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
  const row = await commentRows(db, reader).where('c.id', '=', id).executeTakeFirst()
  return row ? commentOf(reader)(row) : null
}

/** A comment, the id of its top-level comment, and the cursor at which the list starts with that top-level comment. Null if the comment is removed. */
export async function linkedComment(db: Db, { id, ...reader }: Reader & { id: string }) {
  const row = await commentRows(db, reader)
    .innerJoin('comment as r', 'r.id', 'c.root_id')
    .select(['r.id as root_id', sql<string>`r.created_at::text`.as('root_at')])
    .where('c.id', '=', id)
    .where(sql<boolean>`(c.removed_at is null or (c.moderation is not null and ${isReadable(reader.viewer)}))`)
    .executeTakeFirst()
  return row ? { ...commentOf(reader)(row), rootId: row.root_id, cursor: cursorFrom(row.root_at, threadOrder(placeFrom(row))) } : null
}

/** SQL condition: the comment `c` is readable, or the viewer still reads it although a moderator or the organizer hid it. */
const isReadable = (viewer: Viewer | null) => sql<boolean>`(${isReadableBy(viewer, { state: 'c.moderation', author: 'c.author_id' })}
  or (c.moderation = 'hidden_by_organizer' and reads_hidden_by_organizer(${viewer?.id ?? null}::uuid, c.author_id, c.campaign_id)))`

/** SQL condition: the top-level comment `c` is listed. A moderated one without replies is listed only for viewers who may still read it. */
const takesPlace = (viewer: Viewer | null) => sql<boolean>`(${isReadable(viewer)}
  or exists (select from comment d where d.root_id = c.id and d.depth > 0 and d.removed_at is null))`

function commentRows(db: Db, { viewer, mayModerate }: Reader) {
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
      moderationOf<CommentModeration>('c.moderation', 'c.id', 'c.author_id').as('moderation'),
      isReadable(viewer).as('is_readable'),
      'c.created_at',
      ...authorColumns,
      picturesFor('comment', 'c.id').as('pictures'),
      sql<string | null>`(select m.role from community_post w join community_member m on m.community_id = w.community_id
        where w.id = c.post_id and m.person_id = c.author_id and m.status = 'active')`.as('author_role'),
      keptApart({ viewerId: viewer?.id ?? null, mayDelete: mayModerate }, sql.ref('c.author_id')).as('is_kept_apart'),
      ownBlock(viewer?.id ?? null, sql.ref('c.author_id')).as('hidden_as'),
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
    const moderation = row.moderation && row.is_readable ? moderationFrom(row.moderation) : null
    const hiddenAs = row.removed_at && !moderation ? null : row.hidden_as
    if ((row.removed_at && !moderation) || row.is_kept_apart) {
      const nothing = {
        author: null,
        authorRole: null,
        body: removedBody,
        bodyHtml: '',
        pictures: [],
        isRemoved: true,
        moderation: null,
        isEdited: false,
        likes: 0,
      }
      return { ...place, ...nothing, hiddenAs, viewer: { isAuthor: false, hasLiked: false } }
    }
    return {
      ...place,
      author: authorFrom(row.author_id, row),
      authorRole: roles.find((each) => each === row.author_role) ?? null,
      body: row.body,
      bodyHtml: row.body_html,
      pictures: row.pictures.map((picture) => pictureOf(picture, urlSigner)),
      isRemoved: false,
      hiddenAs: null,
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
    .select(['id', 'campaign_id', 'post_id', 'parent_id', 'root_id', 'depth', 'author_id', 'body', 'removed_at', 'moderation', 'updated_at'])
    .where('id', '=', id)
    .$if(lock === 'update', (query) => query.forUpdate())
    .$if(lock === 'share', (query) => query.forShare())
    .executeTakeFirst()
  return row ? { ...row, place: placeFrom(row) } : null
}

function placeFrom({ id, campaign_id, post_id }: { id: string; campaign_id: string | null; post_id: string | null }): CommentSubject {
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
