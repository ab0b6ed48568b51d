import type { Hono } from 'hono'
import { type PageViews, pagePatterns } from './page-views.ts'
import type { Env } from './parts.ts'

const longest = Math.max(...pagePatterns.map((route) => route.length))
const machines = /bot\b|bot\/|crawl|spider|slurp|lighthouse|preview/i

/** Receives the page views that our own pages send; see platform/client/page-views.ts. */
export function addPageViews(app: Hono<Env>, views: PageViews): void {
  app.post('/api/page-views', async (c) => {
    const isPerson = !machines.test(c.req.header('user-agent') ?? 'bot') && !/prefetch|prerender/.test(c.req.header('sec-purpose') ?? '')
    const route = (await c.req.text()).replace(/(.)\/$/, '$1')
    if (route.length <= longest && (!isPerson || views.count(route))) return c.body(null, 204)
    return c.json({ code: 'MALFORMED', message: 'There is no page with this route pattern.', status: 400, data: null }, 400)
  })
}
