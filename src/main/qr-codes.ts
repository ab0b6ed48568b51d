import type { Hono } from 'hono'
import { renderSVG } from 'uqr'
import type { Env, Parts } from './parts.ts'

/**
 * Serves /qr/campaigns/SLUG.svg: the address of a campaign's page as a QR code, for print. It queries nothing, so it does not reveal which campaigns
 * exist.
 */
export function addQrCodes(app: Hono<Env>, { origin }: Pick<Parts, 'origin'>): void {
  app.get('/qr/campaigns/:file', (c) => {
    const slug = /^([a-z0-9-]{1,120})\.svg$/.exec(c.req.param('file'))?.[1]
    if (!slug) return c.json({ code: 'NOT_FOUND', message: 'Not found.', status: 404, data: null }, 404)
    const svg = renderSVG(`${origin}/campaigns/${slug}`, { border: 0, ecc: 'M' })
    return c.body(svg, 200, { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' })
  })
}
