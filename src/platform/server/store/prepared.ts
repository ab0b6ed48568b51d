import type { RawBuilder } from 'kysely'
import type { Db } from './open-store.ts'

const names = new Map<string, string>()

/**
 * Runs a statement as a prepared one, so that the database does not plan it each time: for frequent statements that take
 * longer to plan than to execute. Use it for a small number of texts, because each stays prepared while its connection is open.
 */
export async function prepared<Row>(db: Db, query: RawBuilder<Row>): Promise<Row[]> {
  const compiled = query.compile(db)
  const name = names.get(compiled.sql) ?? `prepared-${names.size + 1}`
  names.set(compiled.sql, name)
  // Kysely passes `sql` to pg unchanged, and pg accepts a named statement in place of a text.
  const statement = { name, text: compiled.sql } as unknown as string
  const { rows } = await db.executeQuery<Row>({ ...compiled, sql: statement })
  return rows
}
