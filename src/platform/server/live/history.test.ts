import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SaidEvent } from './events.ts'
import { newId, openHistory } from './history.ts'

const said = (topic: string, about = newId()): SaidEvent => ({ id: newId(), topic, name: `said ${about}`, about, data: { about } })
const ids = (events: SaidEvent[] | null) => events?.map(({ id }) => id) ?? null

test('from any position one hears exactly what came after it, of the topics asked for', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 60 }),
      fc.nat(59),
      fc.subarray(['a', 'b', 'c'], { minLength: 1 }),
      (topics, at, asked) => {
        const history = openHistory()
        const events = topics.map((topic) => said(topic))
        const positions = [history.position()]
        for (const event of events) {
          history.add(event)
          positions.push(history.position())
        }
        const from = at % positions.length
        const expected = events.slice(from).filter(({ topic }) => asked.includes(topic))
        expect(ids(history.since(positions[from] ?? '', asked))).toEqual(expected.map(({ id }) => id))
      },
    ),
  )
})

test('whoever was away for too long is not given a part for the whole', () => {
  const history = openHistory({ perTopic: 3 })
  const start = history.position()
  const events = Array.from({ length: 5 }, () => said('a'))
  for (const event of events) history.add(event)
  const [, second, third] = events
  expect(history.since(start, ['a'])).toBeNull()
  // What is forgotten of one topic says nothing about another.
  expect(history.since(start, ['b'])).toEqual([])
  expect(history.since(second?.id ?? '', ['a'])).toBeNull()
  expect(ids(history.since(third?.id ?? '', ['a']))).toEqual(events.slice(3).map(({ id }) => id))
})

test('its memory is bounded, whatever is said of however many topics', () => {
  const history = openHistory({ bytes: 50_000 })
  const start = history.position()
  let last = start
  for (let n = 0; n < 2_000; n++) {
    const event = said(`topic ${n}`)
    history.add({ ...event, data: 'x'.repeat(1_000) })
    last = event.id
  }
  expect(history.since(start, ['topic 1999'])).toBeNull()
  expect(history.since(last, ['topic 1999'])).toEqual([])
})

test('of several things said about one, whoever comes back hears the newest, so what was deleted is not told again', () => {
  const history = openHistory()
  const start = history.position()
  const [first, other] = [said('a', 'message'), said('a')]
  const removed = { ...said('a', 'message'), name: 'removed message' }
  for (const event of [first, other, removed]) history.add(event)
  expect(ids(history.since(start, ['a']))).toEqual([other.id, removed.id])
  expect(ids(history.since(first.id, ['a']))).toEqual([other.id, removed.id])
})

test('after a gap nobody is told that nothing was missed', () => {
  const history = openHistory()
  const event = said('a')
  history.add(event)
  history.clear()
  expect(history.since(event.id, ['a'])).toBeNull()
  expect(history.since(history.position(), ['a'])).toEqual([])
})
