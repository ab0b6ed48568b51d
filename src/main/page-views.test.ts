import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { metricsToken, theSite } from '#tests/support/site.ts'
import { pagePatterns } from './page-views.ts'

test('every page of the route tree is counted by its pattern, and nothing else', () => {
  const listed = /interface FileRoutesByTo \{([^}]*)\}/.exec(readFileSync('src/routeTree.gen.ts', 'utf8'))?.[1] ?? ''
  expect(pagePatterns.toSorted()).toEqual([...listed.matchAll(/'([^']+)':/g)].map(([, pattern]) => pattern ?? '').toSorted())
})

test('page views are counted by pattern; those of programs, prefetching, other sites and unknown patterns are not', async () => {
  const { origin } = await theSite()
  const sendView = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${origin}/api/page-views`, { method: 'POST', body, headers: { origin, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)', ...headers } }).then(
      ({ status }) => status,
    )
  const counted = async () =>
    Number(
      /holdout_page_views_total\{route="\/targets\/\$slug"\} (\d+)/.exec(
        await (await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })).text(),
      )?.[1] ?? 0,
    )
  const before = await counted()
  expect(await sendView('/targets/$slug')).toBe(204)
  expect(await sendView('/targets/$slug', { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })).toBe(204)
  expect(await sendView('/targets/$slug', { 'sec-purpose': 'prefetch;prerender' })).toBe(204)
  expect(await sendView('/targets/$slug', { origin: 'https://other.example' })).toBe(403)
  for (const made of ['/targets/nestle', '', '"} 1\nholdout_x 1', '/x'.repeat(5_000), '\u0000', '%']) expect(await sendView(made)).toBe(400)
  expect(await counted()).toBe(before + 1)
})
