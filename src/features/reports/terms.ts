// Kinds, reasons, limits and error codes of reports: plain values, for browser and server.

/** Kinds of content that can be reported, as stored. */
export const reportKinds = ['campaign', 'comment', 'update', 'chat_message', 'post', 'community', 'person', 'target', 'company_statement', 'picture'] as const
export type ReportKind = (typeof reportKinds)[number]

export const reportReasons = ['false_claim', 'harassment', 'hate', 'spam', 'illegal', 'not_a_boycott', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

/** Reasons that come first in the moderators' queue. */
export const urgentReasons: readonly ReportReason[] = ['illegal', 'harassment']

/** The reason why a person cannot report something now. */
export const reportBarriers = ['own', 'signed_out', 'unconfirmed', 'reported', 'reviewed'] as const
export type ReportBarrier = (typeof reportBarriers)[number]

export const reportLimits = { details: 2_000, law: 500, name: 100, email: 254 } as const
/** Reports that a person can send within an hour. */
export const reportsAnHour = 20
/** A person's reports count as mostly wrong if, of at least `decided` within a year, moderators kept this share of the reported content. */
export const weightRule = { decided: 5, keptShare: 0.8 } as const
/** Days after which an unconfirmed report of a visitor is deleted. */
export const visitorReportDays = 3
/** Open cases of a community are counted up to this number. */
export const countedCases = 100
/** Characters of the reported text that are shown with a report. */
export const excerptLength = 600

/** Number of messages or comments before reported content, and after it, that its case shows. */
export const contextEachSide = 3

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
