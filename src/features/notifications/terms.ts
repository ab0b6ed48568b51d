// Plain words and bounds of notifications, for browser and server.

/** What people are told of, as decisions.md section 9 names it. */
export const notificationTypes = [
  'pledge',
  'campaign_comment',
  'comment_reply',
  'comment_like',
  'campaign_update',
  'campaign_victory',
  'campaign_milestone',
  'community_comment',
  'community_reply',
  'community_like',
  'community_announcement',
  'community_join_request',
  'community_join_approved',
] as const
export type NotificationType = (typeof notificationTypes)[number]

/** What several acts of one kind about one thing become while unread. */
export const groupedTypes: readonly NotificationType[] = ['pledge', 'comment_like', 'community_like']

/** What goes by mail only in the daily digest. */
export const digestTypes: readonly NotificationType[] = ['pledge', 'comment_like', 'community_like', 'campaign_milestone']

/** What the switch "Campaign updates" stops by mail and push. */
export const campaignUpdateTypes: readonly NotificationType[] = ['campaign_update', 'campaign_victory', 'campaign_milestone']

export const notificationFilters = ['all', 'unread'] as const
export type NotificationFilter = (typeof notificationFilters)[number]

/** As many the bell shows. */
export const bellSize = 10

/** Where the form of those without JavaScript goes. */
export const markAllPath = '/notifications/read-all'

/** Unread ones are counted so far; one more is "99+". */
export const unreadCounted = 99

/** What is told on the live topic `me`: how many are unread, at most `unreadCounted` + 1, and the newest of all; ids grow with time. */
export type BellState = { unread: number; newest: string | null }

/** The same as an event; `isReworded` where the lists say other words than before though the state is the same. */
export type BellEvent = BellState & { isReworded?: boolean }
