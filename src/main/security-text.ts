import type { Hono } from 'hono'
import { securityText, securityTextPath } from '#features/site/server/public.ts'
import { brand } from '#platform/brand.ts'
import type { Env, Parts } from './parts.ts'

/** Serves /.well-known/security.txt; 404 while the site names no contact. */
export function addSecurityText(app: Hono<Env>, { config, origin }: Pick<Parts, 'config' | 'origin'>): void {
  app.get(securityTextPath, (c) => {
    const text = securityText({ origin, email: brand.contact.general, hasOperator: config.operatorEmail !== null, now: new Date() })
    if (text === null) return c.json({ code: 'NOT_FOUND', message: 'Not found.', status: 404, data: null }, 404)
    return c.body(text, 200, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' })
  })
}
