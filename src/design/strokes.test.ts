import { expect, test } from 'vitest'
import { strokesOf } from './strokes.ts'

const counted = (value: number, max: number) =>
  strokesOf(value, max)
    .rows.flat()
    .filter((stroke) => stroke === 1).length

test.each([
  [0, 100],
  [1, 1],
  [3, 6],
  [17, 100],
  [88, 90],
  [100, 100],
])('up to a goal of 100, each of %d people is one stroke, and the goal of %d has as many', (value, max) => {
  expect(counted(value, max)).toBe(value)
  expect(strokesOf(value, max)).toMatchObject({ unit: 1 })
  expect(strokesOf(value, max).rows.flat()).toHaveLength(max)
})

test.each([
  [412, 500, 10, 41, 50],
  [7, 500, 10, 0, 50],
  [999, 1_000, 10, 99, 100],
  [1_234, 10_000, 100, 12, 100],
  [101, 101, 10, 10, 11],
  [1_000_000_000, 1_000_000_000, 10_000_000, 100, 100],
])('%d of %d strokes are drawn at %d people per stroke: %d full strokes of %d', (value, max, unit, whole, all) => {
  expect(strokesOf(value, max).unit).toBe(unit)
  expect(counted(value, max)).toBe(whole)
  expect(strokesOf(value, max).rows.flat()).toHaveLength(all)
})

test('a count below one stroke draws a part of it, and a count above the goal draws all strokes', () => {
  expect(strokesOf(7, 500).rows[0]?.slice(0, 2)).toEqual([0.7, 0])
  expect(strokesOf(412, 500).rows.flat().slice(40, 43)).toEqual([1, 0, 0])
  expect(
    strokesOf(600, 500)
      .rows.flat()
      .every((stroke) => stroke === 1),
  ).toBe(true)
})
