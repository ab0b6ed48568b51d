// Limits, lifetimes and error codes of accounts: plain values, for browser and server.

export const accountLimits = { fullName: 100, email: 254, usernameFrom: 3, username: 30, passwordFrom: 6, password: 128 } as const

export const usernameCodes = ['USERNAME_CHARACTERS', 'USERNAME_TOO_SHORT', 'USERNAME_TOO_LONG', 'USERNAME_RESERVED', 'USERNAME_TAKEN'] as const
export type UsernameProblem = (typeof usernameCodes)[number]
export const passwordCodes = ['PASSWORD_TOO_SHORT', 'PASSWORD_TOO_LONG', 'PASSWORD_COMMON', 'PASSWORD_REPEATS', 'PASSWORD_PERSONAL'] as const
export type PasswordProblem = (typeof passwordCodes)[number]

/** Minutes for which the browser keeps the path to open after signing in through another site. */
export const keptPathMinutes = 15

/** The message of a successful form is shown this long before the next page or form replaces it. */
export const successMs = 2_000

/** Lifetimes of mailed links, in hours. */
export const linkHours = { confirm: 24, reset: 1 } as const

/** Waiting pledges that the page of the confirming link lists. */
export const mostWaitingJoins = 200
