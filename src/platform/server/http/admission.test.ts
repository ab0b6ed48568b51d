import { expect, test, vi } from 'vitest'
import { openAdmission, type Work } from './admission.ts'

/** Submits work and records its outcome; `end` finishes work that has begun. */
function opened(limits: Parameters<typeof openAdmission>[0]) {
  const admission = openAdmission(limits)
  const begun: string[] = []
  const refused: string[] = []
  const leaving = new Map<string, () => void>()
  function ask(name: string, changes: Partial<Work> = {}) {
    admission.ask({
      cost: 10,
      isPreferred: false,
      caller: () => 'somebody',
      isGone: () => false,
      isArriving: () => false,
      refuse: () => refused.push(name),
      begin(leave) {
        begun.push(name)
        leaving.set(name, leave)
      },
      ...changes,
    })
  }
  return { ask, begun, refused, load: admission.load, end: (name: string) => leaving.get(name)?.() }
}

// No limit depends on the clock, because a loaded machine may stall for seconds between any two lines.
const bounds = { running: 20, burst: 20, waiting: 20, holdTicks: 1_000_000, standing: 1e9, patience: 1e9, stalled: 1e9 }
const inTime = { timeout: 60_000 }

test('a bounded amount of work runs, a bounded amount waits in order of arrival, and the rest is refused immediately', () => {
  const { ask, begun, refused, end } = opened(bounds)
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) ask(name)
  expect({ begun, refused }).toEqual({ begun: ['a', 'b'], refused: ['e', 'f'] })
  end('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  ask('g')
  end('a')
  end('c')
  expect({ begun, refused }).toEqual({ begun: ['a', 'b', 'c', 'd', 'g'], refused: ['e', 'f'] })
})

test('work that costs more than the limit runs alone', () => {
  const { ask, begun, end } = opened(bounds)
  ask('dear', { cost: 1_000 })
  ask('cheap', { cost: 1 })
  expect(begun).toEqual(['dear'])
  end('dear')
  expect(begun).toEqual(['dear', 'cheap'])
})

test('cheap work does not starve expensive work', () => {
  const { ask, refused } = opened({ ...bounds, burst: 15 })
  for (const name of ['a', 'b', 'c']) ask(name)
  ask('dear', { cost: 20 })
  expect(refused).toEqual([])
})

test('waiting callers are served in turn, and each caller’s work in order', () => {
  const { ask, begun, end } = opened({ ...bounds, running: 10, burst: 1_000 })
  ask('running')
  for (let n = 1; n <= 5; n++) ask(`flood ${n}`, { caller: () => 'flood' })
  for (let n = 1; n <= 2; n++) ask(`person ${n}`, { caller: () => 'person' })
  for (let n = 0; n < 7; n++) end(begun.at(-1) ?? '')
  expect(begun).toEqual(['running', 'flood 1', 'person 1', 'flood 2', 'person 2', 'flood 3', 'flood 4', 'flood 5'])
})

test('a full queue refuses the newest work of the caller with the most work, so that one caller cannot crowd out others', () => {
  const { ask, begun, refused, end } = opened({ ...bounds, running: 10, burst: 60 })
  for (let n = 0; n <= 30; n++) ask(`flood ${n}`, { caller: () => 'flood' })
  expect(refused).toHaveLength(24)
  for (const name of ['ada', 'bao']) for (let n = 1; n <= 4; n++) ask(`${name} ${n}`, { caller: () => name })
  // Six places for three callers: two each.
  expect(refused.slice(24)).toEqual(['flood 6', 'flood 5', 'flood 4', 'ada 4', 'flood 3', 'ada 3', 'bao 3', 'bao 4'])
  for (let n = 0; n < 7; n++) end(begun.at(-1) ?? '')
  expect(new Set(begun)).toEqual(new Set(['flood 0', 'flood 1', 'flood 2', 'ada 1', 'ada 2', 'bao 1', 'bao 2']))
})

test('expensive work that displaces cheap work displaces as much as it costs', () => {
  const { ask, refused, load } = opened({ ...bounds, running: 10, burst: 60 })
  for (let n = 0; n <= 20; n++) ask(`flood ${n}`, { cost: 5, caller: () => 'flood' })
  const before = load().waitingMs
  refused.length = 0
  ask('person', { cost: 20, caller: () => 'person' })
  expect(refused).toHaveLength(4)
  expect(load().waitingMs).toBe(before)
})

test('preferred work is served first, but does not starve other work', () => {
  const { ask, begun, end } = opened({ ...bounds, running: 10, burst: 1_000 })
  ask('running')
  ask('page')
  for (let n = 1; n <= 6; n++) ask(`join ${n}`, { isPreferred: true })
  for (let n = 0; n < 8; n++) end(begun.at(-1) ?? '')
  expect(begun.slice(1, 3)).toEqual(['join 1', 'join 2'])
  expect(begun.indexOf('page')).toBeLessThan(6)
  expect(begun).toHaveLength(8)
})

test('work of a client that has disconnected while waiting is not begun', () => {
  const { ask, begun, refused, end } = opened(bounds)
  for (const name of ['a', 'b']) ask(name)
  ask('gone', { isGone: () => true })
  ask('there')
  end('a')
  expect({ begun, refused }).toEqual({ begun: ['a', 'b', 'there'], refused: [] })
})

test('calling `leave` twice releases one slot', () => {
  const { ask, end, load } = opened(bounds)
  ask('a')
  ask('b')
  end('a')
  end('a')
  expect(load()).toMatchObject({ runningMs: 0.01, waitingMs: 0 })
})

test('work that waits for a slow client or database does not block others for long', async () => {
  const { ask, begun } = opened({ ...bounds, holdTicks: 3 })
  for (const name of ['slow 1', 'slow 2', 'next']) ask(name)
  expect(begun).toEqual(['slow 1', 'slow 2'])
  await vi.waitUntil(() => begun.includes('next'), inTime)
})

test('a request that is still being received does not occupy a slot for long', async () => {
  const { ask, begun, refused } = opened({ ...bounds, tick: 1 })
  for (const name of ['a', 'b']) ask(name, { isArriving: () => true })
  ask('c')
  await vi.waitUntil(() => begun.includes('c'), inTime)
  expect(refused).toEqual([])
})

test('while every tick is late because other code occupies the thread, new work is refused', async () => {
  const { ask, refused, begun, end } = opened({ running: 1e6, burst: 1e6, waiting: 1e6, holdTicks: 1e6, late: 20, stalled: 50 })
  ask('a')
  ask('b')
  expect(refused).toEqual([])
  for (let turn = 1; refused.length === 0; turn++) {
    takeThread(40)
    await afterTick()
    ask(`more ${turn}`)
  }
  while (begun.length) end(begun.pop() ?? '')
  ask('alone')
  expect(begun).toEqual(['alone'])
})

test('a single stall, however long, causes no refusal, because it has ended', async () => {
  const { ask, refused } = opened({ running: 1e6, burst: 1e6, waiting: 1e6, holdTicks: 1e6, late: 1_000, stalled: 1_500, patience: 500, overloadAfter: 1e9 })
  for (const name of ['running', 'beside it']) ask(name, { cost: 6e5 })
  takeThread(2_000)
  await afterTick()
  ask('next')
  for (let ticks = 0; ticks < 5; ticks++) await new Promise((resolve) => setTimeout(resolve, 10))
  expect(refused).toEqual([])
})

function takeThread(ms: number) {
  const until = performance.now() + ms
  while (performance.now() < until);
}

/** Waits until the admission timers that were due have run. */
const afterTick = () => new Promise((resolve) => setTimeout(resolve, 1))
