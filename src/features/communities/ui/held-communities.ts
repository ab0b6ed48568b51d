import type { QueryClient } from '@tanstack/react-query'
import { dropLate } from '#platform/client/own-acts.ts'
import { changeItems } from '#platform/client/pages.ts'
import type { Community, CommunityCard, ListedCommunity, Membership } from '../contract.ts'
import { api } from './api.ts'

type Standing = { viewer: Membership; members: number }

/** Under which name a change of one's own membership is on its way. */
export const membershipKey = (id: string) => ['communities', 'membership', id]

/** How the reader stands to a community and how many members it has, in everything that this browser holds of it. */
export function learnStanding(queryClient: QueryClient, id: string, standing: Standing): void {
  dropLate(queryClient, api.key())
  changeHeld(queryClient, id, { to: standing, page: withoutInside })
}

/** How many members a community has, as the live stream tells it; how the reader stands to it stays. */
export const learnMembers = (queryClient: QueryClient, { id, members }: { id: string; members: number }): void =>
  changeHeld(queryClient, id, { to: { members } })

type Change = { to: Partial<Standing>; page?: (one: Community) => Community }

function changeHeld(queryClient: QueryClient, id: string, { to, page = (one) => one }: Change): void {
  const changed = <Held extends CommunityCard>(one: Held): Held => (one.id === id ? { ...one, ...to } : one)
  for (const key of [api.list.key(), api.mine.key()]) changeItems<ListedCommunity>(queryClient, key, (items) => items.map(changed))
  queryClient.setQueriesData<{ items: ListedCommunity[] }>({ queryKey: api.trending.key() }, (data) => data && { ...data, items: data.items.map(changed) })
  queryClient.setQueriesData<Community>({ queryKey: api.get.key() }, (data) => data && page(changed(data)))
}

/** Remembers what is inside a community; the function returned gives it back where it was taken away since. */
export function keepInside(queryClient: QueryClient, id: string): () => void {
  const held = queryClient.getQueriesData<Community>({ queryKey: api.get.key() }).filter(([, data]) => data?.id === id)
  return () => {
    for (const [key, before] of held) queryClient.setQueryData<Community>(key, (now) => now && { ...now, inside: now.inside ?? before?.inside ?? null })
  }
}

/** What is inside a private one is nobody's any more who has left it. */
const withoutInside = (community: Community): Community =>
  community.privacy === 'private' && community.viewer.status !== 'active' ? { ...community, inside: null } : community
