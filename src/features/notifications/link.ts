import type { Notification } from './contract.ts'

type CampaignPlace = { tab?: 'updates' | 'discussion'; updateId?: string; commentId?: string }
type CommunityPlace = { tab?: 'members'; postId?: string; commentId?: string }

/** The route and search parameters that a notification links to. */
export type NotificationLink =
  | { to: '/campaigns/$slug'; params: { slug: string }; search: CampaignPlace }
  | { to: '/communities/$slug'; params: { slug: string }; search: CommunityPlace }
  | { to: '/moderation/$page'; params: { page: 'joins' | 'reports' }; search: { campaign?: string } }
  | { to: '/statement/$id'; params: { id: string }; search: Record<string, never> }
  | { to: '/' | '/reports' | '/rules' }

type LinkInput = Pick<Notification, 'type' | 'campaign' | 'community' | 'update' | 'post' | 'commentId' | 'decision'>

/** Uses the id if the slug is empty. Without campaign and community the link leads to the home page. */
export function notificationLink(given: LinkInput): NotificationLink {
  const { campaign, community } = given
  if (given.type === 'count_alarm' || given.type === 'count_corrected')
    return { to: '/moderation/$page', params: { page: 'joins' }, search: campaign ? { campaign: campaign.slug } : {} }
  if (given.type === 'queue_waiting') return { to: '/moderation/$page', params: { page: 'reports' }, search: {} }
  if (given.type === 'report_closed') return { to: '/reports' }
  // The page of a removed campaign has no more than the notification.
  if (given.type === 'campaign_removed') return { to: '/rules' }
  if (given.decision) return { to: '/statement/$id', params: { id: given.decision.id }, search: {} }
  if (campaign) return { to: '/campaigns/$slug', params: { slug: campaign.slug || campaign.id }, search: campaignPlace(given) }
  if (community) return { to: '/communities/$slug', params: { slug: community.slug || community.id }, search: communityPlace(given) }
  return { to: '/' }
}

/** The same as a path with its query, for mails and push messages. */
export function notificationPath(given: LinkInput): string {
  const place = notificationLink(given)
  if (!('params' in place)) return place.to
  const query = new URLSearchParams(place.search).toString()
  if (place.to === '/statement/$id') return place.to.replace('$id', place.params.id)
  const path =
    place.to === '/moderation/$page' ? place.to.replace('$page', place.params.page) : place.to.replace('$slug', encodeURIComponent(place.params.slug))
  return path + (query && `?${query}`)
}

function campaignPlace({ update, commentId }: LinkInput): CampaignPlace {
  if (commentId) return { tab: 'discussion', commentId }
  return update ? { tab: 'updates', updateId: update.id } : {}
}

function communityPlace({ type, post, commentId }: LinkInput): CommunityPlace {
  // Join requests are approved and declined in the members tab.
  if (type === 'community_join_request') return { tab: 'members' }
  return { ...(post && { postId: post.id }), ...(commentId && { commentId }) }
}
