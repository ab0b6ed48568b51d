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
  'count_corrected',
  'report_closed',
  'queue_waiting',
  'content_removed',
  'content_decision',
  'appeal_decided',
  'target_response',
  'campaign_removed',
] as const
export type NotificationType = (typeof notificationTypes)[number]

/** Outcome for something that the reader wrote: a moderator's decision, or the result of an appeal against one. */
export const decisionOutcomes = [
  'hidden',
  'removed',
  'visible',
  'warned',
  'suspended',
  'hidden_by_organizer',
  'shown_by_organizer',
  'hidden_by_reports',
  'waiting',
  'returned',
  'released',
  'granted',
  'declined',
] as const

/** Types about a decision of a moderator. Suspended people get them, too, by mail. */
export const decisionTypes: readonly NotificationType[] = ['content_removed', 'content_decision', 'appeal_decided']

/** Types that are grouped while unread: several acts about the same content are one notification. */
export const groupedTypes: readonly NotificationType[] = ['pledge', 'comment_like', 'community_like']

/** Types whose number is a part of the sentence and of the API. */
export const numberedTypes: readonly NotificationType[] = ['campaign_milestone', 'count_alarm', 'queue_waiting']

/** Types that are mailed only in the daily digest mail, and not pushed. */
export const digestTypes: readonly NotificationType[] = ['pledge', 'comment_like', 'community_like', 'campaign_milestone', 'report_closed']

/** Types for which the setting "Campaign updates" switches off mail and push. */
export const campaignUpdateTypes: readonly NotificationType[] = [
  'campaign_update',
  'campaign_victory',
  'campaign_milestone',
  'target_response',
  'campaign_removed',
]

/** The first milestone of a campaign: only its creator is notified, unless it is the campaign's goal. */
export const firstMilestone = 10
/** Numbers of supporters that are announced, besides the campaign's goal. */
export const milestones = [firstMilestone, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000] as const

export const notificationFilters = ['all', 'unread'] as const
export type NotificationFilter = (typeof notificationFilters)[number]

/** Numbers of notifications in the bell's menu, and on a page of /notifications. */
export const bellSize = 10
export const pageSize = 20

/** Mails about single notifications per person and day (UTC). Further ones are listed in the daily digest mail. */
export const mailsADay = 5

/** Form action for pages without JavaScript. */
export const markAllPath = '/notifications/read-all'

/** Unread notifications are counted up to this number; one more is shown as "99+". */
export const unreadCounted = 99

/** Payload of the live topic `me`: the unread count, at most `unreadCounted` + 1, and the id of the newest notification. Ids increase with time. */
export type BellState = { unread: number; newest: string | null }

/** The live event. `isReworded`: texts in the lists have changed, although the state may be the same. */
export type BellEvent = BellState & { isReworded?: boolean }
