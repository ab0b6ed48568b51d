import { RPCLink } from '@orpc/client/fetch'
import { isContractProcedure } from '@orpc/contract'
import { contract } from '#main/contract.ts'
import { request } from '../support/http.ts'
import { type Person, theSite } from '../support/site.ts'
import { untilServed } from '../support/until-served.ts'

export type Operation = { name: string; method: string; path: string }
export type Input = Record<string, unknown>
/** A response as it was received, for a comparison byte by byte. */
export type Raw = { status: number; code: string | null; text: string; headers: Record<string, string> }

/** Every operation of the contract. */
export function allOperations(at: object = contract, names: string[] = []): Operation[] {
  if (!isContractProcedure(at)) return Object.entries(at).flatMap(([name, part]) => allOperations(part, [...names, name]))
  const { method = 'POST', path = '' } = at['~orpc'].route
  return [{ name: names.join('.'), method, path }]
}

export const isRead = ({ method }: Operation) => method === 'GET'

type Sent = { method?: string; path: string; body?: string | FormData; headers?: Record<string, string> }

/** Sends a request like a page of this person. Keeps the whole response, except for headers that differ every time. */
export const send = (who: Person | null, sent: Sent): Promise<Raw> =>
  untilServed(async () => rawOf(await request((await theSite()).origin, { ...sent, cookie: who?.cookie })), isTooMuch)

const isTooMuch = ({ status, code }: Raw) => status === 503 && code === 'OVERLOADED'

export async function rawOf(response: Response): Promise<Raw> {
  const text = await response.text()
  const { date: _date, 'x-request-id': _id, 'keep-alive': _keep, ...headers } = Object.fromEntries(response.headers)
  return { status: response.status, code: codeIn(text), text, headers }
}

function codeIn(text: string): string | null {
  try {
    const read: unknown = JSON.parse(text)
    const code: unknown = Object(read).code ?? Object(Object(read).json).code
    return typeof code === 'string' ? code : null
  } catch {
    return null
  }
}

/** The request of an operation in the public API: parameters in the path, the rest as query, JSON or form. */
export function restRequest({ method, path }: Operation, input: Input): Sent {
  const rest = { ...input }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const { [name]: value } = rest
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  if (Object.values(rest).some((value) => value instanceof Blob)) return { method, path: `/api/v1${filled}`, body: formOf(rest) }
  if (method === 'GET') {
    const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)])).toString()
    return { method, path: `/api/v1${filled}${query && `?${query}`}` }
  }
  return { method, path: `/api/v1${filled}`, ...(Object.keys(rest).length || method !== 'DELETE' ? { body: JSON.stringify(rest) } : {}) }
}

function formOf(input: Input): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) form.append(name, value instanceof Blob ? value : String(value))
  return form
}

export const viaRest = (who: Person | null, operation: Operation, input: Input) => send(who, restRequest(operation, input))

/** The same call as the site's own pages send it. */
export const viaRpc = (who: Person | null, operation: Operation, input: Input): Promise<Raw> => untilServed(() => viaRpcOnce(who, operation, input), isTooMuch)

async function viaRpcOnce(who: Person | null, operation: Operation, input: Input): Promise<Raw> {
  const { origin } = await theSite()
  const received: Promise<Raw>[] = []
  const link = new RPCLink({
    url: `${origin}/rpc`,
    headers: { origin, ...(who ? { cookie: who.cookie } : {}) },
    fetch: async (request, init) => {
      const response = await fetch(request, init)
      received.push(rawOf(response.clone()))
      return response
    },
  })
  await link.call(operation.name.split('.'), input, { context: {} }).catch(() => {})
  const [answer] = received
  if (!answer) throw new Error(`${operation.name} was not sent`)
  return answer
}
