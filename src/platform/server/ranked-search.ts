import { ORPCError } from '@orpc/server'
import { type RawBuilder, sql } from 'kysely'
import { decodeCursor, encodeCursor, type Position } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { openTurns } from './turns.ts'
import type { Asked } from './words.ts'

/** Many short words make the store read long lists of places: a rush of searches must not hold every connection. */
export const inSearchTurn = openTurns({
  atOnce: 6,
  waiting: 200,
  patienceMs: 5_000,
  full: () => new ORPCError('UNAVAILABLE', { status: 503, message: 'Very many are searching. Try again in a moment.' }),
})

type Sql = RawBuilder<unknown>

/** What is searched: a table `d` of texts and, apart from it, a table `r` of their places in lists. */
export type Searched = {
  table: 'campaign' | 'target' | 'community'
  /** Its word lists: of the title, and of everything where that is more. */
  title: Sql
  words: Sql
  rank: Sql
  rankId: Sql
  /** Each with an index of its own that gives the order. Together they are all that is searched. */
  parts: Sql[]
  where: Sql[]
  at: Sql
  type: 'float8' | 'bigint' | 'timestamptz' | 'text'
  direction: 'asc' | 'desc'
}

/** With this many strict matches nobody needs those that a typo would explain. */
const enough = 20
const walkAtMost = 1_000
const countAtMost = 1_000

type Row = { id: string; at: string | number }
type Tier = { isStrict: boolean; holds: Sql }

/** Best first: all words in the title, then anywhere, then the same with typos forgiven. */
function tiersOf({ title, words }: Searched, { strict, forgiving }: Asked): Tier[] {
  const matches = (column: Sql, query: string) => sql`${column} @@ ${query}::tsquery`
  const isWhole = title === words
  const found: Tier[] = []
  const add = (isStrict: boolean, query: string, but: Sql) => {
    found.push({ isStrict, holds: sql`${matches(title, query)} ${but}` })
    if (!isWhole) found.push({ isStrict, holds: sql`${matches(words, query)} and not ${matches(title, query)} ${but}` })
  }
  if (strict !== null) add(true, strict, sql``)
  if (forgiving !== null) add(false, forgiving, strict === null ? sql`` : sql`and not ${matches(words, strict)}`)
  return found
}

export type Wanted = { cursor?: string | undefined; limit: number }

/** A page of ids, best matches first and within these in the order of the ranking. */
export async function searchPage(db: Db, given: { searched: Searched; asked: Asked } & Wanted): Promise<{ ids: string[]; nextCursor: string | null }> {
  const { searched, asked, limit } = given
  const from = startOf(searched, given.cursor)
  const tiers = tiersOf(searched, asked)
  const found: (Row & { tier: number })[] = []
  for (const [tier, { isStrict, holds }] of tiers.entries()) {
    if (tier < from.tier) continue
    if (found.length > limit) break
    if (!isStrict && (given.cursor === undefined ? found.length : await strictMatches(db, searched, tiers)) >= enough) break
    const position = tier === from.tier ? from.position : null
    const rows = await matchesIn(db, { searched, holds, position, need: limit + 1 - found.length })
    found.push(...rows.map((row) => ({ ...row, tier })))
  }
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const nextCursor = last && found.length > limit ? `${last.tier}.${encodeCursor({ after: last.at, id: last.id })}` : null
  return { ids: shown.map(({ id }) => id), nextCursor }
}

/** How many there are in all, up to a thousand; one more stands for any number beyond. */
export async function searchCount(db: Db, given: { searched: Searched; asked: Asked }): Promise<number> {
  const { searched, asked } = given
  let count = 0
  for (const { isStrict, holds } of tiersOf(searched, asked)) {
    if (!isStrict && count >= enough) break
    count += await countIn(db, { searched, holds })
    if (count > countAtMost) break
  }
  return Math.min(count, countAtMost + 1)
}

/** The place a cursor names; those of other lists are refused. */
function startOf({ type }: Searched, cursor: string | undefined): { tier: number; position: Position | null } {
  if (cursor === undefined) return { tier: 0, position: null }
  const [, tier = '', rest = ''] = /^([0-3])\.(.+)$/.exec(cursor) ?? []
  const kind = type === 'timestamptz' ? 'time' : type === 'text' ? 'text' : 'number'
  const position = decodeCursor(rest, kind)
  // Whole numbers, which a cursor of somebody's own making need not hold.
  const whole = (after: string | number) => Math.trunc(Math.min(Math.max(Number(after), 0), Number.MAX_SAFE_INTEGER))
  return { tier: Number(tier), position: position && type === 'bigint' ? { ...position, after: whole(position.after) } : position }
}

async function strictMatches(db: Db, searched: Searched, tiers: Tier[]): Promise<number> {
  let count = 0
  for (const { isStrict, holds } of tiers) {
    if (isStrict && count < enough) count += (await matchesIn(db, { searched, holds, position: null, need: enough - count })).length
  }
  return count
}

type Matches = { searched: Searched; holds: Sql; position: Position | null; need: number }

