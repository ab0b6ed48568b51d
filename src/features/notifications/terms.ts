// Constants of notifications: plain values, for browser and server.

/** Types of notifications. The names are stored in the database and part of the API. */
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
  'count_alarm',
] as const
export type NotificationType = (typeof notificationTypes)[number]

/** Types that are grouped while unread: several acts about the same content are one notification. */
export const groupedTypes: readonly NotificationType[] = ['pledge', 'comment_like', 'community_like']

/** Types that are mailed only in the daily digest mail, and not pushed. */
export const digestTypes: readonly NotificationType[] = ['pledge', 'comment_like', 'community_like', 'campaign_milestone']

/** Types for which the setting "Campaign updates" switches off mail and push. */
export const campaignUpdateTypes: readonly NotificationType[] = ['campaign_update', 'campaign_victory', 'campaign_milestone']

/** The first milestone of a campaign: only its creator is notified, unless it is the campaign's goal. */
export const firstMilestone = 10

export const notificationFilters = ['all', 'unread'] as const
export type NotificationFilter = (typeof notificationFilters)[number]

/** Number of notifications in the bell's menu. */
export const bellSize = 10

/** Form action for pages without JavaScript. */
export const markAllPath = '/notifications/read-all'

/** Unread notifications are counted up to this number; one more is shown as "99+". */
export const unreadCounted = 99

/** Payload of the live topic `me`: the unread count, at most `unreadCounted` + 1, and the id of the newest notification. Ids increase with time. */
export type BellState = { unread: number; newest: string | null }

/** The live event. `isReworded`: texts in the lists have changed, although the state may be the same. */
export type BellEvent = BellState & { isReworded?: boolean }
