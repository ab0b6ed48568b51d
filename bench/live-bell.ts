import { z } from 'zod'
import type { FullSite } from './live-store.ts'
import { bellSizes } from './load/bells.ts'
import { percentile } from './measure.ts'
import { sendAll } from './raw-client.ts'
import { atMost, type Row, reported } from './table.ts'

const amount = 500
/** Imitates a process that has run for a while: every database connection has already answered the query and settled on its plan. */
const warmUp = { requests: 600, connections: 20 }
const askedMs = 5
const list = '/notifications?limit=10'
const deep = 2_000

const Page = z.object({ nextCursor: z.string() })
type BellRequest = { path: string; method?: string; body?: string }

/** Measures the bell of a person with 100,000 notifications over HTTP, beside that of a person who has none. */
export async function liveBell({ site, full, hidden }: FullSite): Promise<{ notes: string[]; rows: Row[] }> {
  const [nobody = ''] = await site.people(1)
  const ask = (cookie: string, { path, method = 'GET', body = '' }: BellRequest) =>
    [
      `${method} /api/v1${path} HTTP/1.1`,
      `host: ${new URL(site.origin).host}`,
      `origin: ${site.origin}`,
      `cookie: ${cookie}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
      '',
      body,
    ].join('\r\n')
  async function times(cookie: string, bellRequest: BellRequest, { requests: count = amount, connections = 1 } = {}): Promise<number[]> {
    const requests = Array.from({ length: count }, () => ask(cookie, bellRequest))
    const answers = await sendAll({ origin: site.origin, connections, requests })
    const refused = answers.find(({ status }) => status !== 200)
    if (refused) throw new Error(`${bellRequest.path} was answered with ${refused.status}`)
    return answers.map(({ ms }) => ms)
  }
  async function both(what: string, cookie: string, bellRequest: BellRequest): Promise<Row[]> {
    for (const one of [cookie, nobody]) await times(one, bellRequest, warmUp)
    const [ours, empty] = [await times(cookie, bellRequest), await times(nobody, bellRequest)]
    const comparedWith = (share: number) => ({ what: 'an empty bell', value: percentile(empty, share) })
    return [
      atMost(`bell: ${what}, p99`, percentile(ours, 0.99), 'ms', askedMs, comparedWith(0.99)),
      reported(`bell: ${what}, p50`, percentile(ours, 0.5), 'ms', comparedWith(0.5)),
    ]
  }
  const rows = [
    ...(await both('first page', full.cookie, { path: list })),
    ...(await both('first page of the unread', full.cookie, { path: `${list}&filter=unread` })),
    ...(await both('unread count', full.cookie, { path: '/notifications/unread' })),
  ]
  const cursor = await cursorAfter(`${site.origin}/api/v1/notifications?limit=100`, { cookie: full.cookie, count: deep })
  const far = await times(full.cookie, { path: `${list}&cursor=${cursor}` })
  rows.push(reported(`bell: a page after ${deep.toLocaleString('en-US')}, p99`, percentile(far, 0.99), 'ms'))
  const unseen = await times(hidden.cookie, { path: list }, { requests: 100 })
  const newest = bellSizes.hidden.newest.toLocaleString('en-US')
  rows.push(reported(`bell: first page where the newest ${newest} may not be seen any more, p99`, percentile(unseen, 0.99), 'ms'))
  const [allRead = Number.NaN] = await times(full.cookie, { path: '/notifications/read-all', method: 'POST', body: '{}' }, { requests: 1 })
  rows.push(reported('bell: all of them marked as read at once', allRead, 'ms'))
  rows.push(...(await both('first page after that', full.cookie, { path: list })))
  rows.push(...(await both('unread count after that', full.cookie, { path: '/notifications/unread' })))
  const notifications = await site.pool.query<{ n: number }>('select count(*)::int as n from notification')
  return {
    notes: [
      `The bell of somebody with ${bellSizes.full.toLocaleString('en-US')} notifications, all unread, one in ten of them about what may not be seen any more, among ${Number(notifications.rows[0]?.n).toLocaleString('en-US')} in the store: ${amount} requests one after another over one connection, with session and answer.`,
    ],
    rows,
  }
}

async function cursorAfter(address: string, { cookie, count }: { cookie: string; count: number }): Promise<string> {
  let cursor = ''
  for (let seen = 0; seen < count; seen += 100) {
    const response = await fetch(cursor ? `${address}&cursor=${cursor}` : address, { headers: { cookie } })
    cursor = Page.parse(await response.json()).nextCursor
  }
  return cursor
}
