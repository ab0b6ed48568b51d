import fc from 'fast-check'
import { expect, it } from 'vitest'
import { firstFreeSlug, isReservedSlug, slugOf } from './slug.ts'

const anyText = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ maxLength: 200 }))

it('a slug consists of lower case letters, digits and single inner hyphens, at most 100', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const slug = slugOf(text)
      expect(slug.length).toBeLessThanOrEqual(100)
      expect(slug === '' || /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)).toBe(true)
    }),
  )
})

it('converting a slug again changes nothing, nor do case and surrounding space', () => {
  fc.assert(fc.property(anyText, (text) => slugOf(slugOf(text)) === slugOf(text)))
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...'abcXYZ 09-_') }), (text) => slugOf(`  ${text.toUpperCase()} `) === slugOf(text)))
})

it.each([
  ['Stop  the_press!', 'stop-the-press'],
  ['--Edge--', 'edge'],
  ['Ünïcode & Co.', 'unicode-co'],
  ['a - b', 'a-b'],
  ['!!!', ''],
  ['No more 🛢️ by 2030 👍🏽', 'no-more-by-2030'],
  ['😀😀😀', ''],
])('"%s" becomes "%s"', (text, slug) => expect(slugOf(text)).toBe(slug))

it('the first free slug is the base or the base with the smallest number from 2 on, and never taken or reserved', () => {
  const base = fc.constantFrom('create', 'admin', 'no-flights', 'a', '0197a000-0000-7000-8000-000000000000')
  fc.assert(
    fc.property(base, fc.uniqueArray(fc.integer({ min: 1, max: 30 })), (wanted, numbers) => {
      const taken = new Set(numbers.map((number) => (number === 1 ? wanted : `${wanted}-${number}`)))
      const free = firstFreeSlug(wanted, taken)
      expect(taken.has(free) || isReservedSlug(free)).toBe(false)
      if (free === wanted) return
      const number = Number(free.slice(wanted.length + 1))
      for (let lower = 2; lower < number; lower++) expect(taken.has(`${wanted}-${lower}`)).toBe(true)
      expect(taken.has(wanted) || isReservedSlug(wanted)).toBe(true)
    }),
  )
})
