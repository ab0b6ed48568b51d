import { type ProviderName, providerNames } from '#platform/providers.ts'

/** Other sites through which people sign in. */
export const wayNames = providerNames
export type WayName = ProviderName

/** How they call themselves. */
export const wayTitles: Record<WayName, string> = { google: 'Google', twitch: 'Twitch', discord: 'Discord', facebook: 'Facebook' }

export const isWay = (text: unknown): text is WayName => wayNames.some((name) => name === text)

/** What can go wrong on the way through another site, as it stands in the address of the page that tells it. */
export const wayProblems = ['denied', 'connect', 'unexpected', 'known-address', 'linked-elsewhere', 'suspended', 'signed-out'] as const
export type WayProblem = (typeof wayProblems)[number]

export const isWayProblem = (text: unknown): text is WayProblem => wayProblems.some((name) => name === text)
