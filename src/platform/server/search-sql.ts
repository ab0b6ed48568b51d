import { type RawBuilder, sql } from 'kysely'
import type { Position } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'

type Sql = RawBuilder<unknown>

/** What is searched: a table `d` of texts and, apart from it, a table `r` of their places in lists. */
export type Searched = {
  table: 'campaign' | 'target' | 'community'
  /** Its word lists: of the title, and of everything where that is more. */
  title: Sql
  words: Sql
  rank: Sql | null
  rankId: Sql
  /** Each with an index of its own that gives the order. Together they are all that is searched. */
  parts: Sql[]
  where: Sql[]
  at: Sql
  type: 'float8' | 'bigint' | 'timestamptz' | 'text'
  direction: 'asc' | 'desc'
  /** The same said of the table of texts itself, where it knows: spares a look-up for each match. `at` null: not the order. */
  alone?: { part: Sql; at: Sql | null } | undefined
}

/** Without the table of places, where that can be. */
export function alone(searched: Searched, isOrdered: boolean): Searched {
  const own = searched.alone
  if (!own || (isOrdered && own.at === null)) return searched
  return { ...searched, rank: null, rankId: sql`d.id`, parts: [own.part], where: [], at: own.at ?? searched.at }
}

/** Words of which a match has each: the rare ones the index is asked for, the others are looked for in what it names. */
export type Words = {
  rare: string
  common: string | null
  /** About so many rows have the rare ones, and so many all. */
  named: number
  matches: number
}

/** As a function, not an operator: no index is made for it. */
const has = (column: Sql, query: string) => sql`ts_match_vq(${column}, ${query}::tsquery)`

/** Whether a row that was come at by another way has all words. */
export const holds = (column: Sql, { rare, common }: Words) => (common === null ? has(column, rare) : sql`(${has(column, rare)} and ${has(column, common)})`)

/** The rows that the index of words names, with their places. Named apart: an order that a join could use must not lead the planner through the whole table. */
export const matching = (searched: Searched, { column, words, position }: { column: Sql; words: Words; position: Position | null }) => sql`
  (select d.* from ${sql.table(searched.table)} d where ${column} @@ ${words.rare}::tsquery offset 0) d ${searched.rank === null ? sql`` : sql`join ${searched.rank} on ${searched.rankId} = d.id`}
  where ${words.common === null ? sql`true` : has(column, words.common)}
    and ${all(searched, sql`(${sql.join(searched.parts, sql` or `)})`, position)}`

/** The ranking from a position on. */
export function places(searched: Searched, { position, limit }: { position: Position | null; limit: number }): Sql {
  const ordered = sql`order by at ${way(searched)}, id ${way(searched)} limit ${limit}`
  const part = (condition: Sql) => sql`(
    select ${searched.rankId} as id, ${searched.at} as at from ${searched.rank}
    where ${all(searched, condition, position)} order by ${searched.at} ${way(searched)}, ${searched.rankId} ${way(searched)} limit ${limit})`
  return sql`select id, at from (${sql.join(searched.parts.map(part), sql` union all `)}) part ${ordered}`
}

/** One part or all, what it is narrowed by, and beyond a position. */
export function all(searched: Searched, part: Sql, position: Position | null): Sql {
  const beyond = sql.raw(searched.direction === 'desc' ? '<' : '>')
  const after = position && sql`(${searched.at}, ${searched.rankId}) ${beyond} (${position.after}::${sql.raw(searched.type)}, ${position.id}::uuid)`
  return sql.join([part, ...searched.where, ...(after ? [after] : [])], sql` and `)
}

export const way = ({ direction }: Searched) => sql.raw(direction)
/** As a cursor keeps it: moments and words as text, numbers as numbers. */
export const shown = ({ type }: Searched) => sql.raw(type === 'timestamptz' || type === 'text' ? 'text' : 'float8')

/** With the index of words, however many the planner fears to find: reading the whole table is never the way. */
export async function byWords<Made>(db: Db, ask: (tx: Db) => Promise<Made>): Promise<Made> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true), set_config('max_parallel_workers_per_gather', '0', true)`.execute(
      tx,
    )
    return ask(tx)
  })
}
