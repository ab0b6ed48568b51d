import type { Hono } from 'hono'
import { takeOffList } from '#features/notifications/mail-lists/server/public.ts'
import type { Env, Parts } from './parts.ts'

/**
 * The only address that accepts a POST from any origin: mail programs send it (RFC 8058) without cookies and without an origin. The token alone
 * permits this one action, and cookies are ignored.
 */
export const isMailListEndpoint = (method: string | undefined, path: string) => method === 'POST' && /^\/unsubscribe\/[\w-]{1,200}$/.test(path)

/** Removes the person from the list at once. The page's own button also posts here and is redirected to the page. */
export function addMailListEndpoint(app: Hono<Env>, { components, store }: Parts): void {
  app.post('/unsubscribe/:token', async (c) => {
    const token = c.req.param('token')
    const seat = components.mailListTokens.read(token)
    const isOneClick = /\bOne-Click\b/.test(await c.req.text())
    if (seat) await takeOffList(store.db, seat)
    if (isOneClick) return seat ? c.text('Unsubscribed.') : c.text('This unsubscribe link is not valid.', 404)
    return c.redirect(`/unsubscribe/${token}`, 303)
  })
}
