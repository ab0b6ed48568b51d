import type { IncomingMessage, ServerResponse } from 'node:http'

const kinds = ['page', 'api', 'rpc', 'auth', 'media', 'file', 'live', 'health'] as const
/** Outcome of a request: `gone` if the client disconnected before the response, otherwise the class of the status. */
const outcomes = ['gone', '1xx', '2xx', '3xx', '4xx', '5xx'] as const
const bounds = [0.005, 0.025, 0.1, 0.5, 2.5]
const live = kinds.indexOf('live')

type Row = Record<string, string>
export type RequestCounts = ReturnType<typeof openRequestCounts>

/**
 * Counts requests by kind of path, never by path. The counters are arrays: a request adds to them when its response ends, and they are formatted only
 * when the metrics are read, so that counting costs less than half a microsecond per request.
 */
export function openRequestCounts() {
  const ended = new Float64Array(kinds.length * outcomes.length)
  const buckets = new Float64Array(kinds.length * (bounds.length + 1))
  const seconds = new Float64Array(kinds.length)
  let overLimit = 0
  let streams = 0

  function record(kind: number, status: number | null, begun: number) {
    add(ended, kind * outcomes.length + (status === null ? 0 : Math.floor(status / 100)), 1)
    if (kind === live) return
    const took = begun === 0 ? 0 : (performance.now() - begun) / 1_000
    let bucket = 0
    while (bucket < bounds.length && took > (bounds[bucket] ?? 0)) bucket++
    add(buckets, kind * (bounds.length + 1) + bucket, 1)
    add(seconds, kind, took)
    if (status === 429) overLimit++
  }

  return {
    /** Call it before the response, for every request that `countCachedPage` does not count. */
    countWhenClosed(request: IncomingMessage, response: ServerResponse): void {
      const kind = kindOf(request.url ?? '/')
      const begun = performance.now()
      if (kind === live) streams++
      response.on('close', () => {
        if (kind === live) streams--
        record(kind, response.headersSent ? response.statusCode : null, begun)
      })
    },
    /** Counts a cached page, the most frequent response. Counts it at once and with a duration of zero. */
    countCachedPage: (status: number) => record(page, status, 0),
    openStreams: () => streams,
    /** The number of responses with status 429, except to live streams. */
    overLimit: () => overLimit,
    ended(): { labels: Row; value: number }[] {
      return kinds.flatMap((kind, at) =>
        outcomes.flatMap((status, n) => {
          const value = ended[at * outcomes.length + n] ?? 0
          return value > 0 ? [{ labels: { kind, status }, value }] : []
        }),
      )
    },
    /** For each kind: the number of requests within each bound and in total, and the sum of their seconds. */
    durations(): { kind: string; within: { bound: string; count: number }[]; count: number; seconds: number }[] {
      return kinds.flatMap((kind, at) => {
        let count = 0
        const within = [...bounds.map(String), '+Inf'].map((bound, n) => {
          count += buckets[at * (bounds.length + 1) + n] ?? 0
          return { bound, count }
        })
        return count > 0 ? [{ kind, within, count, seconds: seconds[at] ?? 0 }] : []
      })
    },
  }
}

function add(numbers: Float64Array, at: number, by: number) {
  numbers[at] = (numbers[at] ?? 0) + by
}

const page = kinds.indexOf('page')
const starts: [string, number][] = [
  ['/assets/', kinds.indexOf('file')],
  ['/api/v1/live', live],
  ['/api/auth/', kinds.indexOf('auth')],
  ['/api', kinds.indexOf('api')],
  ['/rpc/', kinds.indexOf('rpc')],
  ['/media/', kinds.indexOf('media')],
  ['/healthz', kinds.indexOf('health')],
  ['/readyz', kinds.indexOf('health')],
  ['/metrics', kinds.indexOf('health')],
]

function kindOf(url: string): number {
  for (const [start, kind] of starts) if (url.startsWith(start)) return kind
  return page
}
