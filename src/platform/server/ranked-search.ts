import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import { decodeCursor, encodeCursor, type Position, wholePosition } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { openConcurrencyLimit } from './concurrency-limit.ts'
import { type Expected, expected } from './search-estimates.ts'
import { all, alone, byWords, holds, matching, places, type Searched, shown, type Words, way } from './search-sql.ts'
import type { SearchWords } from './words.ts'

export type { Searched } from './search-sql.ts'

/** Concurrency limit. Searches with many short words read long index lists, and a rush of them must not take every connection. */
export const inSearchTurn = openConcurrencyLimit({
  atOnce: 6,
  waiting: 200,
  patienceMs: 5_000,
  full: () => new ORPCError('UNAVAILABLE', { status: 503, message: 'Too many searches are running. Try again in a moment.' }),
})

/** With this many strict matches, typo matches are not shown. */
const enough = 20
/** Up to this many rows can be sorted quickly in any order. */
const few = 1_000
const walkAtMost = 1_000
const countAtMost = 1_000
const tooManyNamed = 20_000

/** Match quality, best first: all words in the title (0), all words anywhere (1), then the same with typos forgiven (2, 3). */
type Tier = 0 | 1 | 2 | 3
type Row = { id: string; at: string | number; tier: Tier }
type From = { tier: Tier; position: Position } | null
type Page = { ids: string[]; nextCursor: string | null; total: number | null }

export type PageRequest = { cursor?: string | undefined; limit: number }
type SearchInput = { searched: Searched; strict: Words; forgiving: Words | null; from: From; need: number; isCounted: boolean }
/** `total` counts all matches, regardless of the cursor; null if it was not requested. */
type Found = { rows: Row[]; total: number | null }

/**
 * Returns a page of ids, best matches first and in ranking order among equally good ones. `total` is exact up to 1,000; 1,001 means more.
 * It is counted for a first page only, if requested.
 */
export async function searchPage(db: Db, given: { searched: Searched; asked: SearchWords; isCounted?: boolean } & PageRequest): Promise<Page> {
  const { searched, asked, limit } = given
  const from = startOf(searched, given.cursor)
  const isCounted = given.isCounted === true && given.cursor === undefined
  const { rows, total } = await found(db, { searched, asked, from, need: limit + 1, isCounted })
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const nextCursor = last && rows.length > limit ? `${last.tier}.${encodeCursor({ after: last.at, id: last.id })}` : null
  return { ids: items.map(({ id }) => id), nextCursor, total: total === null ? null : Math.min(total, countAtMost + 1) }
}

async function found(db: Db, { asked, ...given }: Omit<SearchInput, 'strict' | 'forgiving'> & { asked: SearchWords }): Promise<Found> {
  const [strict, forgiving] = asked.strict === null ? [asked.forgiving, null] : [asked.strict, asked.forgiving]
  if (strict === null) return { rows: [], total: given.isCounted ? 0 : null }
  const known = await expected(db, given.searched, { strict, forgiving })
  const every: SearchInput = { ...given, strict: known.strict, forgiving: known.forgiving }
  if (known.forgiving !== null && known.forgiving.named <= few) return allAtOnce(db, every)
  const onlyStrict = { ...every, forgiving: null }
  const isBeyond = given.from !== null && given.from.tier > 1
  if (!isBeyond) {
    const found = known.strict.named <= few ? await allAtOnce(db, onlyStrict) : await tierByTier(db, onlyStrict, known)
    if (known.forgiving === null || found.rows.length >= given.need) return found
    // All strict matches after the cursor are here. Only after a cursor is it still unknown if there are too few of them in
    // total.
    if (given.from === null && found.rows.length >= enough) return found
  }
  return allAtOnce(db, every)
}

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

/** Sorts and counts all rows from the word index in one statement. */
async function allAtOnce(db: Db, { searched: given, strict, forgiving, from, need, isCounted }: SearchInput): Promise<Found> {
  const searched = alone(given, true)
  const isWhole = searched.title === searched.words
  const step = (words: Words, tier: Tier) => sql`
    ${isWhole ? sql`` : sql`when ${holds(searched.title, words)} then ${sql.lit(tier)}`}
    when ${holds(searched.words, words)} then ${sql.lit(isWhole ? tier : tier + 1)}`
  const beyond = sql.raw(searched.direction === 'desc' ? '<' : '>')
  const after = from
    ? sql`and (tier > ${from.tier} or (tier = ${from.tier} and (at, id) ${beyond} (${from.position.after}::${sql.raw(searched.type)}, ${from.position.id}::uuid)))`
    : sql``
  const { rows } = await byWords(db, (tx) =>
    sql<Row & { strict: number; total: number }>`
      with found as materialized (
        select d.id, ${searched.at} as at, case ${step(strict, 0)} ${forgiving ? step(forgiving, 2) : sql``} end as tier
        from ${matching(searched, { column: searched.words, words: forgiving ?? strict, position: null })}),
      counted as (select (count(*) filter (where tier < 2))::int as strict, count(*)::int as total from found)
      select c.strict, c.total, m.id, m.tier, m.at::${shown(searched)} as at
      from counted c left join lateral (
        select id, at, tier from found where (tier < 2 or c.strict < ${sql.lit(enough)}) ${after}
        order by tier, at ${way(searched)}, id ${way(searched)} limit ${need}) m on true
      order by m.tier, m.at ${way(searched)}, m.id ${way(searched)}`.execute(tx),
  )
  const counts = rows[0] ?? { strict: 0, total: 0 }
  return { rows: rows.filter(({ id }) => id !== null), total: isCounted ? (counts.strict < enough ? counts.total : counts.strict) : null }
}

