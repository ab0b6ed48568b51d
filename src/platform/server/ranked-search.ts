import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import { decodeCursor, encodeCursor, type Position, wholePlace } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { type Expected, expected } from './search-estimates.ts'
import { all, alone, byWords, holds, matching, places, type Searched, shown, type Words, way } from './search-sql.ts'
import { openTurns } from './turns.ts'
import type { Asked } from './words.ts'

export type { Searched } from './search-sql.ts'

/** Many short words make the store read long lists of places: a rush of searches must not hold every connection. */
export const inSearchTurn = openTurns({
  atOnce: 6,
  waiting: 200,
  patienceMs: 5_000,
  full: () => new ORPCError('UNAVAILABLE', { status: 503, message: 'Very many are searching. Try again in a moment.' }),
})

/** With this many strict matches nobody needs those that a typo would explain. */
const enough = 20
/** So many rows are quickly put in order, whatever they are. */
const few = 1_000
const walkAtMost = 1_000
const countAtMost = 1_000
const tooManyNamed = 20_000

/** Best first: all words in the title, then anywhere, then the same with typos forgiven. */
type Tier = 0 | 1 | 2 | 3
type Row = { id: string; at: string | number; tier: Tier }
type From = { tier: Tier; position: Position } | null
type Page = { ids: string[]; nextCursor: string | null; total: number | null }

export type Wanted = { cursor?: string | undefined; limit: number }
type Given = { searched: Searched; strict: Words; forgiving: Words | null; from: From; need: number; isCounted: boolean }
/** `total` is of all, wherever the page begins; null where it was not asked for. */
type Found = { rows: Row[]; total: number | null }

/**
 * A page of ids, best matches first and within these in the order of the ranking. `total` counts up to a thousand; one
 * more stands for any number beyond. It is told with a first page, where it is asked for.
 */
export async function searchPage(db: Db, given: { searched: Searched; asked: Asked; isCounted?: boolean } & Wanted): Promise<Page> {
  const { searched, asked, limit } = given
  const from = startOf(searched, given.cursor)
  const isCounted = given.isCounted === true && given.cursor === undefined
  const { rows, total } = await found(db, { searched, asked, from, need: limit + 1, isCounted })
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const nextCursor = last && rows.length > limit ? `${last.tier}.${encodeCursor({ after: last.at, id: last.id })}` : null
  return { ids: items.map(({ id }) => id), nextCursor, total: total === null ? null : Math.min(total, countAtMost + 1) }
}

async function found(db: Db, { asked, ...given }: Omit<Given, 'strict' | 'forgiving'> & { asked: Asked }): Promise<Found> {
  const [strict, forgiving] = asked.strict === null ? [asked.forgiving, null] : [asked.strict, asked.forgiving]
  if (strict === null) return { rows: [], total: given.isCounted ? 0 : null }
  const known = await expected(db, given.searched, { strict, forgiving })
  const every: Given = { ...given, strict: known.strict, forgiving: known.forgiving }
  if (known.forgiving !== null && known.forgiving.named <= few) return allAtOnce(db, every)
  const onlyStrict = { ...every, forgiving: null }
  const isBeyond = given.from !== null && given.from.tier > 1
  if (!isBeyond) {
    const found = known.strict.named <= few ? await allAtOnce(db, onlyStrict) : await tierByTier(db, onlyStrict, known)
    if (known.forgiving === null || found.rows.length >= given.need) return found
    // All strict matches from the cursor on are here: whether they are too few is only open after a cursor.
    if (given.from === null && found.rows.length >= enough) return found
  }
  return allAtOnce(db, every)
}

/** The place a cursor names; those of other lists are refused. */
function startOf({ type }: Searched, cursor: string | undefined): From {
  if (cursor === undefined) return null
  const [, named, rest = ''] = /^([0-3])\.(.+)$/.exec(cursor) ?? []
  const kind = type === 'timestamptz' ? 'time' : type === 'text' ? 'text' : 'number'
  const position = decodeCursor(rest, kind)
  if (position === null) return null
  const tier = tiers.find((each) => String(each) === named) ?? 0
  return { tier, position: type === 'bigint' ? { ...position, after: wholePlace(position.after) } : position }
}

const tiers = [0, 1, 2, 3] as const

/** All that the index of words names, put in order and counted in one statement. */
async function allAtOnce(db: Db, { searched: given, strict, forgiving, from, need, isCounted }: Given): Promise<Found> {
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

/** Where too many match to look at all of them: those with the words in the title first, then the others. */
async function tierByTier(db: Db, given: Given, known: Expected): Promise<Found> {
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

/** None where the index is quicker. A short one mostly does; where others stand first in the ranking, a long one may. */
function walksTo({ need, many, of }: { need: number; many: number; of: number }): number[] {
  if (many * many <= need * of) return []
  const short = Math.ceil(need + (2 * need * of) / many)
  return short < walkAtMost / 2 ? [short, walkAtMost] : [walkAtMost]
}

type Matches = { given: Given; tier: 0 | 1; position: Position | null; need: number; walks: number[] }

/**
 * Two ways to the first matches of a ranking. Few are named by the index of words. Where the store expects many, a walk
 * along the ranking soon has met enough; if it has not, the index is asked after all.
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

/** Where the index would name this many, and a quarter of all, reading its list costs more than meeting a thousand on any way. */
async function countOf(db: Db, { searched, strict }: Given, known: Expected): Promise<number> {
  const isEverywhere = strict.matches > tooManyNamed && strict.matches * 4 > known.rows
  const source = isEverywhere
    ? sql`${searched.rank} join ${sql.table(searched.table)} d on d.id = ${searched.rankId}
        where ${all(searched, sql`(${sql.join(searched.parts, sql` or `)})`, null)} and ${holds(searched.words, strict)}`
    : matching(alone(searched, false), { column: searched.words, words: strict, position: null })
  const { rows } = await byWords(db, (tx) => sql<{ n: number }>`select count(*)::int as n from (select from ${source} limit ${countAtMost + 1}) m`.execute(tx))
  return rows[0]?.n ?? 0
}
