import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { liveDrivers } from '#tests/support/live-drivers.ts'
import { until } from '#tests/support/site.ts'
import { undoAfterEach } from '#tests/support/undo.ts'
import { openLog } from '../log.ts'
import type { LiveDriver } from './events.ts'
import { openLiveHub } from './hub.ts'
import { sharedDriver } from './shared-driver.ts'
import { type ReadSnapshot, snapshotReader } from './snapshots.ts'

const topic = 'talk:01900000-0000-7000-8000-000000000000'
const elsewhere = 'talk:01900000-0000-7000-8000-000000000001'
const log = openLog('silent')
const undo = undoAfterEach()

/** A process that listens to both topics, and the data that it has received of `topic`. */
async function aProcess(driver: LiveDriver) {
  const hub = await openLiveHub(driver)
  undo.push(hub.close)
  const received: unknown[] = []
  hub.listen([topic, elsewhere], { onEvent: ({ topic: of, data }) => void (of === topic && received.push(data)), onGap: () => {} })
  return { hub, received }
}

/** A store that all processes query. */
function aStore() {
  const asked: string[][] = []
  const store = { n: 0, asked }
  const look: ReadSnapshot = async (topics) => {
    store.asked.push([...topics])
    const { n } = store
    return topics.map((each) => ({ topic: each, data: n }))
  }
  return { store, look }
}

describe.each(liveDrivers)('through $name', ({ make }) => {
  let ways: Awaited<ReturnType<typeof make>>
  beforeAll(async () => {
    ways = await make()
  })
  afterAll(() => ways.drop())

  test('the last data that a page receives is the newest, whichever process sent it', async () => {
    const one = await aProcess(ways.open())
    const two = await aProcess(ways.open())
    const { store, look } = aStore()
    // Each process has its own `look` function.
    const lookOfTwo: ReadSnapshot = (topics) => look(topics)
    store.n = 1
    one.hub.announceQueried(topic, look)
    await until(() => [one, two].every(({ received }) => received.includes(1)))
    // The first process has just published, so it waits for a second; the other publishes at once.
    store.n = 2
    one.hub.announceQueried(topic, look)
    store.n = 3
    two.hub.announceQueried(topic, lookOfTwo)
    await until(() => [one, two].every(({ received }) => received.length === 3))
    expect([one.received, two.received]).toEqual([
      [1, 3, 3],
      [1, 3, 3],
    ])
  })

  test('queries never overtake each other, and all changes during a query cause one more', async () => {
    const { hub, received } = await aProcess(ways.open())
    const answers: (() => void)[] = []
    const slow: ReadSnapshot = () => new Promise((resolve) => answers.push(() => resolve([{ topic, data: answers.length }])))
    const witness = aStore()
    hub.announceQueried(topic, slow)
    await until(() => answers.length === 1)
    for (let times = 0; times < 2; times++) {
      hub.announceQueried(topic, slow)
      hub.announceQueried(elsewhere, witness.look)
      await until(() => witness.store.asked.length === times + 1)
    }
    expect(answers).toHaveLength(1)
    answers[0]?.()
    await until(() => answers.length === 2)
    answers[1]?.()
    await until(() => received.length === 2)
    expect(received).toEqual([1, 2])
  })

  test('a failed query is repeated until it succeeds, and many topics need one query', async () => {
    const { hub, received } = await aProcess(ways.open())
    const { store, look } = aStore()
    let isAway = true
    const failing: ReadSnapshot = async (topics) => {
      const found = await look(topics)
      if (isAway) throw new Error('The store is away')
      return found
    }
    for (const each of [topic, elsewhere]) hub.announceQueried(each, failing)
    await until(() => store.asked.length === 1)
    isAway = false
    store.n = 1
    await until(() => received.length > 0)
    expect([received, store.asked]).toEqual([
      [1],
      [
        [topic, elsewhere],
        [topic, elsewhere],
      ],
    ])
  })
})

test('a process whose connection was lost sends the current state after the reconnect, not the state from before', async () => {
  const sent: string[] = []
  let lose = () => {}
  let comeBack = Promise.resolve()
  const driver = sharedDriver({
    payloadBytes: 10_000,
    reasonOf: () => ({}),
    log,
    async connect({ onPayload, onEnd }) {
      await comeBack
      lose = () => onEnd(null)
      const send = async (payloads: string[]) => {
        sent.push(...payloads)
        payloads.forEach(onPayload)
      }
      return { send, check: async () => {}, end: async () => onEnd(null) }
    },
  })
  const { hub, received } = await aProcess(driver)
  const store = { n: 1 }
  const look = snapshotReader({ topicOf: (id) => `talk:${id}`, read: async (ids) => new Map(ids.map((id) => [id, { n: store.n }])), log })
  let back = () => {}
  comeBack = new Promise((resolve) => {
    back = () => resolve()
  })
  lose()
  hub.announceQueried(topic, look)
  // Listeners of this process receive the event without the connection.
  await until(() => received.length === 1)
  store.n = 2
  back()
  await until(() => sent.some((payload) => payload.includes('"n":2')))
  expect(sent.filter((payload) => payload.includes('"n":1'))).toEqual([])
  expect(received).toEqual([{ n: 1 }, { n: 2 }])
})
