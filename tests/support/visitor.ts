import { randomUUID } from 'node:crypto'
import { request } from './http.ts'
import { untilServed } from './until-served.ts'

/** Signs a new person up and in through the public API. */
export async function signedUp(product: { origin: string }, name: string): Promise<{ cookie: string; email: string; password: string }> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}.${Math.floor(Math.random() * 1e9)}@people.test`
  const password = 'a long enough passphrase'
  await sendPatiently(product, { method: 'POST', path: '/api/auth/sign-up/email', body: { name, email, password } })
  const { headers } = await sendPatiently(product, { method: 'POST', path: '/api/auth/sign-in/email', body: { email, password } })
  const cookie = headers
    .getSetCookie()
    .find((line) => line.startsWith('holdout.session='))
    ?.split(';')[0]
  if (!cookie) throw new Error('Signing in gave no session')
  return { cookie, email, password }
}

export type Sent = { status: number; headers: Headers; body: any }

type Call = { method: string; path: string; cookie?: string; body?: unknown; key?: string }

/** Sends a request. Repeats one that is refused as OVERLOADED, before any work was done for it. */
export const send = (product: { origin: string }, call: Call): Promise<Sent> => untilServed(() => sendOnce(product, call), isOverloaded)

const isOverloaded = ({ status, body }: Sent) => status === 503 && body?.code === 'OVERLOADED'

async function sendOnce(product: { origin: string }, call: Call): Promise<Sent> {
  // A stopping server waits two seconds for a kept-alive connection.
  const headers = { connection: 'close', ...(call.key && { 'idempotency-key': call.key }) }
  const response = await request(product.origin, { ...call, headers })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text.startsWith('{') ? JSON.parse(text) : text }
}

/** Repeats the request also while the database is unavailable, as it may be on a slow machine with many requests at once. */
export async function sendPatiently(product: { origin: string }, call: Call): Promise<Sent> {
  const key = call.method === 'POST' && call.path.startsWith('/api/v1/') ? randomUUID() : undefined
  return untilServed(
    () => send(product, { ...(key && { key }), ...call }),
    ({ status, body }) => status === 503 && body?.code === 'UNAVAILABLE',
  )
}

/** Sends an API request with a person's session, and throws unless it succeeds. Returns the response's body. */
export function clientOf(product: { readonly origin: string }) {
  return async function asked(who: { cookie: string }, method: string, path: string, body?: unknown): Promise<any> {
    const answer = await sendPatiently(product, { method, path: `/api/v1${path}`, cookie: who.cookie, ...(body === undefined ? {} : { body }) })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
}
