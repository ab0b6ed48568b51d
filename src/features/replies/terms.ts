// States, limits and error codes of the right of reply: plain values, for browser and server.

/**
 * States of a claim to speak for a company. `unverified`: control of the domain is not shown yet. `waiting`: it is shown, and a moderator has to decide.
 * `active`: accepted. `suspended`: was active, and a moderator has to decide again. `declined`: refused.
 */
export const claimStates = ['unverified', 'waiting', 'active', 'suspended', 'declined'] as const
export type ClaimState = (typeof claimStates)[number]

/** How a person shows control of a domain: a TXT record, or a link that is mailed to an address there. */
export const claimMethods = ['dns', 'mail'] as const

/** The reason of a suspension: somebody else has shown control too, or the website of the target was changed. */
export const suspensionReasons = ['claim', 'website'] as const
export type SuspensionReason = (typeof suspensionReasons)[number]

/**
 * If a link can be mailed to an address at the domain: `possible`; not before a moderator has confirmed the website (`unconfirmed`); never,
 * because others than the company have addresses there; or not on this site, which sends no mail (`off`).
 */
export const mailStates = ['possible', 'unconfirmed', 'never', 'off'] as const
export type MailState = (typeof mailStates)[number]

/** The result of a look at the TXT records of a domain. */
export const dnsResults = ['verified', 'missing', 'unavailable'] as const

export const claimDecisions = ['accepted', 'declined'] as const
export type ClaimDecision = (typeof claimDecisions)[number]

/** Hours in which a mailed link can be used. */
export const linkHours = 24
/** Days after which a claim without proof is deleted. */
export const unverifiedDays = 30

export const claimCodes = ['COMPANY_DOMAIN_INVALID', 'COMPANY_DOMAIN_PUBLIC'] as const
export type ClaimCode = (typeof claimCodes)[number]
export const addressCodes = ['COMPANY_ADDRESS_INVALID', 'COMPANY_ADDRESS_ELSEWHERE'] as const
export type AddressCode = (typeof addressCodes)[number]

export const statementLimits = { body: 3_000, editsADay: 10 } as const
export const statementCodes = ['COMPANY_STATEMENT_MISSING', 'COMPANY_STATEMENT_TOO_LONG'] as const
export type StatementCode = (typeof statementCodes)[number]

/** Days in which a campaign can ask its target once. */
export const requestDays = 30

/** The reason why nobody can ask the company by mail now: see `mailStates`, or it was asked lately. */
export const requestBarriers = ['unconfirmed', 'never', 'off', 'asked'] as const
export type RequestBarrier = (typeof requestBarriers)[number]

/** The TXT record that shows control of a domain. */
export const recordName = (domain: string) => `_holdout.${domain}`
export const recordValue = (record: string) => `holdout-verification=${record}`
