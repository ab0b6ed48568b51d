type Cell = string | number | bigint

/** Formats rows as RFC 4180 CSV. A cell that a spreadsheet would run as a formula gets a leading apostrophe. */
export const csvOf = (rows: readonly (readonly Cell[])[]) => rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')

function cellOf(cell: Cell): string {
  if (typeof cell !== 'string') return String(cell)
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
