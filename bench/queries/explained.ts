import { Kysely, PostgresDialect, sql } from 'kysely'
import type pg from 'pg'
import type { DB } from '#platform/server/store/schema.gen.ts'
import type { MeasuredQuery } from './all-queries.ts'
import { type Plan, planOf } from './plan.ts'
import type { Statement } from './recorded.ts'

class RolledBack extends Error {}

/** Returns the plans of all statements that one query sends. The query runs twice and is rolled back. */
export async function explained(pool: pg.Pool, { act }: MeasuredQuery, prepare: readonly string[] = []): Promise<Plan[]> {
  const statements = await statementsOf(pool, act, prepare)
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const text of prepare) await client.query(text)
    const plans: Plan[] = []
    for (const statement of statements) {
      if (/^\s*(select|with|insert|update|delete)\b/i.test(statement.text)) plans.push(await planOf(client, statement))
      else await client.query(statement.text)
    }
    return plans
  } finally {
    await client.query('rollback')
    client.release()
  }
}

async function statementsOf(pool: pg.Pool, act: MeasuredQuery['act'], prepare: readonly string[]): Promise<Statement[]> {
  const statements: Statement[] = []
  let listening = false
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ level, query }) => {
      if (listening && level === 'query') statements.push({ text: query.sql, values: query.parameters })
    },
  })
  const run = db.transaction().execute(async (tx) => {
    for (const text of prepare) await sql.raw(text).execute(tx)
    listening = true
    await act(tx)
    listening = false
    throw new RolledBack()
  })
  await run.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error
  })
  return statements
}
