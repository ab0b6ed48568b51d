import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { liveDrivers } from '#tests/support/live-drivers.ts'
import { until } from '#tests/support/site.ts'
import { openLog } from '../log.ts'
import type { LiveDriver } from './events.ts'
import { openLiveHub } from './hub.ts'
import { type Look, lookFor } from './looks.ts'
import { sharedDriver } from './shared-driver.ts'

const topic = 'talk:01900000-0000-7000-8000-000000000000'
const elsewhere = 'talk:01900000-0000-7000-8000-000000000001'
const log = openLog('silent')
const undo: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of undo.splice(0).reverse()) await close()
})

/** A process that hears these topics, and what it has heard of each. */
async function aProcess(driver: LiveDriver) {
  const hub = await openLiveHub(driver)
  undo.push(hub.close)
  const heard: unknown[] = []
  hub.listen([topic, elsewhere], { onEvent: ({ topic: of, data }) => void (of === topic && heard.push(data)), onGap: () => {} })
  return { hub, heard }
}

/** Something that all processes look at. */
function aStore() {
  const asked: string[][] = []
  const store = { n: 0, asked }
  const look: Look = async (topics) => {
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

  test('whichever process tells last, what is heard last is what stands', async () => {
    const one = await aProcess(ways.open())
    const two = await aProcess(ways.open())
    const { store, look } = aStore()
    // Each process has its own.
    const lookOfTwo: Look = (topics) => look(topics)
    store.n = 1
    one.hub.announceLooked(topic, look)
    await until(() => [one, two].every(({ heard }) => heard.includes(1)))
    // The first has told just now and holds this for a second; the other tells at once.
    store.n = 2
    one.hub.announceLooked(topic, look)
    store.n = 3
    two.hub.announceLooked(topic, lookOfTwo)
    await until(() => [one, two].every(({ heard }) => heard.length === 3))
    expect([one.heard, two.heard]).toEqual([
      [1, 3, 3],
      [1, 3, 3],
    ])
  })

  test('a slow look is not passed by the next one, and all that changed meanwhile is one more look', async () => {
    const { hub, heard } = await aProcess(ways.open())
    const answers: (() => void)[] = []
    const slow: Look = () => new Promise((resolve) => answers.push(() => resolve([{ topic, data: answers.length }])))
    const witness = aStore()
    hub.announceLooked(topic, slow)
    await until(() => answers.length === 1)
    for (let times = 0; times < 2; times++) {
      hub.announceLooked(topic, slow)
      hub.announceLooked(elsewhere, witness.look)
      await until(() => witness.store.asked.length === times + 1)
    }
    expect(answers).toHaveLength(1)
    answers[0]?.()
    await until(() => answers.length === 2)
    answers[1]?.()
    await until(() => heard.length === 2)
    expect(heard).toEqual([1, 2])
  })

  test('what could not be looked up is told as soon as it can be, and many topics are one look', async () => {
    const { hub, heard } = await aProcess(ways.open())
    const { store, look } = aStore()
    let isAway = true
    const failing: Look = async (topics) => {
      const found = await look(topics)
      if (isAway) throw new Error('The store is away')
      return found
    }
    for (const each of [topic, elsewhere]) hub.announceLooked(each, failing)
    await until(() => store.asked.length === 1)
    isAway = false
    store.n = 1
    await until(() => heard.length > 0)
    expect([heard, store.asked]).toEqual([
      [1],
      [
        [topic, elsewhere],
        [topic, elsewhere],
      ],
    ])
  })
})

test('a process whose connection was lost tells the others what stands when it is back, not what it kept', async () => {
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
  const { hub, heard } = await aProcess(driver)
  const store = { n: 1 }
  const look = lookFor({ topicOf: (id) => `talk:${id}`, read: async (ids) => new Map(ids.map((id) => [id, { n: store.n }])), log })
  let back = () => {}
  comeBack = new Promise((resolve) => {
    back = () => resolve()
  })
  lose()
  hub.announceLooked(topic, look)
  // Those who listen here hear it all the same.
  await until(() => heard.length === 1)
  store.n = 2
  back()
  await until(() => sent.some((payload) => payload.includes('"n":2')))
  expect(sent.filter((payload) => payload.includes('"n":1'))).toEqual([])
  expect(heard).toEqual([{ n: 1 }, { n: 2 }])
})