/** For too many matches to sort: first those with all words in the title, then the others. */
async function tierByTier(db: Db, given: SearchInput, known: Expected): Promise<Found> {
  const { searched, from, need } = given
  const isWhole = searched.title === searched.words
  const rows: Row[] = []
  for (const tier of isWhole ? ([0] as const) : ([0, 1] as const)) {
    if (from !== null && tier < from.tier) continue
    if (rows.length >= need) break
    const position = from?.tier === tier ? from.position : null
    const many = tier === 0 ? known.inTitle : known.strict.matches
    const found = await matchesIn(db, { given, tier, position, need: need - rows.length, walks: walksTo({ need, many, of: known.rows }) })
    rows.push(...found.map((row) => ({ ...row, tier })))
  }
  return { rows, total: given.isCounted ? await countOf(db, given, known) : null }
}

/**
 * Numbers of ranking rows to walk; empty if the word index is faster. A short walk usually suffices; if other rows rank first,
 * a long one may.
 */
function walksTo({ need, many, of }: { need: number; many: number; of: number }): number[] {
  if (many * many <= need * of) return []
  const short = Math.ceil(need + (2 * need * of) / many)
  return short < walkAtMost / 2 ? [short, walkAtMost] : [walkAtMost]
}

type Matches = { given: SearchInput; tier: 0 | 1; position: Position | null; need: number; walks: number[] }

/**
 * Finds the first matches of a ranking in one of two ways. Few matches come from the word index. If the planner expects many, a
 * walk along the ranking soon finds enough; if it does not, the word index is queried after all.
 */
async function matchesIn(db: Db, { given, tier, position, need, walks }: Matches): Promise<Omit<Row, 'tier'>[]> {
  const { searched, strict } = given
  const column = tier === 0 ? searched.title : searched.words
  const but = tier === 0 ? sql`` : sql`and not ${holds(searched.title, strict)}`
  for (const walk of walks) {
    const { rows } = await sql<Row & { walked: number }>`
      with place as materialized (${places(searched, { position, limit: walk })})
      select n.walked, m.id, m.at::${shown(searched)} as at
      from (select count(*)::int as walked from place) n left join lateral (
        select p.id, p.at from place p cross join lateral (select d.* from ${sql.table(searched.table)} d where d.id = p.id offset 0) d
        where ${holds(column, strict)} ${but} order by p.at ${way(searched)}, p.id ${way(searched)} limit ${need}) m on true
      order by m.at ${way(searched)}, m.id ${way(searched)}`.execute(db)
    const met = rows.filter(({ id }) => id !== null)
    if (met.length >= need || (rows[0]?.walked ?? 0) < walk) return met
  }
  const own = alone(searched, true)
  const { rows } = await byWords(db, (tx) =>
    sql<Row>`
      select id, at::${shown(searched)} as at from (
        select d.id, ${own.at} as at from ${matching(own, { column, words: strict, position })} ${but}) m
      order by m.at ${way(searched)}, m.id ${way(searched)} limit ${need}`.execute(tx),
  )
  return rows
}

/**
 * If the index would return more than 20,000 matches and a quarter of all
 * rows, reading its list costs more than finding a thousand matches by a scan.
 */
async function countOf(db: Db, { searched, strict }: SearchInput, known: Expected): Promise<number> {
  const isEverywhere = strict.matches > tooManyNamed && strict.matches * 4 > known.rows
  const source = isEverywhere
    ? sql`${searched.rank} join ${sql.table(searched.table)} d on d.id = ${searched.rankId}
        where ${all(searched, sql`(${sql.join(searched.parts, sql` or `)})`, null)} and ${holds(searched.words, strict)}`
    : matching(alone(searched, false), { column: searched.words, words: strict, position: null })
  const { rows } = await byWords(db, (tx) => sql<{ n: number }>`select count(*)::int as n from (select from ${source} limit ${countAtMost + 1}) m`.execute(tx))
  return rows[0]?.n ?? 0
}
