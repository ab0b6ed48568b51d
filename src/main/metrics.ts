import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Config } from '#platform/server/config.ts'
import { closedPolicy, securityHeaders } from '#platform/server/http/security-headers.ts'
import { jobRecords } from '#platform/server/job-times.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import type { Desks } from './context.ts'
import type { PageViews } from './page-views.ts'
import { openQueueLengths } from './queue-lengths.ts'
import type { RequestCounts } from './request-counts.ts'

type Load = { runningMs: number; waitingMs: number; refused: number }
type Given = {
  config: Config
  store: Store
  pledges: Desks['pledges']
  mail: Desks['mail']
  requests: RequestCounts
  load: () => Load
  pages: () => { given: number; rendered: number }
  pageViews: PageViews
  storeErrors: () => number
}

/**
 * What this process does, in the text form of Prometheus. No label names a person or an address; numbers are read from
 * where they are kept when somebody asks.
 */
export function openMetrics({ config, store, pledges, mail, requests, load, pages, pageViews, storeErrors }: Given) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })

  function count(name: string, help: string, value: () => number) {
    new Counter({ name: `holdout_${name}`, help, registers: [registry], collect: collected(value) })
  }
  function gauge(name: string, help: string, value: () => number) {
    new Gauge({ name: `holdout_${name}`, help, registers: [registry], collect: collected(value) })
  }
  function labelled(name: string, help: string, given: { type: typeof Counter | typeof Gauge; labelNames: string[]; values: () => Labelled[] }) {
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
  }

  labelled('requests_total', 'Answered requests by kind of address and status', {
    type: Counter,
    labelNames: ['kind', 'status'],
    values: requests.ended,
  })
  labelled('requests_refused_total', 'Answers 429 (limit), and what was not admitted because too much was asked (busy)', {
    type: Counter,
    labelNames: ['reason'],
    values: () => [
      { labels: { reason: 'limit' }, value: requests.overLimit() },
      { labels: { reason: 'busy' }, value: load().refused },
    ],
  })
  gauge('live_streams', 'Open live streams', requests.openStreams)
  gauge('work_running_seconds', 'Work begun and not ended, as it is estimated before it is admitted', () => load().runningMs / 1_000)
  gauge('work_waiting_seconds', 'Work that waits to be begun', () => load().waitingMs / 1_000)
  count('pages_given_total', 'Pages given from the cache', () => pages().given)
  count('pages_rendered_total', 'Pages rendered for the cache', () => pages().rendered)
  labelled('page_views_total', 'Pages that people looked at, by the pattern of their address', {
    type: Counter,
    labelNames: ['route'],
    values: pageViews.counts,
  })
  gauge('pledges_waiting', 'Pledges that wait for the next batch', () => pledges.counts().waiting)
  count('pledge_batches_total', 'Batches of pledges sent to the store', () => pledges.counts().batches)
  count('pledges_sent_total', 'Pledges in those batches', () => pledges.counts().pledges)
  gauge('mail_waiting', 'Mails that wait to be sent, as the process that leads last saw it', mail.waiting)
  labelled('store_connections', 'Connections of the pool, and who waits for one', {
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
  count('store_errors_total', 'Connections to the store that were lost', storeErrors)
  labelled('job_success_timestamp_seconds', 'When a background job of this process last ended well', {
    type: Gauge,
    labelNames: ['job'],
    values: () => [...jobRecords()].flatMap(([job, { doneAt }]) => (doneAt ? [{ labels: { job }, value: doneAt.getTime() / 1_000 }] : [])),
  })
  labelled('job_failures_total', 'How often a background job of this process has failed', {
    type: Counter,
    labelNames: ['job'],
    values: () => [...jobRecords()].map(([job, { failed }]) => ({ labels: { job }, value: failed })),
  })

  const queues = openQueueLengths(store.db)
  labelled(
    'queue_items',
    'What waits in the store to be done (queued), of it what did not work before (retried), and what was given up (failed); counted up to 10,001',
    {
      type: Gauge,
      labelNames: ['queue', 'state'],
      values: queues.lengths,
    },
  )

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
    /** On the site's own port: answers /metrics for who sends METRICS_TOKEN; false leaves the request to others. */
    serve(request: IncomingMessage, response: ServerResponse): boolean {
      if (!isAsked(request) || !isBearer(request.headers.authorization, config.metrics.token)) return false
      send(response)
      return true
    },
    /** On METRICS_PORT, where nothing else is. */
    serveAlone(request: IncomingMessage, response: ServerResponse): void {
      if (isAsked(request)) send(response)
      else response.writeHead(404, { 'content-length': 0 }).end()
    },
  }
}

/** Compares digests, so that neither the time nor an error shows how much of a wrong token is right. */
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

/** A histogram as its numbers stand; prom-client's own would be filled at every request. */
function durationLines(durations: ReturnType<RequestCounts['durations']>): string[] {
  const name = 'holdout_request_duration_seconds'
  return [
    `# HELP ${name} How long answers took, live streams left out`,
    `# TYPE ${name} histogram`,
    ...durations.flatMap(({ kind, within, count, seconds }) => [
      ...within.map(({ bound, count }) => `${name}_bucket{kind="${kind}",le="${bound}"} ${count}`),
      `${name}_sum{kind="${kind}"} ${seconds}`,
      `${name}_count{kind="${kind}"} ${count}`,
    ]),
  ]
}
