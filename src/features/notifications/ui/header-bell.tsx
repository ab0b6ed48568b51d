import type { QueryClient } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { m } from '#messages'
import { HydrateWhenVisible, latePart, loadedOnce, partWhenVisible } from '#platform/client/hydrate-when-visible.tsx'

// Visitors have no bell and load no code of it.
const load = loadedOnce(() => import('./bell.tsx'))
const bell = partWhenVisible(() => load().then(({ Bell }) => Bell))
const count = latePart(() => load().then(({ MenuCount }) => MenuCount), { isWanted: true })

/**
 * Prepares the bell for rendering: loads its code (on the server) and the count. The root loader awaits it for signed-in viewers. If the
 * query fails, the page has no count.
 */
export async function bellReady(queryClient: QueryClient): Promise<void> {
  const state = import('./api.ts').then(({ bellState }) => queryClient.prefetchQuery(bellState()))
  await Promise.all([state, bell.ready(), count.ready()])
}

/** The bell in the header. Render it for signed-in viewers only. */
export function HeaderBell() {
  const fallback = (
    <a href="/notifications" aria-label={m.notifications_name()} className="grid size-11 place-items-center">
      <BellIcon className="size-5" aria-hidden="true" />
    </a>
  )
  return (
    <HydrateWhenVisible begin={bell.begin} isWanted fallback={fallback}>
      <bell.Part />
    </HydrateWhenVisible>
  )
}

/** The unread count for the menu on small screens. */
export const UnreadInMenu = count.Late
