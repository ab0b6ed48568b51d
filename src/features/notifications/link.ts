import type { Notification } from './contract.ts'

type CampaignPlace = { tab?: 'updates' | 'discussion'; updateId?: string; commentId?: string }
type CommunityPlace = { tab?: 'members'; postId?: string; commentId?: string }

/** Where a notification leads to, as the pages name their places. */
export type NotificationPlace =
  | { to: '/campaigns/$slug'; params: { slug: string }; search: CampaignPlace }
  | { to: '/communities/$slug'; params: { slug: string }; search: CommunityPlace }
  | { to: '/' }

type Placed = Pick<Notification, 'type' | 'campaign' | 'community' | 'update' | 'post' | 'commentId'>

/** The page and the place on it. Without a slug the id stands in its stead; what is about nothing we know leads home. */
export function notificationPlace(given: Placed): NotificationPlace {
  const { campaign, community } = given
  if (campaign) return { to: '/campaigns/$slug', params: { slug: campaign.slug || campaign.id }, search: campaignPlace(given) }
  if (community) return { to: '/communities/$slug', params: { slug: community.slug || community.id }, search: communityPlace(given) }
  return { to: '/' }
}

/** The same as a path with its query, for mails and push messages. */
export function notificationPath(given: Placed): string {
  const place = notificationPlace(given)
  if (place.to === '/') return place.to
  const query = new URLSearchParams(place.search).toString()
  return place.to.replace('$slug', encodeURIComponent(place.params.slug)) + (query && `?${query}`)
}

function campaignPlace({ update, commentId }: Placed): CampaignPlace {
  if (commentId) return { tab: 'discussion', commentId }
  return update ? { tab: 'updates', updateId: update.id } : {}
}

function communityPlace({ type, post, commentId }: Placed): CommunityPlace {
  // Who asks to come in is answered among the members.
  if (type === 'community_join_request') return { tab: 'members' }
  return { ...(post && { postId: post.id }), ...(commentId && { commentId }) }
}
