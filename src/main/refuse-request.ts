import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { closedPolicy } from '#platform/server/http/security-headers.ts'
import { refusal } from './app.ts'
import { busyPage, busyPolicy } from './busy-page.ts'

/** Refuses a request on the raw response, before any work is done for it. */
export type RefuseRequest = (request: IncomingMessage, response: ServerResponse, refusal: { status: number; code: string; message: string }) => void

/** `headers` are those of every response. */
export const refuseWith =
  (headers: Record<string, string>): RefuseRequest =>
  (request, response, { status, code, message }) => {
    // Random, so that clients that were refused together do not return together.
    const seconds = status === 429 || status === 503 ? 2 + Math.floor(Math.random() * 5) : null
    const isPage = code === refusals.busy.code && seconds !== null && isReader(request)
    const body = isPage ? busyPage(seconds) : JSON.stringify(refusal(status, code, message))
    response.writeHead(status, {
      ...headers,
      'content-security-policy': isPage ? busyPolicy : closedPolicy,
      'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'x-request-id': randomUUID(),
      ...(seconds !== null && { 'retry-after': String(seconds) }),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }

/** True if a browser opens the address, and not a program or a page's own code. */
const isReader = ({ method, headers }: IncomingMessage) => (method === 'GET' || method === 'HEAD') && (headers.accept?.includes('text/html') ?? false)

export const refusals = {
  busy: { status: 503, code: 'OVERLOADED', message: 'Too much is asked of this site at once. Try again in a moment.' },
  tooMany: { status: 429, code: 'TOO_MANY_REQUESTS', message: 'Too many requests. Try again later.' },
  tooManyStreams: { status: 429, code: 'TOO_MANY_REQUESTS', message: 'Too many open streams.' },
  unavailable: { status: 503, code: 'UNAVAILABLE', message: 'Try again in a moment.' },
  stopping: { status: 503, code: 'STOPPING', message: 'This process is stopping.' },
  crossSite: { status: 403, code: 'CROSS_SITE', message: 'Streams are for our own pages.' },
  unknownTopics: { status: 400, code: 'MALFORMED', message: 'Unknown topics.' },
  twoHosts: { status: 400, code: 'MALFORMED', message: 'A request has one Host header.' },
  notFound: { status: 404, code: 'NOT_FOUND', message: 'Not found.' },
  onlyGet: { status: 405, code: 'METHOD_NOT_ALLOWED', message: 'This address only answers GET.' },
}
