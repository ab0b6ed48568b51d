import type { QueryClient } from '@tanstack/react-query'
import { dropLate } from '#platform/client/mutation-effects.ts'
import { changeItems } from '#platform/client/pages.ts'
import type { Community, CommunityCard, ListedCommunity, Membership } from '../contract.ts'
import { api } from './api.ts'

type MembershipState = { viewer: Membership; members: number }

/** Mutation key for changes of the viewer's membership. */
export const membershipKey = (id: string) => ['communities', 'membership', id]

/**
 * Writes the viewer's membership and the member count into all cached queries, and removes the content of a private community from
 * the cache if the viewer is not an active member.
 */
export function cacheMembership(queryClient: QueryClient, id: string, access: MembershipState): void {
  dropLate(queryClient, api.key())
  changeCached(queryClient, id, { to: access, page: withoutInside })
}

/** Writes the member count from the live stream into all cached queries, without changing the viewer's membership. */
export const learnMembers = (queryClient: QueryClient, { id, members }: { id: string; members: number }): void =>
  changeCached(queryClient, id, { to: { members } })

type Change = { to: Partial<MembershipState>; page?: (one: Community) => Community }

function changeCached(queryClient: QueryClient, id: string, { to, page = (one) => one }: Change): void {
  const changed = <Held extends CommunityCard>(one: Held): Held => (one.id === id ? { ...one, ...to } : one)
  for (const key of [api.list.key(), api.mine.key()]) changeItems<ListedCommunity>(queryClient, key, (items) => items.map(changed))
  queryClient.setQueriesData<{ items: ListedCommunity[] }>({ queryKey: api.trending.key() }, (data) => data && { ...data, items: data.items.map(changed) })
  queryClient.setQueriesData<Community>({ queryKey: api.get.key() }, (data) => data && page(changed(data)))
}

/** Takes a snapshot of the cached content of a community. The returned function restores the content that was removed since. */
export function keepInside(queryClient: QueryClient, id: string): () => void {
  const cached = queryClient.getQueriesData<Community>({ queryKey: api.get.key() }).filter(([, data]) => data?.id === id)
  return () => {
    for (const [key, before] of cached) queryClient.setQueryData<Community>(key, (now) => now && { ...now, inside: now.inside ?? before?.inside ?? null })
  }
}

/** Removes the content of a private community for viewers who are not active members. */
const withoutInside = (community: Community): Community =>
  community.privacy === 'private' && community.viewer.status !== 'active' ? { ...community, inside: null } : community
