import { expect, test } from 'vitest'
import type { LiveHub } from '../live/hub.ts'
import { knownQuery, pageCache, pageKey } from './page-cache.ts'
import { openPageChanges } from './page-changes.ts'

test('a page is rendered for its known parameters only, each once and in a fixed order', () => {
  expect(knownQuery('?q=nestle&kind=targets')).toBe('q=nestle&kind=targets')
  expect(knownQuery('?kind=targets&utm_source=x&q=nestle')).toBe('q=nestle&kind=targets')
  expect(knownQuery('?search=a+b&has=none&__proto__=1')).toBe('search=a%20b&has=none')
  expect(knownQuery('?causes=Water&causes=Labour')).toBe('causes=Water&causes=Labour')
})

test('different search texts give different cache keys', () => {
  const keyOf = (query: string) => pageKey({ path: '/search', query, theme: 'system', build: 'b' })
  expect(keyOf('?q=a')).not.toBe(keyOf('?q=b'))
  expect(keyOf('?q=a&x=1')).toBe(keyOf('?q=a'))
})

const keyOfPath = (path: string) => pageKey({ path, query: '', theme: 'system', build: 'b' })
function countedPages() {
  const cache = pageCache()
  const rendered: string[] = []
  const get = async (path: string) => {
    const render = async () => ({ status: 200, headers: {}, html: `${path} ${rendered.push(path)}` })
    return (await cache.get(keyOfPath(path), render)).identity.body.toString()
  }
  return { cache, rendered, get }
}

test('a path drops the pages below it and keeps the others; without a path all are dropped', async () => {
  const { cache, rendered, get } = countedPages()
  for (const path of ['/u/1', '/campaigns/u', '/u/1']) await get(path)
  expect(rendered).toEqual(['/u/1', '/campaigns/u'])
  cache.drop('/u/')
  for (const path of ['/u/1', '/campaigns/u']) await get(path)
  expect(rendered).toEqual(['/u/1', '/campaigns/u', '/u/1'])
  cache.drop()
  for (const path of ['/u/1', '/campaigns/u']) await get(path)
  expect(rendered).toHaveLength(5)
})

test('a page whose rendering began before a drop is not cached', async () => {
  const { cache, rendered, get } = countedPages()
  const [before, other] = [get('/u/1'), get('/about')]
  cache.drop('/u/')
  expect(await before).toBe('/u/1 1')
  await other
  expect([await get('/u/1'), await get('/about')]).toEqual(['/u/1 3', '/about 2'])
  expect(rendered).toHaveLength(3)
})

test('a changed path drops its pages in every process, and a gap in the messages drops all', () => {
  const listeners: { onEvent: (event: { topic: string; data: unknown }) => void; onGap: () => void }[] = []
  const live = {
    listen(_topics: readonly string[], listener: (typeof listeners)[number]) {
      listeners.push(listener)
      return () => {}
    },
    publishReliably: (event: { topic: string; data: unknown }) => listeners.forEach((each) => void each.onEvent(event)),
  } as unknown as LiveHub
  const dropped: [number, string | undefined][] = []
  const [one] = [1, 2].map((number) => openPageChanges({ live, drop: (beginning) => dropped.push([number, beginning]) }))
  one?.pagesChanged('/u/')
  expect(dropped).toContainEqual([2, '/u/'])
  dropped.length = 0
  one?.pagesChanged()
  expect(dropped).toEqual([[1, undefined]])
  listeners[1]?.onGap()
  expect(dropped.at(-1)).toEqual([2, undefined])
})
