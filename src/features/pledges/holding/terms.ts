/** This many joins of new accounts from one network to one campaign are never held: within 60 seconds, and within 300. */
export const networkBudget = { minute: 1, fiveMinutes: 5 } as const

/** Hours for which an account is new. */
export const newHours = 24

/** A sign-up form that was open for less than this many seconds was probably filled in by a program. */
export const quickSeconds = 3
/** Quick forms are a signal only if the network had at least this many within the last hour, and they are more than a quarter of its joins. */
export const quickForms = 4
/** More different uncommon mail domains than this in an hour, and more than half of the joins from such domains, are a signal. */
export const uncommonDomains = 20
/** More joins than this in an hour with the same browser, and more than half of the network's joins, are a signal. */
export const sameBrowser = 60

/** Days for which signals are kept. */
export const keptDays = 30

/** In this many days of a week, joins also have their network's hash of the week before, because hashes change on Monday. */
export const bridgedDays = 3

/** Hours after which a held pledge counts. If it belongs to a burst, its person is notified instead. */
export const heldHours = 72
/** This many undecided pledges from one network to one campaign are a burst, which only a moderator can accept. */
export const burstSize = 20

/** The time that a look has lately taken is shown from this many decisions on. */
export const decisionsForMedian = 5
