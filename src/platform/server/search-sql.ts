import { type RawBuilder, sql } from 'kysely'
import type { Position } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'

type Sql = RawBuilder<unknown>

/** The searched data: a table `d` of texts and, separate from it, a table `r` of their positions in rankings. */
export type Searched = {
  table: 'campaign' | 'target' | 'community'
  /** Its tsvectors: of the title, and of all text where there is more than the title. */
  title: Sql
  words: Sql
  rank: Sql | null
  rankId: Sql
  /** Conditions, each with its own index in ranking order. Together they cover all searched rows. */
  parts: Sql[]
  where: Sql[]
  at: Sql
  type: 'float8' | 'bigint' | 'timestamptz' | 'text'
  direction: 'asc' | 'desc'
  /**
   * The same conditions on the table of texts alone, if it has the columns: saves a lookup per match. `at` is null if it lacks
   * the order.
   */
  alone?: { part: Sql; at: Sql | null } | undefined
}

/** Leaves the table of positions out, if possible. */
export function alone(searched: Searched, isOrdered: boolean): Searched {
  const own = searched.alone
  if (!own || (isOrdered && own.at === null)) return searched
  return { ...searched, rank: null, rankId: sql`d.id`, parts: [own.part], where: [], at: own.at ?? searched.at }
}

/** Words that a match must all contain. The index is queried for the rare ones; its rows are filtered by the common ones. */
export type Words = {
  rare: string
  common: string | null
  /** Estimated number of rows with the rare words (`named`) and with all words (`matches`). */
  named: number
  matches: number
}

/** Calls the function behind the @@ operator, for which the planner uses no index. */
const has = (column: Sql, query: string) => sql`ts_match_vq(${column}, ${query}::tsquery)`

/** Condition that a row found in another way contains all words. */
export const holds = (column: Sql, { rare, common }: Words) => (common === null ? has(column, rare) : sql`(${has(column, rare)} and ${has(column, common)})`)

/**
 * Rows from the word index, with their positions. OFFSET 0 isolates the
 * subquery: otherwise the planner may follow the order and scan the whole table.
 */
export const matching = (searched: Searched, { column, words, position }: { column: Sql; words: Words; position: Position | null }) => sql`
  (select d.* from ${sql.table(searched.table)} d where ${column} @@ ${words.rare}::tsquery offset 0) d ${searched.rank === null ? sql`` : sql`join ${searched.rank} on ${searched.rankId} = d.id`}
  where ${words.common === null ? sql`true` : has(column, words.common)}
    and ${all(searched, sql`(${sql.join(searched.parts, sql` or `)})`, position)}`

/** The ranking after a position. */
export function places(searched: Searched, { position, limit }: { position: Position | null; limit: number }): Sql {
  const ordered = sql`order by at ${way(searched)}, id ${way(searched)} limit ${limit}`
  const part = (condition: Sql) => sql`(
    select ${searched.rankId} as id, ${searched.at} as at from ${searched.rank}
    where ${all(searched, condition, position)} order by ${searched.at} ${way(searched)}, ${searched.rankId} ${way(searched)} limit ${limit})`
  return sql`select id, at from (${sql.join(searched.parts.map(part), sql` union all `)}) part ${ordered}`
}

/** Combines one part or all parts with the filters and the position. */
export function all(searched: Searched, part: Sql, position: Position | null): Sql {
  const beyond = sql.raw(searched.direction === 'desc' ? '<' : '>')
  const after = position && sql`(${searched.at}, ${searched.rankId}) ${beyond} (${position.after}::${sql.raw(searched.type)}, ${position.id}::uuid)`
  return sql.join([part, ...searched.where, ...(after ? [after] : [])], sql` and `)
}

export const way = ({ direction }: Searched) => sql.raw(direction)
/** Column type in a cursor: text for timestamps and texts, otherwise float8. */
export const shown = ({ type }: Searched) => sql.raw(type === 'timestamptz' || type === 'text' ? 'text' : 'float8')

/** Forces the word index whatever the planner estimates: a sequential scan of the whole table is never faster. */
export async function byWords<Made>(db: Db, ask: (tx: Db) => Promise<Made>): Promise<Made> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true), set_config('max_parallel_workers_per_gather', '0', true)`.execute(
      tx,
    )
    return ask(tx)
  })
}
