import pg from 'pg'
import type { Person } from './site.ts'

/** The token by which the database finds a person's session. */
export const sessionToken = (who: Person) => /=([^.]+)\./.exec(who.cookie)?.[1] ?? ''

/**
 * Number of statements that an action needs, counting those with one of these names among their values. The minimum of ten runs excludes
 * statements of background jobs.
 */
export async function fewestStatements(names: readonly string[], act: () => Promise<unknown>): Promise<number> {
  const { query } = pg.Client.prototype
  let statements = 0
  pg.Client.prototype.query = function (this: pg.Client, ...given: any[]) {
    const said = JSON.stringify(given)
    if (names.some((name) => said.includes(name))) statements++
    return Reflect.apply(query, this, given)
  } as typeof query
  try {
    let fewest = Number.POSITIVE_INFINITY
    for (let tries = 0; tries < 10; tries++) {
      statements = 0
      await act()
      fewest = Math.min(fewest, statements)
    }
    return fewest
  } finally {
    pg.Client.prototype.query = query
  }
}
