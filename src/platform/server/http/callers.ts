import type { IncomingMessage } from 'node:http'

const mostKept = 20_000

type Options = {
  clientAddress: (request: IncomingMessage) => string
  /** The session token in a request's cookies, if its signature is valid. */
  tokenOf: (cookies: string | undefined) => string | null
}
export type Callers = ReturnType<typeof openCallers>

/**
 * Identifies the caller of a request without a query: the person of its session, else the address. Persons are remembered when their session is
 * read. Until then a signed token is a caller of its own. A token of an ended session counts as its address, so that collecting old tokens is
 * useless.
 */
export function openCallers({ clientAddress, tokenOf }: Options) {
  /** The person of each token, or null for an ended session. The least recently learned token is first. */
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
