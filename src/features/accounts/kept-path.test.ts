import { beforeEach, expect, test, vi } from 'vitest'
import { hostile } from '#tests/support/hostile-paths.ts'
import { keepPath, takePath } from './ui/kept-path.ts'

const origin = 'https://holdout.example'
const kept = new Map<string, string>()
const minutes = (number: number) => number * 60_000

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  })
  return () => vi.unstubAllGlobals()
})

test('the path to open after signing in is stored for 15 minutes and returned once', () => {
  vi.useFakeTimers({ now: 0 })
  keepPath('/campaigns?sort=newest#x')
  vi.setSystemTime(minutes(15) - 1)
  expect([takePath(origin), takePath(origin)]).toEqual(['/campaigns?sort=newest#x', null])
  keepPath('/campaigns')
  vi.setSystemTime(minutes(30) - 1)
  expect([takePath(origin), kept.size]).toEqual([null, 0])
  // A clock that was set back must not extend the 15 minutes.
  keepPath('/campaigns')
  vi.setSystemTime(0)
  expect(takePath(origin)).toBeNull()
  vi.useRealTimers()
})

test('a stored path that leads to another site or is invalid is ignored', () => {
  for (const path of hostile) {
    kept.set('holdout.after-sign-in', JSON.stringify({ path, at: Date.now() }))
    expect({ path, taken: takePath(origin), left: kept.size }).toEqual({ path, taken: null, left: 0 })
  }
  for (const text of ['', 'null', '[]', '"/campaigns"', '/campaigns', '{"path":"/campaigns"}', '{"path":"/campaigns","at":"now"}', '{']) {
    kept.set('holdout.after-sign-in', text)
    expect({ text, taken: takePath(origin), left: kept.size }).toEqual({ text, taken: null, left: 0 })
  }
})
