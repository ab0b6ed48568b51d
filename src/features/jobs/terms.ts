// Plain words and bounds of the operators' page, for browser and server.

/** What waits in the store to be done: told, handed on to mail and push, mailed, pushed, gathered for a digest, counted. */
export const queueNames = ['notifications', 'handover', 'mail', 'push', 'digests', 'pledges'] as const
export type QueueName = (typeof queueNames)[number]

/** Queues whose items may be given up, and then be tried again or dropped by an operator. */
export const failingQueues = ['notifications', 'handover', 'mail', 'push'] as const
export type FailingQueue = (typeof failingQueues)[number]

/** Why there is no newer backup: too little free space on the disk, or another reason that the log has. */
export const backupProblems = ['NO_SPACE', 'FAILED'] as const

/** Warnings for the operator: a secret that can be guessed, and a public site without mail that counts nobody, or everybody. */
export const siteWarnings = ['WEAK_SECRET', 'COUNTS_NOBODY', 'COUNTS_WITHOUT_MAIL'] as const
export type SiteWarning = (typeof siteWarnings)[number]

/** Of each queue so many are counted; one more says that there are more. */
export const queueCounted = 10_000

/** How often the page looks again while it is seen. */
export const lookAgainMs = 5_000
