import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { quoted, type Table } from './store-tables.ts'

const wantedBytes = 1_000_000
const mostRows = 5_000

/**
 * Reads a table through a cursor, about a megabyte at a time however wide its rows are: one JSON array of texts and nulls per line, in the order of
 * the primary key. Text and order depend on the rows alone, so equal rows in another database give equal bytes.
 */
export async function* rowsOf(tx: Db, { name, columns, key }: Table): AsyncGenerator<Buffer> {
  const cells = columns.map((column) => `${quoted(column.name)}::text`).join(', ')
  const order = key.map((column) => (column.type === 'text' ? `${quoted(column.name)} collate "C"` : quoted(column.name))).join(', ')
  await sql.raw(`declare table_rows no scroll cursor for select json_build_array(${cells})::text as line from ${quoted(name)} order by ${order}`).execute(tx)
  for (let wanted = 100; ; ) {
    const { rows } = await sql.raw<{ line: string }>(`fetch forward ${wanted} from table_rows`).execute(tx)
    if (rows.length === 0) break
    const bytes = Buffer.from(`${rows.map(({ line }) => line).join('\n')}\n`)
    yield bytes
    wanted = Math.max(1, Math.min(mostRows, Math.floor(wantedBytes / (bytes.length / rows.length))))
  }
  await sql.raw('close table_rows').execute(tx)
}

/** Inserts rows as `rowsOf` returns them. PostgreSQL parses each value from its text. */
export async function insertRows(tx: Db, { name, columns }: Table, lines: Buffer): Promise<void> {
  const names = columns.map((column) => quoted(column.name)).join(', ')
  const values = columns.map(({ type }, at) => `(line->>${at})::${type}`).join(', ')
  const rows = `[${lines.toString('utf8').trimEnd().replaceAll('\n', ',')}]`
  // The values of identity columns come from the backup too.
  await sql`
    insert into ${sql.table(name)} (${sql.raw(names)}) overriding system value
    select ${sql.raw(values)} from jsonb_array_elements(${rows}::jsonb) line`.execute(tx)
}

/** The number of rows, and the SHA-256 of their lines. */
type Digest = { rows: number; sha256: string }

/** Counts and hashes lines of rows. */
export function openContentHash(): { take: (lines: Buffer) => void; end: () => Digest } {
  const hash = createHash('sha256')
  let rows = 0
  return {
    take(lines) {
      for (let at = lines.indexOf(10); at !== -1; at = lines.indexOf(10, at + 1)) rows++
      hash.update(lines)
    },
    end: () => ({ rows, sha256: hash.digest('hex') }),
  }
}

/** Counts and hashes the rows that a table has now. */
export async function contentHash(tx: Db, table: Table): Promise<Digest> {
  const digest = openContentHash()
  for await (const lines of rowsOf(tx, table)) digest.take(lines)
  return digest.end()
}
