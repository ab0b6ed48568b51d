// Constants for all features: plain values, for browser and server.

/** Maximum characters of a search text; the rest is ignored. */
export const searchLength = 200

/** Search forms and the preview in the header search after this pause in typing. */
export const typingPauseMs = 280

/** Items per page in the API's lists: `default` unless a request sets a limit, which may be at most `max`. */
export const pageLimits = { default: 20, max: 100 } as const
/** Maximum characters of a list's cursor. */
export const cursorLength = 500

/** Maximum characters of a slug, without the number that makes it unique. */
export const slugLength = 100

/** Maximum characters of a display name that is derived from a person's name or username. */
export const displayNameLength = 100
/** The name of an author without a first name, and the display name of a person without any name. */
export const namelessAuthor = 'Anonymous'
export const namelessPerson = 'Supporter'
/** Shown in place of a name that moderators removed, until the person chooses another. */
export const removedName = 'Name removed'

/** The target of a link (an update, comment or post) is highlighted after `startMs` for `lastMs`. */
export const highlight = { startMs: 500, lastMs: 3_000 } as const

/** A page view is recorded this long after the URL changed. */
export const pageViewDelayMs = 100
