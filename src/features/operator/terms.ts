/** In order: notifications to deliver, events to enqueue for mail and push, mails, push messages, digest mails, and pledges to tally. */
export const queueNames = ['notifications', 'handover', 'mail', 'push', 'digests', 'pledges'] as const
export type QueueName = (typeof queueNames)[number]

/** Queues that give items up. An operator can retry or drop such an item. */
export const failingQueues = ['notifications', 'handover', 'mail', 'push'] as const
export type FailingQueue = (typeof failingQueues)[number]

/** Reasons why the last backup failed: too little free disk space, or an error that is in the log. */
export const backupProblems = ['NO_SPACE', 'FAILED'] as const

/**
 * Configuration warnings: a weak secret, a changed secret whose predecessor is not in AUTH_SECRET_PREVIOUS, a public
 * site without mail that counts no pledge or every pledge, a public site without a link to its source code, with the example's contact
 * addresses or without a governing law, and a site on which nobody has the role of moderator.
 */
export const siteWarnings = [
  'WEAK_SECRET',
  'SECRET_CHANGED',
  'COUNTS_NOBODY',
  'COUNTS_WITHOUT_MAIL',
  'NO_SOURCE_URL',
  'NO_CONTACT',
  'NO_LAW',
  'NO_MODERATORS',
] as const
export type SiteWarning = (typeof siteWarnings)[number]

/** Whose acts the audit log lists: `site` means moderators and administrators. */
export const logFilters = ['site', 'all'] as const
export type LogFilter = (typeof logFilters)[number]

/** The latest acts that the log's CSV file has. */
export const csvActs = 10_000

/** Maximum that is counted per queue. A value of one more means "more than this". */
export const queueCounted = 10_000

/** Refetch interval of a visible page, in milliseconds. */
export const refetchMs = 5_000