/**
 * Two ways to the first matches of a ranking. Few are named by the index of words. Where the store expects many, a walk
 * along the ranking soon has met enough; if it has not, the index is asked after all.
 */
async function matchesIn(db: Db, given: Matches): Promise<Row[]> {
  const { searched, holds, position, need } = given
  if (need <= 0) return []
  if (!(await areMany(db, searched, holds))) return named(db, given)
  const { rows } = await sql<Row & { walked: number }>`
    with place as materialized (${places(searched, { position, limit: walkAtMost })})
    select n.walked, m.id, m.at::${shown(searched)} as at
    from (select count(*)::int as walked from place) n left join lateral (
      select p.id, p.at from place p cross join lateral (select d.* from ${sql.table(searched.table)} d where d.id = p.id offset 0) d
      where ${holds} order by p.at ${way(searched)}, p.id ${way(searched)} limit ${need}) m on true
    order by m.at ${way(searched)}, m.id ${way(searched)}`.execute(db)
  const met = rows.filter(({ id }) => id !== null)
  if (met.length >= need || (rows[0]?.walked ?? 0) < walkAtMost) return met
  return named(db, given)
}

const named = (db: Db, { searched, holds, position, need }: Matches): Promise<Row[]> =>
  byWords(db, (tx) =>
    sql<Row>`
      select id, at::${shown(searched)} as at from (
        select d.id, ${searched.at} as at from ${matching(searched, { holds, position })}) m
      order by m.at ${way(searched)}, m.id ${way(searched)} limit ${need}`.execute(tx),
  )

/** Whether the store, by what it knows of how often words occur, expects more matches than it could quickly put in order. */
async function areMany(db: Db, { table }: Searched, holds: Sql): Promise<boolean> {
  const { rows } = await sql<{
    'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }]
  }>`explain (format json) select from ${sql.table(table)} d where ${holds}`.execute(db)
  return (rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0) > walkAtMost
}

async function countIn(db: Db, { searched, holds }: { searched: Searched; holds: Sql }): Promise<number> {
  if (!(await areMany(db, searched, holds))) return countNamed(db, { searched, holds })
  const limit = 2 * countAtMost
  const { rows } = await sql<{ walked: number; met: number }>`
    with place as materialized (${places(searched, { position: null, limit })})
    select (select count(*)::int from place) as walked,
      (select count(*)::int from place p cross join lateral (select d.* from ${sql.table(searched.table)} d where d.id = p.id offset 0) d where ${holds}) as met`.execute(
    db,
  )
  const { walked = 0, met = 0 } = rows[0] ?? {}
  if (met > countAtMost || walked < limit) return met
  return countNamed(db, { searched, holds })
}

async function countNamed(db: Db, { searched, holds }: { searched: Searched; holds: Sql }): Promise<number> {
  const counted = await byWords(db, (tx) =>
    sql<{ n: number }>`
      select count(*)::int as n from (select from ${matching(searched, { holds, position: null })} limit ${countAtMost + 1}) m`.execute(tx),
  )
  return counted[0]?.n ?? 0
}

/** The ranking from a position on. */
function places(searched: Searched, { position, limit }: { position: Position | null; limit: number }): Sql {
  const ordered = sql`order by at ${way(searched)}, id ${way(searched)} limit ${limit}`
  const part = (condition: Sql) => sql`(
    select ${searched.rankId} as id, ${searched.at} as at from ${searched.rank}
    where ${all(searched, condition, position)} order by ${searched.at} ${way(searched)}, ${searched.rankId} ${way(searched)} limit ${limit})`
  return sql`select id, at from (${sql.join(searched.parts.map(part), sql` union all `)}) part ${ordered}`
}

const matching = (searched: Searched, { holds, position }: { holds: Sql; position: Position | null }) => sql`
  ${sql.table(searched.table)} d join ${searched.rank} on ${searched.rankId} = d.id
  where ${holds} and ${all(searched, sql`(${sql.join(searched.parts, sql` or `)})`, position)}`

function all(searched: Searched, part: Sql, position: Position | null): Sql {
  const beyond = sql.raw(searched.direction === 'desc' ? '<' : '>')
  const after = position && sql`(${searched.at}, ${searched.rankId}) ${beyond} (${position.after}::${sql.raw(searched.type)}, ${position.id}::uuid)`
  return sql.join([part, ...searched.where, ...(after ? [after] : [])], sql` and `)
}

const way = ({ direction }: Searched) => sql.raw(direction)
/** As a cursor keeps it: moments and words as text, numbers as numbers. */
const shown = ({ type }: Searched) => sql.raw(type === 'timestamptz' || type === 'text' ? 'text' : 'float8')

/** With the index of words, however many the planner fears to find: reading the whole table is never the way. */
async function byWords<Found>(db: Db, ask: (tx: Db) => Promise<{ rows: Found[] }>): Promise<Found[]> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true), set_config('max_parallel_workers_per_gather', '0', true)`.execute(
      tx,
    )
    return (await ask(tx)).rows
  })
}
