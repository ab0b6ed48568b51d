import { type ProviderName, providerNames } from '#platform/providers.ts'

/** Other sites through which people can sign in. */
export const wayNames = providerNames
export type WayName = ProviderName

/** The names that these sites use for themselves. */
export const wayTitles: Record<WayName, string> = { google: 'Google', twitch: 'Twitch', discord: 'Discord', facebook: 'Facebook' }

export const isWay = (text: unknown): text is WayName => wayNames.some((name) => name === text)

/** Problems of signing in or linking through another site. The code is in the address of the page that shows the problem. */
export const wayProblems = [
  'denied',
  'connect',
  'unexpected',
  'known-address',
  'linked-elsewhere',
  'suspended',
  'temporary-address',
  'signed-out',
  'closed',
] as const
export type WayProblem = (typeof wayProblems)[number]

export const isWayProblem = (text: unknown): text is WayProblem => wayProblems.some((name) => name === text)
