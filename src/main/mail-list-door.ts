import type { Hono } from 'hono'
import { takeOffList } from '#features/mail-lists/server/public.ts'
import type { Env, Parts } from './parts.ts'

/**
 * The one address that takes a POST from anywhere: whoever reads mails for somebody sends it there (RFC 8058), without
 * cookies and without saying where it comes from. Whoever has the token may do this one thing, and no cookie is looked at.
 */
export const isMailListDoor = (method: string | undefined, path: string) => method === 'POST' && /^\/unsubscribe\/[\w-]{1,200}$/.test(path)

/** Takes off the list at once; the button of the page comes here too, and sees the page again. */
export function addMailListDoor(app: Hono<Env>, { desks, store }: Parts): void {
  app.post('/unsubscribe/:token', async (c) => {
    const token = c.req.param('token')
    const seat = desks.mailListTokens.read(token)
    const isOneClick = /\bOne-Click\b/.test(await c.req.text())
    if (seat) await takeOffList(store.db, seat)
    if (isOneClick) return seat ? c.text('Unsubscribed.') : c.text('This address stops nothing.', 404)
    return c.redirect(`/unsubscribe/${token}`, 303)
  })
}
