/**
 * Drawn share of a stroke, from 0 to 1. Counted strokes have 1 and the others 0; the first stroke may have less than 1 until it is full.
 */
export type Stroke = number

const most = 100
const rowLength = 50
const fewestColumns = 5

/** Returns the number of people per stroke: 1 up to 100, above that the smallest power of ten that leaves at most 100 strokes. */
function unitOf(max: number): number {
  let unit = 1
  while (max / unit > most) unit *= 10
  return unit
}

/** Returns the strokes of a count towards `max`, in rows of ten tallies; `columns` is the number of tallies that a row has room for. */
export function strokesOf(value: number, max: number): { unit: number; columns: number; rows: Stroke[][] } {
  const unit = unitOf(max)
  const strokes = Array.from({ length: Math.max(1, Math.ceil(max / unit)) }, (_, place) =>
    place === 0 ? Math.min(1, Math.max(0, value / unit)) : Number(value / unit - place >= 1),
  )
  const rows: Stroke[][] = []
  for (let at = 0; at < strokes.length; at += rowLength) rows.push(strokes.slice(at, at + rowLength))
  return { unit, columns: Math.max(fewestColumns, Math.ceil((rows[0]?.length ?? 0) / 5)), rows }
}
