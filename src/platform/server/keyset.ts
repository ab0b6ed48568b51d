import { ORPCError } from '@orpc/server'
import { isId } from '#platform/id.ts'

/** The end of a page: the sort value and the id of its last row, opaque to callers. */
export type Position = { after: string | number; id: string }

export function encodeCursor(position: Position): string {
  return Buffer.from(JSON.stringify([position.after, position.id])).toString('base64url')
}

const endIds = { 'newest first': 'ffffffff-ffff-ffff-ffff-ffffffffffff', 'oldest first': '00000000-0000-0000-0000-000000000000' } as const
export type TimeOrder = keyof typeof endIds

/** The cursor at which a list in this order begins with the rows of this time. */
export const cursorFrom = (time: string, order: TimeOrder = 'newest first') => encodeCursor({ after: time, id: endIds[order] })

/** The database's text format for timestamps. */
const storeTime = /^((?!0000)\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d{1,6})?[+-](0\d|1[0-5])(:[0-5]\d)?$/

/** True if the database would accept the timestamp; the pattern alone allows February 31. */
function isStoreTime(text: string): boolean {
  const [, day, time] = storeTime.exec(text) ?? []
  if (!day) return false
  const read = new Date(`${day}T${time}Z`)
  return Number.isFinite(read.getTime()) && read.toISOString().startsWith(`${day}T${time}`)
}

/** Throws 400 BAD_CURSOR for any cursor that `encodeCursor` did not make. */
export function decodeCursor(cursor: string | undefined, kind: 'number' | 'time' | 'text'): Position | null {
  if (cursor === undefined) return null
  const refused = new ORPCError('BAD_CURSOR', { status: 400, defined: true, message: 'This cursor is not valid.' })
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (!Array.isArray(parsed) || parsed.length !== 2) throw refused
    const [after, id]: unknown[] = parsed
    if (typeof id !== 'string' || !isId(id)) throw refused
    if (kind === 'number' ? typeof after !== 'number' || !Number.isFinite(after) : typeof after !== 'string' || after.includes('\0')) throw refused
    if (kind === 'time' && !isStoreTime(String(after))) throw refused
    return { after: kind === 'number' ? Number(after) : String(after), id }
  } catch {
    throw refused
  }
}

/** Removes the extra row that only indicates a next page, and returns the cursor of that page. */
export function pageOfRows<Row, Item>(rows: Row[], limit: number, shape: { item: (row: Row) => Item; position: (row: Row) => Position }) {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { items: shown.map(shape.item), nextCursor: rows.length > limit && last !== undefined ? encodeCursor(shape.position(last)) : null }
}

/** Clamps a cursor's value to a safe integer, because a forged cursor may contain any number. */
export const wholePosition = (after: string | number) => Math.trunc(Math.min(Math.max(Number(after), 0), Number.MAX_SAFE_INTEGER))
