import { createHash, type Hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { quoted, type Table } from './store-tables.ts'

/** Some rows of a table as text: one JSON array of texts and nulls a line, in the order of its primary key. */
type Rows = { rows: number; bytes: Buffer }

const wantedBytes = 1_000_000
const mostRows = 5_000

/**
 * Reads a table through a cursor, about a megabyte at a time however wide its rows are. The text and its order depend on
 * the rows alone, so the same rows read from another store are the same bytes.
 */
export async function* rowsOf(tx: Db, table: Table): AsyncGenerator<Rows> {
  const cells = table.columns.map(({ name }) => `${quoted(name)}::text`).join(', ')
  const key = table.key.map(({ name, type }) => (type === 'text' ? `${quoted(name)} collate "C"` : quoted(name)))
  const line = `json_build_array(${cells})::text`
  const order = key.length ? key.join(', ') : `${line} collate "C"`
  await sql.raw(`declare table_rows no scroll cursor for select ${line} as line from ${quoted(table.name)} order by ${order}`).execute(tx)
  for (let wanted = 100; ; ) {
    const { rows } = await sql.raw<{ line: string }>(`fetch forward ${wanted} from table_rows`).execute(tx)
    if (rows.length === 0) break
    const bytes = Buffer.from(`${rows.map(({ line }) => line).join('\n')}\n`)
    yield { rows: rows.length, bytes }
    wanted = Math.max(1, Math.min(mostRows, Math.floor(wantedBytes / (bytes.length / rows.length))))
  }
  await sql.raw('close table_rows').execute(tx)
}

/** Puts rows, as `rowsOf` gave them, into their table. The store reads each value from its text. */
export async function insertRows(tx: Db, table: Table, bytes: Buffer): Promise<void> {
  const names = table.columns.map(({ name }) => quoted(name)).join(', ')
  const values = table.columns.map(({ type }, at) => `(line->>${at})::${type}`).join(', ')
  const lines = `[${bytes.toString('utf8').trimEnd().replaceAll('\n', ',')}]`
  // Numbers that the store would give itself come from the backup too.
  await sql`
    insert into ${sql.table(table.name)} (${sql.raw(names)}) overriding system value
    select ${sql.raw(values)} from jsonb_array_elements(${lines}::jsonb) line`.execute(tx)
}

/** How many rows there were, and the SHA-256 of their text. */
export type Digest = { rows: number; sha256: string }

/** Counts and digests rows as they come by. */
export function openDigest(): { take: (part: { rows: number; bytes: Buffer }) => void; end: () => Digest } {
  const hash: Hash = createHash('sha256')
  let total = 0
  return {
    take({ rows, bytes }) {
      total += rows
      hash.update(bytes)
    },
    end: () => ({ rows: total, sha256: hash.digest('hex') }),
  }
}

/** The digest of what a table holds now. */
export async function digestOf(tx: Db, table: Table): Promise<Digest> {
  const digest = openDigest()
  for await (const part of rowsOf(tx, table)) digest.take(part)
  return digest.end()
}
