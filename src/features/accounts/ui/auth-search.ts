import { returnToLimit } from '../return-to.ts'
import { isWay, isWayProblem, type WayName, type WayProblem } from '../ways.ts'

const modes = ['signup', 'forgot', 'reset', 'confirm', 'email'] as const
export type AuthMode = (typeof modes)[number]

/** What somebody who comes back from another site is told. */
export type WaySearch = { problem?: WayProblem | undefined; provider?: WayName | undefined; linked?: WayName | undefined }

export type AuthSearch = { returnTo?: string | undefined; mode?: AuthMode | undefined; token?: string | undefined } & Omit<WaySearch, 'linked'>

const tokenLimit = 2_000
const ofMails: readonly (AuthMode | undefined)[] = ['reset', 'confirm', 'email']

/** Modes that a link in a mail leads to: they do not lead away whoever is signed in. */
export const isOfMail = (mode: AuthMode | undefined) => ofMails.includes(mode)

/** Reads the address of the sign-in page; signing in is the default and not written. */
export function readAuthSearch({ returnTo, mode: given, token, ...told }: Record<string, unknown>): AuthSearch {
  const mode = modes.find((known) => known === given)
  const { problem, provider } = readWaySearch(told)
  // A token of digits alone reads as a number.
  const text = typeof token === 'number' ? String(token) : token
  // What does not fit is said to be absent: the router keeps the keys of an address that nobody speaks of as they stand.
  return {
    returnTo: typeof returnTo === 'string' && returnTo !== '' && returnTo.length <= returnToLimit ? returnTo : undefined,
    mode,
    token: isOfMail(mode) && typeof text === 'string' && text.length <= tokenLimit ? text : undefined,
    problem,
    provider,
  }
}

/** The part of an address that tells how it went at another site; for the settings page too. */
export function readWaySearch({ problem, provider, linked }: Record<string, unknown>): WaySearch {
  const isTold = isWayProblem(problem) && isWay(provider)
  return {
    problem: isTold ? problem : undefined,
    provider: isTold ? provider : undefined,
    linked: isWay(linked) ? linked : undefined,
  }
}
