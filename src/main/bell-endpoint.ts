import type { Hono } from 'hono'
import { markAllFromForm } from '#features/notifications/server/public.ts'
import { markAllPath } from '#features/notifications/terms.ts'
import type { Env, Parts } from './parts.ts'

/** "Mark all read" is a form, so that it works without JavaScript. Like every other write, it is accepted from our own pages only. */
export const isBellEndpoint = (method: string | undefined, path: string) => method === 'POST' && path === markAllPath

/** Marks all notifications of the viewer as read and redirects to their page. */
export function addBellEndpoint(app: Hono<Env>, { components, store, viewerOf }: Parts): void {
  app.post(markAllPath, async (c) => {
    const viewer = await viewerOf(c.req.header('cookie'))
    const through = new URLSearchParams(await c.req.text()).get('through')
    if (viewer) await markAllFromForm({ db: store.db, bellNews: components.bellNews }, { personId: viewer.id, through })
    return c.redirect('/notifications', 303)
  })
}
