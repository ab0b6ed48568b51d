import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Searched, Words } from './search-sql.ts'

/** The planner's row estimates for a search, from its statistics on word frequency. */
export type Expected = { strict: Words; forgiving: Words | null; inTitle: number; rows: number }

/**
 * A word this many times more frequent than the rarest one is not looked up in the index: reading its list costs more than it
 * saves.
 */
const muchMore = 4
/** Limits nothing; it keeps the planner from choosing a parallel plan, which would divide the estimates among the workers. */
const noLimit = 1_000_000_000

/** Plans all queries in one EXPLAIN and runs none of them. */
export async function expected(db: Db, searched: Searched, { strict, forgiving }: { strict: string[]; forgiving: string[] | null }): Promise<Expected> {
  const { table, title, words } = searched
  const having = (column: Searched['words'], query: string) => sql`where ${column} @@ ${query}::tsquery`
  const conditions = [
    sql``,
    having(title, strict.join(' & ')),
    having(words, strict.join(' & ')),
    ...strict.map((query) => having(words, query)),
    ...(forgiving ?? []).map((query) => having(words, query)),
  ]
  const branches = conditions.map((condition) => sql`(select 1 from ${sql.table(table)} d ${condition} limit ${sql.lit(noLimit)})`)
  type Node = { 'Plan Rows': number }
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { Plans?: Node[] } }] }>`explain (format json) ${sql.join(branches, sql` union all `)}`.execute(db)
  const numbers = (rows[0]?.['QUERY PLAN'][0].Plan.Plans ?? []).map((plan) => plan['Plan Rows'])
  const [count = 0, inTitle = 0, matches = 0, ...each] = numbers
  return {
    rows: count,
    inTitle,
    strict: wordsOf(strict, each.slice(0, strict.length), matches),
    forgiving: forgiving && wordsOf(forgiving, each.slice(strict.length), 0),
  }
}

function wordsOf(queries: string[], each: number[], matches: number): Words {
  const named = Math.min(...each)
  const isRare = (at: number) => (each[at] ?? 0) <= muchMore * named
  const common = queries.filter((_, at) => !isRare(at))
  return {
    rare: queries.filter((_, at) => isRare(at)).join(' & '),
    common: common.length ? common.join(' & ') : null,
    named,
    matches,
  }
}
