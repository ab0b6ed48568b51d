import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Crop, cutOf, mostZoom, moved, sideOf, wholeCrop, within } from './crop.ts'

const size = { width: 400, height: 200 }

test('the initial crop is the largest square in the middle of the picture', () => {
  expect(cutOf(size, wholeCrop(size))).toEqual({ left: 100, top: 0, side: 200 })
})

test('the crop moves by a fraction of its side and stops at the edges', () => {
  const quarter = moved(size, wholeCrop(size), { x: 0.25, y: 0.25 })
  expect(cutOf(size, quarter)).toEqual({ left: 150, top: 0, side: 200 })
  expect(cutOf(size, moved(size, quarter, { x: 9, y: 0 }))).toEqual({ left: 200, top: 0, side: 200 })
})

test('the crop always lies inside the picture', () => {
  const step = fc.record({
    x: fc.double({ noNaN: true, min: -9, max: 9 }),
    y: fc.double({ noNaN: true, min: -9, max: 9 }),
    zoom: fc.double({ noNaN: true, min: -2, max: 20 }),
  })
  const sizes = fc.record({ width: fc.integer({ min: 1, max: 8_192 }), height: fc.integer({ min: 1, max: 8_192 }) })
  fc.assert(
    fc.property(sizes, fc.array(step, { maxLength: 20 }), (picture, steps) => {
      const end = steps.reduce<Crop>(({ x, y }, { zoom, ...by }) => moved(picture, within(picture, { x, y, zoom }), by), wholeCrop(picture))
      const { left, top, side } = cutOf(picture, end)
      expect(end.zoom).toBeGreaterThanOrEqual(1)
      expect(end.zoom).toBeLessThanOrEqual(mostZoom)
      expect(side).toBeCloseTo(sideOf(picture, end))
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(-1e-6)
      expect(left + side).toBeLessThanOrEqual(picture.width + 1e-6)
      expect(top + side).toBeLessThanOrEqual(picture.height + 1e-6)
    }),
  )
})
