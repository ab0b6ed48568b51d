import type { Viewer } from '#platform/viewer.ts'

export const roles = ['member', 'moderator', 'admin'] as const satisfies readonly Viewer['role'][]

/** Which people the page lists: everybody, moderators and administrators, or suspended people. */
export const peopleShown = ['all', 'staff', 'suspended'] as const
export type PeopleShown = (typeof peopleShown)[number]

/** Hours whose sign-ups the page shows. */
export const signUpHours = 72
/** Mail domains that the page lists. */
export const shownDomains = 20
/** Number of the latest changes of roles that administrators see. */
export const changesShown = 20

/** Addresses that one moderator can read in 24 hours, and the shortest reason, in characters. */
export const addressLimits = { perDay: 20, reason: 20 } as const

/** Days that a suspension can last; null: for ever. */
export const suspensionDays = [1, 3, 7, 30, null] as const
export type SuspensionDays = (typeof suspensionDays)[number]
