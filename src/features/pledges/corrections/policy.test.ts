import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Selection } from './contract.ts'
import { cellKinds, selectionProblems, shownSum } from './policy.ts'
import { selectableAges } from './terms.ts'

const firstDay = Date.UTC(2026, 10, 1)
const days = 5
const domains = ['one.test', 'two.test', 'three.test']
const midnight = (day: number) => new Date(firstDay + day * 86_400_000).toISOString()

/** `age`: the position of the class of the account's age, the youngest first; the last one is older than all classes. */
const Join = fc.record({ day: fc.nat(days - 1), domain: fc.constantFrom(...domains), age: fc.nat(selectableAges.length) })
type Join = { day: number; domain: string; age: number }

const isIn = ({ joinedFrom, joinedTo, mailDomain, accountHours }: Selection, { day, domain, age }: Join) =>
  (joinedFrom === undefined || midnight(day) >= joinedFrom) &&
  (joinedTo === undefined || midnight(day) < joinedTo) &&
  (mailDomain === undefined || domain === mailDomain) &&
  (accountHours === undefined || (selectableAges[age] ?? Infinity) <= accountHours)

/** All selections by time, domain and age that the policy allows. */
const allowed: Selection[] = Array.from({ length: days + 1 }, (_, from) => Array.from({ length: days - from + 1 }, (__, more) => [from, from + more] as const))
  .flat()
  .map(([from, to]) => ({ ...(from > 0 && { joinedFrom: midnight(from) }), ...(to < days && { joinedTo: midnight(to) }) }))
  .flatMap((time) => [time, ...domains.map((mailDomain) => ({ ...time, mailDomain }))])
  .flatMap((most) => [most, ...selectableAges.map((accountHours) => ({ ...most, accountHours }))])
  .filter((selection) => Object.keys(selectionProblems(selection)).length === 0)

const kindsOf = (selection: Selection) => [...cellKinds(selection), selection.mailDomain].join(' ')

function answer(selection: Selection, joins: readonly Join[]): number {
  const cells = Map.groupBy(
    joins.filter((join) => isIn(selection, join)),
    (join) => JSON.stringify(cellKinds(selection).map((kind) => (kind === 'form' ? null : join[kind]))),
  )
  return shownSum([...cells.values()].map(({ length }) => ({ people: length, pledges: length }))) ?? 0
}

test('two allowed previews of the same kind of conditions differ only by ten people or more, so their difference is about nobody', () => {
  expect(allowed.length).toBeGreaterThan(100)
  fc.assert(
    fc.property(fc.array(Join, { maxLength: 150 }), (joins) => {
      const answers = allowed.map((selection) => ({
        kinds: kindsOf(selection),
        selected: joins.filter((join) => isIn(selection, join)),
        shown: answer(selection, joins),
      }))
      for (const narrow of answers)
        for (const wide of answers) {
          if (narrow.kinds !== wide.kinds) continue
          const added = wide.selected.length - narrow.selected.length
          const isWider = added > 0 && narrow.selected.every((join) => wide.selected.includes(join))
          if (isWider && added < 10) expect(wide.shown).toBe(narrow.shown)
        }
    }),
    { numRuns: 200 },
  )
})
