// Kinds, reasons, limits and error codes of reports: plain values, for browser and server.

/** Kinds of content that can be reported, as stored. A picture is reported with the content that it belongs to. */
export const reportKinds = ['campaign', 'comment', 'update', 'chat_message', 'post', 'community', 'person', 'target'] as const
export type ReportKind = (typeof reportKinds)[number]

export const reportReasons = ['false_claim', 'harassment', 'hate', 'spam', 'illegal', 'not_a_boycott', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

/** Reasons that come first in the moderators' queue. */
export const urgentReasons: readonly ReportReason[] = ['illegal', 'harassment']

/** How a report ended: the content was kept, hidden or removed, dealt with in another way, or it was gone already. */
export const reportOutcomes = ['kept', 'hidden', 'removed', 'settled', 'gone'] as const
export type ReportOutcome = (typeof reportOutcomes)[number]

/** The reason why a person cannot report something now. */
export const reportBarriers = ['own', 'unconfirmed', 'reported', 'reviewed'] as const
export type ReportBarrier = (typeof reportBarriers)[number]

export const reportLimits = { details: 2_000, law: 500, name: 100, email: 254 } as const
/** Reports that a person can send within an hour. */
export const reportsAnHour = 20
/** Characters of the reported text that are shown with a report. */
export const excerptLength = 600

export const reportCodes = [
  'DETAILS_MISSING',
  'DETAILS_TOO_LONG',
  'LAW_MISSING',
  'LAW_TOO_LONG',
  'NOTICE_NAME_MISSING',
  'NOTICE_NAME_TOO_LONG',
  'NOTICE_EMAIL_INVALID',
  'GOOD_FAITH_MISSING',
] as const
export type ReportCode = (typeof reportCodes)[number]

/** Form action for pages without JavaScript. */
export const reportPath = '/report'
