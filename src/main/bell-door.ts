import type { Hono } from 'hono'
import { markAllFromForm } from '#features/notifications/server/public.ts'
import { markAllPath } from '#features/notifications/terms.ts'
import type { Env, Parts } from './parts.ts'

/** "Mark all read" of a page without JavaScript is a form of its own; it may come from our own pages only, like every other write. */
export const isBellDoor = (method: string | undefined, path: string) => method === 'POST' && path === markAllPath

/** Marks all as read for whoever is signed in, and leads back to the page. */
export function addBellDoor(app: Hono<Env>, { desks, store, viewerOf }: Parts): void {
  app.post(markAllPath, async (c) => {
    const viewer = await viewerOf(c.req.header('cookie'))
    const through = new URLSearchParams(await c.req.text()).get('through')
    if (viewer) await markAllFromForm({ db: store.db, bellNews: desks.bellNews }, { personId: viewer.id, through })
    return c.redirect('/notifications', 303)
  })
}
