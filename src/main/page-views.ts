import type { Hono } from 'hono'
import type { Env } from './parts.ts'

/** The patterns of our pages, which a test holds against the route tree: only these are counted. */
export const pagePatterns: readonly string[] = [
  ...['/', '/about', '/auth', '/contact', '/legal', '/privacy', '/terms', '/search', '/design'],
  ...['/campaigns', '/campaigns/create', '/campaigns/$slug', '/campaigns/$slug/admin', '/campaigns/$slug/edit', '/campaigns/$slug/history'],
  ...['/explore', '/explore/causes', '/explore/industries', '/explore/targets'],
  ...['/targets', '/targets/$slug', '/industries', '/industries/$slug', '/causes', '/causes/$slug'],
  ...['/dashboard', '/dashboard/pledges', '/settings', '/profile/$id', '/u/$id'],
]

export type PageViews = ReturnType<typeof openPageViews>

/** How often pages were looked at, by pattern and nothing else: no address, no person, no time. */
export function openPageViews() {
  const views = new Map<string, number>(pagePatterns.map((route) => [route, 0]))
  return {
    /** False for what is no page of ours. */
    count(route: string): boolean {
      const before = views.get(route)
      if (before === undefined) return false
      views.set(route, before + 1)
      return true
    },
    counts: () => [...views].flatMap(([route, value]) => (value > 0 ? [{ labels: { route }, value }] : [])),
  }
}

const longest = Math.max(...pagePatterns.map((route) => route.length))
const machines = /bot\b|bot\/|crawl|spider|slurp|lighthouse|preview/i

/** Our own pages tell which of them is being looked at; see platform/client/page-views.ts. */
export function addPageViews(app: Hono<Env>, views: PageViews): void {
  app.post('/api/page-views', async (c) => {
    const isPerson = !machines.test(c.req.header('user-agent') ?? 'bot') && !/prefetch|prerender/.test(c.req.header('sec-purpose') ?? '')
    const route = (await c.req.text()).replace(/(.)\/$/, '$1')
    if (route.length <= longest && (!isPerson || views.count(route))) return c.body(null, 204)
    return c.json({ code: 'MALFORMED', message: 'This is the pattern of no page.', status: 400, data: null }, 400)
  })
}
