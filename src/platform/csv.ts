import { z } from 'zod'

type Cell = string | number | bigint

/** Output of an operation that answers with a file. */
export const FileAnswer = z.object({ headers: z.object({ 'content-disposition': z.string() }), body: z.file() })

/** Rows as a CSV file for download. */
export function csvFile(name: string, rows: readonly (readonly Cell[])[]): z.infer<typeof FileAnswer> {
  const body = new File([csvOf(rows)], name, { type: 'text/csv; charset=utf-8' })
  return { headers: { 'content-disposition': `attachment; filename="${encodeURIComponent(name)}"` }, body }
}

/** Formats rows as RFC 4180 CSV. A cell that a spreadsheet would run as a formula gets a leading apostrophe. */
export const csvOf = (rows: readonly (readonly Cell[])[]) => rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')

function cellOf(cell: Cell): string {
  if (typeof cell !== 'string') return String(cell)
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
