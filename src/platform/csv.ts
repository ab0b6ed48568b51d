type Cell = string | number | bigint

/** Rows as RFC 4180 has them. Text that a spreadsheet would take for a formula is marked as text. */
export const csvOf = (rows: readonly (readonly Cell[])[]) => rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')

function cellOf(cell: Cell): string {
  if (typeof cell !== 'string') return String(cell)
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
