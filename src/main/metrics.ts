import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Config } from '#platform/server/config.ts'
import { closedPolicy, securityHeaders } from '#platform/server/http/security-headers.ts'
import { jobRecords } from '#platform/server/job-times.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import type { Components } from './context.ts'
import type { PageViews } from './page-views.ts'
import { openQueueLengths } from './queue-lengths.ts'
import type { RequestCounts } from './request-counts.ts'

type Load = { runningMs: number; waitingMs: number; refused: number }
type Sources = {
  config: Config
  store: Store
  pledges: Components['pledges']
  mail: Components['mail']
  requests: RequestCounts
  load: () => Load
  pages: () => { given: number; rendered: number }
  pageViews: PageViews
  storeErrors: () => number
}

/** Metrics of this process in the text format of Prometheus. No label names a person or an address; values are read from their sources on request. */
export function openMetrics(sources: Sources) {
  const { config, requests } = sources
  const registry = new Registry()
  const queues = openQueueLengths(sources.store.db)
  collectDefaultMetrics({ register: registry })
  addMetrics(metersOf(registry), { ...sources, queues })

  async function text(): Promise<string> {
    await queues.look()
    return `${await registry.metrics()}\n${durationLines(requests.durations()).join('\n')}\n`
  }

  function send(response: ServerResponse) {
    text().then(
      (body) => {
        response.writeHead(200, {
          ...securityHeaders(config.isPublic),
          'content-security-policy': closedPolicy,
          'content-type': registry.contentType,
          'cache-control': 'no-store',
          'x-request-id': randomUUID(),
        })
        response.end(body)
      },
      () => response.writeHead(500).end(),
    )
  }

  const isAsked = ({ url, method }: IncomingMessage) => url === '/metrics' && method === 'GET'

  return {
    /** Answers /metrics on the site's own port for requests with METRICS_TOKEN; returns false for all others. */
    serve(request: IncomingMessage, response: ServerResponse): boolean {
      if (!isAsked(request) || !isBearer(request.headers.authorization, config.metrics.token)) return false
      send(response)
      return true
    },
    /** Serves METRICS_PORT, which has nothing but /metrics. */
    serveAlone(request: IncomingMessage, response: ServerResponse): void {
      if (isAsked(request)) send(response)
      else response.writeHead(404, { 'content-length': 0 }).end()
    },
  }
}

/** The three kinds of metrics; each reads its value when it is requested. */
function metersOf(registry: Registry) {
  return {
    count(name: string, help: string, value: () => number) {
      new Counter({ name: `holdout_${name}`, help, registers: [registry], collect: collected(value) })
    },
    gauge(name: string, help: string, value: () => number) {
      new Gauge({ name: `holdout_${name}`, help, registers: [registry], collect: collected(value) })
    },
    labelled(name: string, help: string, given: { type: typeof Counter | typeof Gauge; labelNames: string[]; values: () => Labelled[] }) {
      new given.type({
        name: `holdout_${name}`,
        help,
        labelNames: given.labelNames,
        registers: [registry],
        collect() {
          this.reset()
          for (const { labels, value } of given.values()) this.inc(labels, value)
        },
      })
    },
  }
}

function addMetrics({ count, gauge, labelled }: ReturnType<typeof metersOf>, sources: Sources & { queues: ReturnType<typeof openQueueLengths> }): void {
  const { store, pledges, mail, requests, load, pages, pageViews, storeErrors, queues } = sources
  labelled('requests_total', 'Responses by kind of route and status', {
    type: Counter,
    labelNames: ['kind', 'status'],
    values: requests.ended,
  })
  labelled('requests_refused_total', 'Requests refused because of a rate limit (limit), or because the server was overloaded (busy)', {
    type: Counter,
    labelNames: ['reason'],
    values: () => [
      { labels: { reason: 'limit' }, value: requests.overLimit() },
      { labels: { reason: 'busy' }, value: load().refused },
    ],
  })
  gauge('live_streams', 'Open live streams', requests.openStreams)
  gauge('work_running_seconds', 'Estimated processing time of the requests that are running', () => load().runningMs / 1_000)
  gauge('work_waiting_seconds', 'Estimated processing time of the requests that are queued', () => load().waitingMs / 1_000)
  count('pages_given_total', 'Pages served from the cache', () => pages().given)
  count('pages_rendered_total', 'Pages rendered for the cache', () => pages().rendered)
  labelled('page_views_total', 'Page views by route', {
    type: Counter,
    labelNames: ['route'],
    values: pageViews.counts,
  })
  gauge('pledges_waiting', 'Pledges waiting for the next batch', () => pledges.counts().waiting)
  count('pledge_batches_total', 'Batches of pledges written to the database', () => pledges.counts().batches)
  count('pledges_sent_total', 'Pledges written to the database in batches', () => pledges.counts().pledges)
  gauge('mail_waiting', 'Emails waiting to be sent, as last counted by the leader', mail.waiting)
  labelled('store_connections', 'Connections of the database pool by state, and requests waiting for one', {
    type: Gauge,
    labelNames: ['state'],
    values: () => {
      const { totalCount, idleCount, waitingCount } = store.pool
      return [
        { labels: { state: 'used' }, value: totalCount - idleCount },
        { labels: { state: 'idle' }, value: idleCount },
        { labels: { state: 'waiting' }, value: waitingCount },
      ]
    },
  })
  count('store_errors_total', 'Database connections that were lost', storeErrors)
  labelled('job_success_timestamp_seconds', 'Time of the last successful run of a background job in this process', {
    type: Gauge,
    labelNames: ['job'],
    values: () => [...jobRecords()].flatMap(([job, { doneAt }]) => (doneAt ? [{ labels: { job }, value: doneAt.getTime() / 1_000 }] : [])),
  })
  labelled('job_failures_total', 'Failed runs of a background job in this process', {
    type: Counter,
    labelNames: ['job'],
    values: () => [...jobRecords()].map(([job, { failed }]) => ({ labels: { job }, value: failed })),
  })

  labelled(
    'queue_items',
    'Items waiting in a queue (queued), those of them that failed before and are retried (retried), and those that failed permanently (failed); counted up to 10,001',
    {
      type: Gauge,
      labelNames: ['queue', 'state'],
      values: queues.lengths,
    },
  )
}

/** Compares hashes, so that neither the time nor an error shows how much of a wrong token is right. */
function isBearer(authorization: string | undefined, token: string | null): boolean {
  const sent = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (token === null || sent === undefined) return false
  const digest = (value: string) => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(sent), digest(token))
}

type Labelled = { labels: Record<string, string>; value: number }

function collected(value: () => number) {
  return function collect(this: { reset: () => void; inc: (by: number) => void }) {
    this.reset()
    this.inc(value())
  }
}

/** Writes a histogram from existing numbers; prom-client's own would be updated on every request. */
function durationLines(durations: ReturnType<RequestCounts['durations']>): string[] {
  const name = 'holdout_request_duration_seconds'
  return [
    `# HELP ${name} Response times, without live streams`,
    `# TYPE ${name} histogram`,
    ...durations.flatMap(({ kind, within, count, seconds }) => [
      ...within.map(({ bound, count }) => `${name}_bucket{kind="${kind}",le="${bound}"} ${count}`),
      `${name}_sum{kind="${kind}"} ${seconds}`,
      `${name}_count{kind="${kind}"} ${count}`,
    ]),
  ]
}
