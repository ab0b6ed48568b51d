import type { RawBuilder } from 'kysely'
import type { Db } from './open-store.ts'

const names = new Map<string, string>()

/**
 * Runs a statement that the store plans once a connection and not each time: for those that are asked often and take longer
 * to plan than to answer. Only for texts of which there are a few: each stays known for as long as its connection.
 */
export async function prepared<Row>(db: Db, query: RawBuilder<Row>): Promise<Row[]> {
  const compiled = query.compile(db)
  const name = names.get(compiled.sql) ?? `prepared-${names.size + 1}`
  names.set(compiled.sql, name)
  // The driver hands it on as it is to pg, which takes a named statement where it takes a text.
  const statement = { name, text: compiled.sql } as unknown as string
  const { rows } = await db.executeQuery<Row>({ ...compiled, sql: statement })
  return rows
}
