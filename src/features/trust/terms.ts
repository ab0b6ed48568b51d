// Trust levels and limits of people who are new: plain values, for browser and server.

/** Levels in ascending order. The SQL function `trust_level` computes a level from the same numbers as `levelNeeds`; a test compares them. */
export const trustLevels = ['unconfirmed', 'new', 'member', 'trusted'] as const
export type TrustLevel = (typeof trustLevels)[number]

/** `things`: comments, posts, updates and campaigns that the person published at least `remainedHours` ago and that are still visible. */
export const levelNeeds = { member: { hours: 24, things: 3 }, trusted: { hours: 30 * 24, things: 30 }, remainedHours: 24 } as const

/** Limits of people who are not members yet. `links` is per text. */
export const newPersonLimits = { links: 2, commentsPerDay: 10, campaignsPerDay: 1 } as const

/** Kinds of what limits count, as stored in `written_text`. */
export const writtenKinds = ['comment', 'post', 'message', 'edit', 'campaign', 'target', 'cause'] as const
export type WrittenKind = (typeof writtenKinds)[number]
export type LimitedKind = Exclude<WrittenKind, 'edit'>

/**
 * Limits of each person but moderators, against scripts: texts of each kind within `minutes`; campaigns, targets and causes, of each, within a day;
 * open reports. These numbers are for accounts that are unconfirmed or younger than `newAccountHours`. Others may do `othersFactor` times as much.
 */
export const personLimits = { newAccountHours: 24, texts: 10, minutes: 10, perDay: 3, openReports: 5, othersFactor: 10 }

/** Limit on the comments of all new people together in one campaign, per `minutes`. */
export const newPeopleTogether = { comments: 60, minutes: 10 } as const

/** The same text is refused the fifth time in an hour, except from moderators. */
export const sameTextRefused = 5

/** Texts with fewer characters are never refused as repetitions: people may write “Yes” or “Thank you” often. */
export const shortestRepeated = 12

/** Private details. A new person's text that contains one waits for a moderator. */
export const privateDetailKinds = ['phone_number', 'email', 'home_address', 'id_number'] as const
export type PrivateDetail = (typeof privateDetailKinds)[number]

/** A text waits for a moderator if this many new people have written the same link within an hour, its author included. */
export const sameLinkWaits = 5

export const linkCodes = ['LINKS_LIMITED'] as const

/** Refusals of a field with such a detail: its text would be public at once, and could not wait. */
export const privateCodes = ['PRIVATE_PHONE_NUMBER', 'PRIVATE_EMAIL', 'PRIVATE_HOME_ADDRESS', 'PRIVATE_ID_NUMBER'] as const
export type PrivateCode = (typeof privateCodes)[number]
