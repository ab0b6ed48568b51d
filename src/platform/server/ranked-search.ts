import { ORPCError } from '@orpc/server'
import { type RawBuilder, sql } from 'kysely'
import { decodeCursor, encodeCursor, type Position, wholePosition } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { openConcurrencyLimit } from './concurrency-limit.ts'
import { allOf, has, type SearchWords } from './words.ts'

type Sql = RawBuilder<unknown>

/** The searched data: a table `d` of texts and, separate from it, a table `r` of their positions in rankings. */
export type Searched = {
  table: 'campaign' | 'target' | 'community'
  /** Its tsvectors: of the title, and of all text where there is more than the title. */
  title: Sql
  words: Sql
  rank: Sql
  rankId: Sql
  /** Conditions, each with its own index in ranking order. Together they cover all searched rows. */
  parts: Sql[]
  where: Sql[]
  at: Sql
  type: 'float8' | 'bigint' | 'timestamptz' | 'text'
  direction: 'asc' | 'desc'
}

/** Concurrency limit. Searches with many short words read long index lists, and a rush of them must not take every connection. */
export const inSearchTurn = openConcurrencyLimit({
  atOnce: 6,
  waiting: 200,
  patienceMs: 5_000,
  full: () => new ORPCError('UNAVAILABLE', { status: 503, message: 'Too many searches are running. Try again in a moment.' }),
})

/** With fewer matches than this, typos are forgiven. */
const fewest = 5
const countAtMost = 100
/** Tests the first `places` rows of the ranking in its order. With `enough` matches among them, the word index is not queried. */
const walkOf = { page: { places: 1_000, enough: countAtMost + 1 }, preview: { places: 200, enough: fewest } } as const
/** Matches that are read by the word index. */
const indexAtMost = 500
/** Words in more than this share of the first tested rows are not queried in the index if others are: reading their lists would cost more than filtering. */
const frequentShare = 0.4
const sample = 200

/** Match quality, best first: all words in the title (0), all words anywhere (1), then the same with typos forgiven (2, 3). */
type Tier = 0 | 1 | 2 | 3
type Row = { id: string; at: string | number; tier: Tier }
type From = { tier: Tier; position: Position } | null
type Page = { ids: string[]; nextCursor: string | null; total: number | null }

export type PageRequest = { cursor?: string | undefined; limit: number }
type Search = { searched: Searched; asked: SearchWords; from: From; need: number; walk: { places: number; enough: number } }
type Queries = SearchWords['queries']
type Found = { rows: Row[]; total: number }
/** `few` are the ids of all matches if there are at most 100. `places` is how many rows were tested, `each` how many of the first 200 have each word. */
type Walked = Found & { few: string[]; places: number; each: number[] }

/**
 * Returns a page of ids, best matches first and in ranking order among equally good ones. `total` is exact up to 100; 101 means more. It is
 * counted for a first page only. `isPreview` is for a search whose first page is its only one.
 */
export async function searchPage(db: Db, given: { searched: Searched; asked: SearchWords; isPreview?: boolean } & PageRequest): Promise<Page> {
  const { searched, asked, limit, isPreview = false } = given
  const from = startOf(searched, given.cursor)
  const found = await findMatches(db, { searched, asked, from, need: limit + 1, walk: isPreview ? walkOf.preview : walkOf.page })
  const items = found.rows.slice(0, limit)
  const last = items.at(-1)
  const nextCursor = last && found.rows.length > limit ? `${last.tier}.${encodeCursor({ after: last.at, id: last.id })}` : null
  return { ids: items.map(({ id }) => id), nextCursor, total: from === null ? Math.min(found.total, countAtMost + 1) : null }
}

/**
 * Tests the first places of the ranking. Only if too few match, the word index is queried; only if that finds too few as well, with typos. The number
 * of matches decides and not the cursor, so all pages are parts of one list.
 */
async function findMatches(db: Db, search: Search): Promise<Found> {
  const { walk } = search
  const { queries, withTypos } = search.asked
  if (queries.length === 0) return none
  const walked = allOf(queries) === null ? none : await walkRanking(db, search)
  if (walked.total >= walk.enough) return walked
  const isWhole = walked.places < walk.places
  const strict = isWhole ? walked : await findByIndex(db, search, { walked, queries, every: null })
  if (strict.total >= fewest) return strict
  const forgiving = await withTypos()
  const every = forgiving && allOf(forgiving)
  return forgiving && every ? findByIndex(db, search, { walked, queries: forgiving, every }) : strict
}

const none: Walked = { rows: [], total: 0, few: [], places: 0, each: [] }

/** Parses a cursor; throws for one of another list. */
function startOf({ type }: Searched, cursor: string | undefined): From {
  if (cursor === undefined) return null
  const [, named, rest = ''] = /^([0-3])\.(.+)$/.exec(cursor) ?? []
  const kind = type === 'timestamptz' ? 'time' : type === 'text' ? 'text' : 'number'
  const position = decodeCursor(rest, kind)
  if (position === null) return null
  const tier = tiers.find((each) => String(each) === named) ?? 0
  return { tier, position: type === 'bigint' ? { ...position, after: wholePosition(position.after) } : position }
}

