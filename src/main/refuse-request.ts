import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { m } from '#messages'
import { brand } from '#platform/brand.ts'
import { closedPolicy } from '#platform/server/http/security-headers.ts'
import { refusal } from './app.ts'

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

const style =
  'body{margin:0 auto;padding:15vh 1.25rem;max-width:36rem;font:1.125rem/1.5 system-ui,sans-serif;color-scheme:light dark;background:light-dark(#faf7f0,#16120f);color:light-dark(#1b1613,#f4ede2)}h1{margin:0;border-top:4px solid;padding-top:.75rem;font-size:2rem;line-height:1.1}'

/** Policy of the page: nothing may run or load but its own style. */
const busyPolicy = `${closedPolicy}; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`

/** Page for a reader whose request the site has no room for. It loads the page again after these seconds, also without JavaScript. */
const busyPage = (seconds: number) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${seconds}"><title>${m.site_title({ page: m.site_busy_title(), name: brand.name })}</title><style>${style}</style></head>
<body><main><h1>${m.site_busy_title()}</h1><p>${m.site_busy_text()}</p></main></body></html>
`
