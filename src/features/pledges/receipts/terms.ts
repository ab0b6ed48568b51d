/** A list is published from this many pledges on. Of a shorter one only the root is published. */
export const listedFrom = 20

/** A pledge is listed when this many whole days have passed since it was made, so that lists tell nothing about held pledges. */
export const youngDays = 3

/** Days for which the leaves of a list are kept. Roots are kept for ever. */
export const leavesDays = 30

/** Days after the end of a campaign for which lists are made. */
export const daysAfterEnd = 30

/** Conditions for showing a receipt. `nothing`: the account has no password to enter. */
export const receiptNeeded = ['confirmed_address', 'password', 'nothing'] as const

/** Bytes of a leaf: the first half of an HMAC with SHA-256. */
export const leafBytes = 16

/** Bytes of a SHA-256 hash. */
export const hashBytes = 32

/** Leaves that are hashed together. */
export const blockLeaves = 32

/** Leaves of an answer of the API: 1 MB. A multiple of `blockLeaves`. */
export const pageLeaves = 65_536