const tiers = [0, 1, 2, 3] as const

/** Matches among the first rows of the ranking. OFFSET 0 isolates the subquery, so that each row is read by its key; a join may read the whole table. */
async function walkRanking(db: Db, search: Search): Promise<Walked> {
  const { searched, asked, walk } = search
  const { rank, rankId, at, parts, where, table } = searched
  const first = (place: Sql, id: Sql) => sql`order by ${place} ${way(searched)}, ${id} ${way(searched)} limit ${sql.lit(walk.places)}`
  const part = (condition: Sql) => sql`(
    select ${rankId} as id, ${at} as at from ${rank} where ${sql.join([condition, ...where], sql` and `)} ${first(at, rankId)})`
  // Frequencies decide only between several words.
  const each = asked.queries.length > 1 ? asked.queries.map(({ query }) => sql`(select count(*)::int from sampled where ${has(sql`words`, query)})`) : []
  const { rows } = await sql<Row & Omit<Walked, 'rows'>>`
    with place as materialized (select id, at from (${sql.join(parts.map(part), sql` union all `)}) part ${first(sql`at`, sql`id`)}),
    tested as materialized (
      select p.id, p.at, ${searched.words} as words, ${searched.title} as title
      from place p cross join lateral (select d.* from ${sql.table(table)} d where d.id = p.id offset 0) d),
    sampled as (select words from tested limit ${sql.lit(sample)}),
    met as materialized (
      select id, at, case when ${asked.holds(sql`title`)} then 0 else 1 end as tier from tested where ${asked.holds(sql`words`)})
    select c.*, m.* from (
      select (select count(*)::int from place) as places, array[${sql.join(each)}]::int[] as each, (select count(*)::int from met) as total,
        (select coalesce(array_agg(id), '{}') from (select id from met limit ${sql.lit(countAtMost)}) l) as few) c
    ${pageOfMet(search)}`.execute(db)
  return { ...none, ...rows[0], rows: rows.filter(({ id }) => id !== null) }
}

/** Matches of the word index, of more than 500 any, together with those of the walk. With `every`, a query with typos, matches of that. */
async function findByIndex(db: Db, search: Search, { walked, queries, every }: { walked: Walked; queries: Queries; every: string | null }): Promise<Found> {
  const { searched, asked } = search
  const { table, title, words, rank, rankId, at, parts, where } = searched
  const rare = queries.filter((_, at) => (walked.each[at] ?? 0) <= frequentShare * sample)
  const indexed = allOf(rare) ?? allOf(queries)
  const others = rare.length === queries.length ? sql`true` : every === null ? asked.holds(words) : has(words, every)
  const inTitle = sql`case when ${asked.holds(title)} then 0 else 1 end`
  const tier = every === null ? inTitle : sql`case when ${asked.holds(words)} then ${inTitle} when ${has(title, every)} then 2 else 3 end`
  // Rows that the ranking lacks, such as drafts, do not count for the limit.
  const match = (condition: Sql) => sql`
    select d.id, r.at, ${tier} as tier from ${sql.table(table)} d cross join lateral (select ${at} as at from ${rank}
      where ${sql.join([sql`${rankId} = d.id`, sql`(${sql.join(parts, sql` or `)})`, ...where], sql` and `)} offset 0) r
    where ${condition}`
  const { rows } = await byWords(db, (tx) =>
    sql<Row & Omit<Found, 'rows'>>`
      with met as materialized (
        (${match(sql`${words} @@ ${indexed}::tsquery and ${others}`)} limit ${sql.lit(indexAtMost)})
        union ${match(sql`d.id = any(${walked.few}::uuid[])`)})
      select c.*, m.* from (select count(*)::int as total from met) c ${pageOfMet(search)}`.execute(tx),
  )
  return { total: rows[0]?.total ?? 0, rows: rows.filter(({ id }) => id !== null) }
}

/** The matches after the position; one row without an id if there are none. */
function pageOfMet({ searched, from, need }: Search): Sql {
  const { type, direction } = searched
  const shown = sql.raw(type === 'timestamptz' || type === 'text' ? 'text' : 'float8')
  const beyond = sql.raw(direction === 'desc' ? '<' : '>')
  const after =
    from && sql`where tier > ${from.tier} or (tier = ${from.tier} and (at, id) ${beyond} (${from.position.after}::${sql.raw(type)}, ${from.position.id}::uuid))`
  return sql`left join lateral (select id, at::${shown} as at, tier, at as place from met ${after ?? sql``} order by tier, met.at ${way(searched)}, id ${way(searched)} limit ${need}) m on true
    order by m.tier, m.place ${way(searched)}, m.id ${way(searched)}`
}

const way = ({ direction }: Searched) => sql.raw(direction)

/** Forces the word index whatever the planner estimates: a sequential scan of the whole table is never faster. */
export async function byWords<Made>(db: Db, ask: (tx: Db) => Promise<Made>): Promise<Made> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('enable_seqscan', 'off', true), set_config('max_parallel_workers_per_gather', '0', true)`.execute(tx)
    return ask(tx)
  })
}
