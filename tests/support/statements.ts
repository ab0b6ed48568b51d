import pg from 'pg'
import type { Person } from './site.ts'

/** What the store is asked about somebody's session by. */
export const sessionToken = (who: Person) => /=([^.]+)\./.exec(who.cookie)?.[1] ?? ''

/** How many statements with one of these names among their values an act needs. What the process does by itself meanwhile speaks of others: the fewest of ten times. */
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
