import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { DB } from '#platform/server/store/schema.gen.ts'

export type Statement = { text: string; values: readonly unknown[] }

/** Runs one of the product's own functions and keeps the statements that it sent, as it sent them. */
export async function recorded<Made>(pool: pg.Pool, act: (db: Kysely<DB>) => Promise<Made>): Promise<{ statements: Statement[]; made: Made }> {
  const statements: Statement[] = []
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ level, query }) => {
      if (level === 'query') statements.push({ text: query.sql, values: query.parameters })
    },
  })
  // The pool is the caller's, so this Kysely is left and not destroyed, which would end it.
  return { made: await act(db), statements }
}
