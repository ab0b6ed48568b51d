import { type RawBuilder, sql } from 'kysely'
import { decodeCursor, encodeCursor, wholePosition } from '#platform/server/keyset.ts'
import { inSearchTurn, type Searched, searchPage } from '#platform/server/ranked-search.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { findSearchWords } from '#platform/server/words.ts'
import { normalized } from '#platform/text.ts'
import { type CommunitySort, type PrivacyFilter, trendingShown } from '../terms.ts'

const orders = {
  popular: { at: sql`r.popularity`, type: 'bigint' },
  members: { at: sql`r.members`, type: 'bigint' },
  new: { at: sql`r.created_at`, type: 'timestamptz' },
  trending: { at: sql`r.posts_week`, type: 'bigint' },
} as const satisfies Record<CommunitySort, { at: RawBuilder<unknown>; type: Searched['type'] }>

type Filter = { privacy: PrivacyFilter; tags?: readonly string[] | undefined; sort: CommunitySort }

/**
 * Search of communities by name and description. `trending` means public communities with posts in the last seven days. The activity
 * of a private community is for its members only, so it is never trending, and its popularity counts its members alone.
 */
export function searchedCommunities({ privacy, tags = [], sort }: Filter): Searched {
  return {
    table: 'community',
    title: sql`d.name_words`,
    words: sql`d.words`,
    rank: sql`community_rank r`,
    rankId: sql`r.community_id`,
    parts: [partOf({ privacy, sort })],
    where: tags.length > 0 ? [sql`r.tags @> (select array_agg(norm(tag)) from unnest(${tags}::text[]) as tag)`] : [],
    ...orders[sort],
    direction: 'desc',
  }
}

function partOf({ privacy, sort }: Filter) {
  if (sort !== 'trending') return privacy === 'all' ? sql`true` : sql`r.privacy = ${privacy}`
  return privacy === 'private' ? sql`false` : sql`(r.privacy = 'public' and r.posts_week > 0)`
}

type ListQuery = { q?: string | undefined; privacy: PrivacyFilter; tag?: string | undefined; sort: CommunitySort; cursor?: string | undefined; limit: number }
type Page = { ids: string[]; nextCursor: string | null; total: number | null }

/** A page of ids: the best matches first if there is a search text, else in the order of `sort`. Only the first page has a total. */
export async function pageOfIds(db: Db, { q = '', tag = '', privacy, sort, cursor, limit }: ListQuery): Promise<Page> {
  const searched = searchedCommunities({ privacy, sort, tags: normalized(tag) === '' ? [] : [normalized(tag)] })
  if (normalized(q) !== '') return inSearchTurn(async () => searchPage(db, { searched, asked: await findSearchWords(db, q), cursor, limit }))
  const [page, total] = await Promise.all([listPage(db, { searched, cursor, limit }), cursor === undefined ? countOf(db, searched) : null])
  return { ...page, total }
}

async function listPage(db: Db, { searched, cursor, limit }: { searched: Searched; cursor: string | undefined; limit: number }) {
  const isTime = searched.type === 'timestamptz'
  const from = decodeCursor(cursor, isTime ? 'time' : 'number')
  const [at, type] = [searched.at, sql.raw(searched.type)]
  const after = from ? sql`and (${at}, r.community_id) < (${isTime ? from.after : wholePosition(from.after)}::${type}, ${from.id}::uuid)` : sql``
  const { rows } = await sql<{ id: string; at: string | number }>`
    select r.community_id as id, ${at}::${sql.raw(isTime ? 'text' : 'float8')} as at from community_rank r
    where ${conditionsOf(searched)} ${after} order by ${at} desc, r.community_id desc limit ${limit + 1}`.execute(db)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { ids: shown.map(({ id }) => id), nextCursor: last && rows.length > limit ? encodeCursor({ after: last.at, id: last.id }) : null }
}

async function countOf(db: Db, searched: Searched): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from community_rank r where ${conditionsOf(searched)}`.execute(db)
  return rows[0]?.n ?? 0
}

const conditionsOf = ({ parts, where }: Searched) => sql.join([...parts, ...where], sql` and `)

/** Public communities with the most posts in seven days. */
export async function trendingCommunities(db: Db): Promise<{ id: string; postsThisWeek: number }[]> {
  const { rows } = await sql<{ id: string; posts: number }>`
    select community_id as id, posts_week as posts from community_rank where privacy = 'public' and posts_week > 0
    order by posts_week desc, community_id desc limit ${trendingShown}`.execute(db)
  return rows.map(({ id, posts }) => ({ id, postsThisWeek: Number(posts) }))
}
