// States, limits and error codes of moderation: plain values, for browser and server.

/** The state that a moderator gives to content: readable, hidden until it has been reviewed, or removed for good. */
export const moderationStates = ['visible', 'hidden', 'removed'] as const
export type ModerationState = (typeof moderationStates)[number]

/** The states that the organizer of a campaign gives to a comment there. Only moderators remove. */
export const organizerStates = ['hidden_by_organizer', 'shown_by_organizer'] as const
export type OrganizerState = (typeof organizerStates)[number]

/**
 * The states that a rule gives to content without a moderator: hidden by reports of several people; waiting for a moderator, for example because of
 * private details; returned to its author, because no moderator decided in time; shown again.
 */
export const automaticStates = ['hidden_by_reports', 'waiting', 'returned', 'released'] as const
export type AutomaticState = (typeof automaticStates)[number]

/** Texts that their author can still edit and delete, although nobody else reads them. */
export const isAuthorsToEdit = (state: string | null): boolean => state === 'waiting' || state === 'returned'

/** Kinds of content that a rule can hide. Of pictures only those of profiles, comments and posts. */
export const automaticKinds = ['comment', 'post', 'chat_message', 'picture'] as const
export type AutomaticKind = (typeof automaticKinds)[number]

const shown: readonly string[] = ['visible', 'shown_by_organizer', 'released']
/** The states in which everybody who may see the place reads the content again. */
export const isShown = (state: ModerationState | OrganizerState | AutomaticState | 'warned' | 'suspended'): boolean => shown.includes(state)

/** Kinds of content that moderators decide about, as stored. `person`: the picture and the text of a profile. `picture`: one picture alone. */
export const contentKinds = ['campaign', 'comment', 'update', 'chat_message', 'post', 'community', 'person', 'company_statement', 'picture'] as const

/** The states of a picture that is not at its place. */
export const movedStates = ['hidden', 'removed', 'hidden_by_reports'] as const
export type ContentKind = (typeof contentKinds)[number]

/** The rules of /rules, in their order; `other` is for what they do not name. */
export const rules = ['threats', 'harassment', 'private_details', 'false_claims', 'not_a_boycott', 'spam', 'illegal', 'other'] as const
export type Rule = (typeof rules)[number]

/** Decisions about reported content. */
export const decisionStates = [...moderationStates, 'kept', 'warned'] as const

/** Kinds of those who demand a removal. Courts belong to the government. */
export const demanders = ['government', 'company'] as const
type Demander = (typeof demanders)[number]

/** The legal order on which a removal rests. `isNamed`: the public may know by whom. */
export type Demand = { by: string; from: Demander; isNamed: boolean }

export type ModerationDecision = { state: ModerationState; rule?: Rule; reason: string; demand?: Demand }

export type Warning = { rule?: Rule; reason: string }

export const moderationLimits = { reason: 1_000, demandedBy: 200 } as const
export const moderationCodes = ['REASON_MISSING', 'REASON_TOO_LONG'] as const
export type ModerationCode = (typeof moderationCodes)[number]

export const demandCodes = ['DEMAND_MISSING', 'DEMAND_TOO_LONG', 'DEMAND_WITHOUT_REMOVAL'] as const
export type DemandCode = (typeof demandCodes)[number]

/** How a report ended: the content was kept, hidden or removed, dealt with in another way, or it was gone already. */
export const reportOutcomes = ['kept', 'hidden', 'removed', 'settled', 'gone'] as const
export type ReportOutcome = (typeof reportOutcomes)[number]

/**
 * Hours for which the mods of a community are expected to decide first about what is reported there. In a private community the site's moderators
 * read and decide afterwards; in a public one they can at any time.
 */
export const modsFirstHours = 72

/** Seconds of slow mode that moderators may choose in a discussion; the page offers `choices`. */
export const slowMode = { least: 10, most: 600, choices: [10, 30, 60, 120, 300, 600] } as const

/** Months after a decision in which its author may appeal. After them the words of its reason are deleted. */
export const appealMonths = 6
