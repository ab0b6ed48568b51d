import { isId } from '#platform/id.ts'
import { returnToLimit } from '../return-to.ts'
import { isWay, isWayProblem, type WayName, type WayProblem } from '../ways.ts'

const modes = ['signin', 'signup', 'forgot', 'reset', 'email'] as const
/** `signin` is written only where the form would otherwise be the one for signing up. */
export type AuthMode = (typeof modes)[number]

/** The result of a visit to another site, shown when the person returns. */
export type WaySearch = { problem?: WayProblem | undefined; provider?: WayName | undefined; linked?: WayName | undefined }

export type AuthSearch = {
  returnTo?: string | undefined
  mode?: AuthMode | undefined
  token?: string | undefined
  join?: string | undefined
  suspension?: string | undefined
  /** The token that opens the statement of that suspension. */
  statement?: string | undefined
  /** The code of the refusal of a form that was sent without script. */
  refused?: string | undefined
} & Omit<WaySearch, 'linked'>

const tokenLimit = 2_000
/** The value of `join` in a link from elsewhere. The form shows the campaign, and signing in does not join it. */
export const joinOfLink = '1'
const ofMails: readonly (AuthMode | undefined)[] = ['reset', 'email']

/** True for modes that a mailed link opens. These do not redirect a signed-in person to another page. */
export const isOfMail = (mode: AuthMode | undefined) => ofMails.includes(mode)

const starts = /^\/(?:campaigns|communities)\/create(?:[?#]|$)/

/** The form of an address without a mode. People who are about to start something are mostly new. */
export const modeOf = ({ mode, returnTo }: Pick<AuthSearch, 'mode' | 'returnTo'>): AuthMode => mode ?? (returnTo && starts.test(returnTo) ? 'signup' : 'signin')

/** The parameters of a link to the form for signing in. */
export const toSignIn = ({ returnTo, join }: Pick<AuthSearch, 'returnTo' | 'join'>): AuthSearch => ({
  returnTo,
  join,
  mode: modeOf({ returnTo }) === 'signin' ? undefined : 'signin',
})

/** Reads the address of the sign-in page. */
export function readAuthSearch({ returnTo, mode: given, token, join, suspension, statement, refused, ...result }: Record<string, unknown>): AuthSearch {
  const mode = modes.find((known) => known === given)
  const { problem, provider } = readWaySearch(result)
  // Invalid values are returned as undefined, because the router keeps keys that are missing in the result.
  return {
    returnTo: typeof returnTo === 'string' && returnTo !== '' && returnTo.length <= returnToLimit ? returnTo : undefined,
    mode,
    token: isOfMail(mode) ? tokenText(token) : undefined,
    // The id of the form's join intention, or the value of a link. Only an id can join anything.
    join: String(join) === joinOfLink ? joinOfLink : typeof join === 'string' && isId(join) ? join : undefined,
    problem,
    provider,
    suspension: typeof suspension === 'string' && isId(suspension) ? suspension : undefined,
    statement: tokenText(statement),
    refused: typeof refused === 'string' ? refused : undefined,
  }
}

/** A token of digits only is parsed as a number. */
function tokenText(token: unknown): string | undefined {
  const text = typeof token === 'number' ? String(token) : token
  return typeof text === 'string' && text.length <= tokenLimit ? text : undefined
}

/** Reads the result of a visit to another site; the settings page uses it too. */
export function readWaySearch({ problem, provider, linked }: Record<string, unknown>): WaySearch {
  const isNotified = isWayProblem(problem) && isWay(provider)
  return {
    problem: isNotified ? problem : undefined,
    provider: isNotified ? provider : undefined,
    linked: isWay(linked) ? linked : undefined,
  }
}
