import type { IncomingMessage } from 'node:http'

const mostKept = 20_000

type Options = {
  clientAddress: (request: IncomingMessage) => string
  /** The token of the session in a request's cookies, if we signed it. */
  tokenOf: (cookies: string | undefined) => string | null
}
export type Callers = ReturnType<typeof openCallers>

/**
 * Names who a request comes from, without a query: the person whose session it carries, else the address. Whose session it
 * is was learned when it was last read. A signed token that was never read counts for itself until it is, and one whose
 * session has ended counts as its address, so old tokens are worth nothing.
 */
export function openCallers({ clientAddress, tokenOf }: Options) {
  /** By token: the person, or null for a session that has ended. The least recently learned first. */
  const people = new Map<string, string | null>()

  return {
    learn(token: string, personId: string | null): void {
      people.delete(token)
      people.set(token, personId)
      const oldest = people.keys().next().value
      if (people.size > mostKept && oldest !== undefined) people.delete(oldest)
    },
    callerOf(request: IncomingMessage): string {
      const token = tokenOf(request.headers.cookie)
      if (token === null) return clientAddress(request)
      const person = people.get(token)
      if (person === undefined) return `session ${token}`
      return person === null ? clientAddress(request) : `person ${person}`
    },
  }
}
