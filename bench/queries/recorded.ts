import { type AnyRouter, createRouterClient } from '@orpc/server'
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

type Call = { router: AnyRouter; path: readonly string[]; context: object; input: object }

/** Calls the procedure at this path of the router and records the statements that it sends. Throws if it sends none. */
export async function recordedCall(pool: pg.Pool, { router, path, context, input }: Call): Promise<{ statements: Statement[]; made: unknown }> {
  const done = await recorded(pool, async (db): Promise<unknown> => {
    let at: unknown = createRouterClient(router, { context: Object({ db, ...context }) })
    for (const name of path) at = Reflect.get(Object(at), name)
    if (typeof at !== 'function') throw new Error(`There is no procedure ${path.join('.')}`)
    return Reflect.apply(at, undefined, [input])
  })
  if (done.statements.length === 0) throw new Error(`${path.join('.')} sent no statement`)
  return done
}

/** True for statements that have a plan. */
export const isPlanned = ({ text }: Statement) => /^\s*(select|with)\b/i.test(text)

/** Sends the statements again and returns the time that they took, in milliseconds. */
export async function timeOf(client: pg.Client, statements: Statement[]): Promise<number> {
  const before = performance.now()
  for (const { text, values } of statements) await client.query(text, [...values])
  return performance.now() - before
}
