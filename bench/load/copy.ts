import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'

const pieceLength = 256 * 1024

export type Cell = string | number | boolean | null

/** One line of PostgreSQL's COPY text format. */
export function lineOf(cells: readonly Cell[]): string {
  return `${cells.map(cellOf).join('\t')}\n`
}

function cellOf(cell: Cell): string {
  if (cell === null) return '\\N'
  if (typeof cell !== 'string') return String(cell)
  return /[\\\t\n\r]/.test(cell) ? cell.replace(/\\/g, '\\\\').replace(/\t/g, '\\t').replace(/\n/g, '\\n').replace(/\r/g, '\\r') : cell
}

/** Truncates a table and fills it in the same transaction, which lets COPY freeze the rows: no vacuum has to rewrite them. */
export async function copyInto(client: pg.ClientBase, table: string, lines: { columns: readonly string[]; of: Iterable<string> }): Promise<void> {
  await client.query('begin')
  await client.query(`truncate ${table}`)
  const sink = client.query(from(`copy ${table} (${lines.columns.join(', ')}) from stdin with (freeze)`))
  await pipeline(Readable.from(pieces(lines.of)), sink)
  await client.query('commit')
}

/** Joins lines into chunks: a write for each line would cost more than the line. */
function* pieces(lines: Iterable<string>): Generator<string> {
  let piece = ''
  for (const line of lines) {
    piece += line
    if (piece.length >= pieceLength) {
      yield piece
      piece = ''
    }
  }
  if (piece) yield piece
}
