import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PublishedEvent } from './events.ts'
import { newId, openHistory } from './history.ts'

const said = (topic: string, about = newId()): PublishedEvent => ({ id: newId(), topic, name: `said ${about}`, about, data: { about } })
const ids = (events: PublishedEvent[] | null) => events?.map(({ id }) => id) ?? null

test('from each position the history returns exactly the later events of the requested topics', () => {
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

test('a reader that was disconnected for too long gets no incomplete list', () => {
  const history = openHistory({ perTopic: 3 })
  const start = history.position()
  const events = Array.from({ length: 5 }, () => said('a'))
  for (const event of events) history.add(event)
  const [, second, third] = events
  expect(history.since(start, ['a'])).toBeNull()
  // Dropped entries of one topic do not affect other topics.
  expect(history.since(start, ['b'])).toEqual([])
  expect(history.since(second?.id ?? '', ['a'])).toBeNull()
  expect(ids(history.since(third?.id ?? '', ['a']))).toEqual(events.slice(3).map(({ id }) => id))
})

test('the history’s memory is bounded, however many events and topics there are', () => {
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

test('of several events about one object only the newest is returned, so that deleted content is not sent again', () => {
  const history = openHistory()
  const start = history.position()
  const [first, other] = [said('a', 'message'), said('a')]
  const removed = { ...said('a', 'message'), name: 'removed message' }
  for (const event of [first, other, removed]) history.add(event)
  expect(ids(history.since(start, ['a']))).toEqual([other.id, removed.id])
  expect(ids(history.since(first.id, ['a']))).toEqual([other.id, removed.id])
})

test('after a gap no earlier position is valid', () => {
  const history = openHistory()
  const event = said('a')
  history.add(event)
  history.clear()
  expect(history.since(event.id, ['a'])).toBeNull()
  expect(history.since(history.position(), ['a'])).toEqual([])
})
