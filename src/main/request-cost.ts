import type { IncomingMessage } from 'node:http'

/** The estimated time to answer a request on this thread, in microseconds, and whether it takes precedence over others that wait. */
export type RequestCost = { cost: number; isPreferred: boolean }

const page = { cost: 3_000, isPreferred: false } satisfies RequestCost
const call = { cost: 300, isPreferred: false } satisfies RequestCost
/** Joins are written in batches and cost little each. They take precedence, because they are what a visitor came for. */
const join = { cost: 150, isPreferred: true } satisfies RequestCost

/** Parsing and rendering of the worst Markdown: 20,000 characters take at most 20 ms. */
const microsecondsPerByte = 1
/** A longer body is refused by its length, or is a picture, which this thread only passes on. */
const mostForText = 20_000

/** Returns null for requests that must be answered under any load: a health check must not report a busy process as dead. */
export function requestCost(path: string, request?: Pick<IncomingMessage, 'method' | 'headers'>): RequestCost | null {
  if (/^\/(healthz|readyz|metrics)$/.test(path)) return null
  if (/^\/(api\/v1\/campaigns\/[^/]+\/pledge|rpc\/pledges\/join)$/.test(path)) return join
  if (/^\/(api|rpc)\//.test(path)) return { ...call, cost: call.cost + textCost(path, request) }
  return path.startsWith('/media/') ? call : page
}

/** The cost of a written text grows with its length. A body without Content-Length costs as much as the longest text. */
function textCost(path: string, request: Pick<IncomingMessage, 'method' | 'headers'> | undefined): number {
  if (!request || request.method === 'GET' || request.method === 'HEAD') return 0
  if (path === '/api/v1/media' || path.startsWith('/rpc/media/')) return 0
  if (request.headers['transfer-encoding'] !== undefined) return mostForText
  return Math.min(mostForText, Number(request.headers['content-length'] ?? 0) * microsecondsPerByte || 0)
}

export const pageCost = page
