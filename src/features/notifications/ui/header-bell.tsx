import type { QueryClient } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { m } from '#messages'
import { loadedOnce, partWhenSeen, WhenSeen } from '#platform/client/when-seen.tsx'

// Visitors have no bell and load nothing of it.
const load = loadedOnce(() => import('./bell.tsx'))
const bell = partWhenSeen(() => load().then(({ Bell }) => Bell))
const count = partWhenSeen(() => load().then(({ MenuCount }) => MenuCount))

/** For the loader of all pages, where somebody is signed in: the bell can be rendered, with its count. A page does without what does not come. */
export async function bellReady(queryClient: QueryClient): Promise<void> {
  const state = import('./api.ts').then(({ bellState }) => queryClient.prefetchQuery(bellState()))
  await Promise.all([state, bell.ready(), count.ready()])
}

/** The bell of whoever is signed in. */
export function HeaderBell() {
  const fallback = (
    <a href="/notifications" aria-label={m.bell_name()} className="grid size-11 place-items-center">
      <BellIcon className="size-5" aria-hidden="true" />
    </a>
  )
  return (
    <WhenSeen begin={bell.begin} isWanted fallback={fallback}>
      <bell.Part />
    </WhenSeen>
  )
}

/** How many notifications are unread, for the menu of a phone. */
export function UnreadInMenu() {
  return (
    <WhenSeen begin={count.begin} isWanted fallback={null}>
      <count.Part />
    </WhenSeen>
  )
}
