import { expect, test } from 'vitest'
import { decodeCursor, encodeCursor } from './keyset.ts'

const id = '01890000-0000-7000-8000-000000000000'

test('a timestamp of the database survives a cursor', () => {
  for (const after of ['2026-11-22 01:16:17.025+00', '2026-02-28 23:59:59+05:30', '0001-01-01 00:00:00-15:59'])
    expect(decodeCursor(encodeCursor({ after, id }), 'time')).toEqual({ after, id })
})

test('a cursor with an invalid timestamp is refused', () => {
  for (const after of ['0000-01-01 00:00:00+00', '2026-02-31 00:00:00+00', '2026-01-01 24:00:00+00', '2026-01-01 00:00:60+00', '2026-01-01 00:00:00+99', 'now'])
    expect(() => decodeCursor(encodeCursor({ after, id }), 'time'), after).toThrow(expect.objectContaining({ code: 'BAD_CURSOR' }))
})
