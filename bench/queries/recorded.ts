import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { DB } from '#platform/server/store/schema.gen.ts'

export type Statement = { text: string; values: readonly unknown[] }

/** Runs a function of the product and records the statements that it sends. */
export async function recorded<Made>(pool: pg.Pool, act: (db: Kysely<DB>) => Promise<Made>): Promise<{ statements: Statement[]; made: Made }> {
  const statements: Statement[] = []
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ level, query }) => {
      if (level === 'query') statements.push({ text: query.sql, values: query.parameters })
    },
  })
  // Kysely is not destroyed here, because that would end the caller's pool.
  return { made: await act(db), statements }
}
