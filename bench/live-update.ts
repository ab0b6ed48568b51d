import type { FullSite } from './live-store.ts'
import { bellSizes } from './load/bells.ts'
import { cpuMs, pause, percentile } from './measure.ts'
import { arrivalsOf, openLoop } from './open-loop.ts'
import { atMost, type Row, reported } from './table.ts'

const calmSeconds = 15
const mostMs = 150_000
const pagesASecond = 100
const asked = { answerMs: 100, seconds: 60, times: 3 }
const words = { title: 'We are a million', body: 'The warehouses asked to talk. Hold out until they have signed.' }

/**
 * Measures one update to a campaign with a million supporters: the creator's answer time, the time until all are notified, and page times meanwhile.
 */
export async function liveUpdate(full: FullSite): Promise<{ notes: string[]; rows: Row[] }> {
  const { site, campaign } = full
  const visits = (seconds: number) => pagesFor(full, seconds)
  await visits(5)
  const calm = await visits(calmSeconds)
  const cpu = cpuMs(site.pid)
  const answerMs = await postUpdate(full)
  const delivery = untilAllNotified(full)
  // Page requests continue for as long as the delivery takes.
  let isOver = false
  const over = delivery.finally(() => {
    isOver = true
  })
  const busy: number[] = []
  while (!isOver) busy.push(...(await visits(calmSeconds / 3)))
  const seconds = (await over) / 1_000
  const spent = cpuMs(site.pid) - cpu
  const { rows } = await site.pool.query<{ reported: number; twice: number }>(
    `select count(*)::int as reported, (count(*) - count(distinct n.person_id))::int as twice from notification n join notification_event e on e.id = n.event_id
     where e.type = 'campaign_update' and e.campaign_id = $1`,
    [campaign.id],
  )
  const stored = Number(rows[0]?.reported)
  const [calmP99, busyP99] = [percentile(calm, 0.99), percentile(busy, 0.99)]
  // The creator supports the campaign too, but is not notified of their own act.
  const expected = bellSizes.people
  return {
    notes: [
      `An update to a campaign with ${bellSizes.people.toLocaleString('en-US')} supporters in a store of ${bellSizes.others.events * bellSizes.others.readers + bellSizes.full + bellSizes.hidden.all} notifications. Visitors meanwhile ask for the campaign's page, the list and the start page, ${pagesASecond} a second at moments of their own (open loop).`,
    ],
    rows: [
      atMost('update to a million: the creator is answered within', answerMs, 'ms', asked.answerMs),
      atMost('update to a million: all have been reported after', seconds, 's', asked.seconds),
      {
        ...reported('update to a million: reported', stored, '', { what: 'expected', value: expected }),
        asked: 'all, none twice',
        reached: stored === expected && Number(rows[0]?.twice) === 0,
      },
      atMost('update to a million: p99 of anonymous pages, times that before', busyP99 / calmP99, '', asked.times),
      reported('update to a million: p99 of anonymous pages meanwhile', busyP99, 'ms', { what: 'before', value: calmP99 }),
      reported('update to a million: p50 of anonymous pages meanwhile', percentile(busy, 0.5), 'ms', { what: 'before', value: percentile(calm, 0.5) }),
      reported('update to a million: server CPU', spent / 1_000, 's'),
    ],
  }
}

async function pagesFor({ site, campaign }: FullSite, seconds: number): Promise<number[]> {
  const request = (path: string) =>
    [`GET ${path} HTTP/1.1`, `host: ${new URL(site.origin).host}`, 'accept: text/html', 'accept-encoding: br', '', ''].join('\r\n')
  const requests = [`/campaigns/${campaign.slug}`, '/campaigns', '/'].map(request)
  const due = arrivalsOf([{ rate: pagesASecond, seconds }])
  const { status, ms } = await openLoop({ origin: site.origin, pid: site.pid, due, requests, readyConnections: 8 })
  const refused = status.filter((one) => one !== 200).length
  if (refused > due.length / 100) throw new Error(`${refused} of ${due.length} pages were not given`)
  return [...ms]
}

async function postUpdate({ site, campaign, creator }: FullSite): Promise<number> {
  const before = performance.now()
  const response = await fetch(`${site.origin}/api/v1/campaigns/${campaign.id}/updates`, {
    method: 'POST',
    headers: { origin: site.origin, cookie: creator.cookie, 'content-type': 'application/json' },
    body: JSON.stringify(words),
  })
  const text = await response.text()
  if (response.status !== 201) throw new Error(`The update was answered with ${response.status} ${text}`)
  return performance.now() - before
}

/** Returns the ms until the delivery has recorded that everybody was notified. */
async function untilAllNotified({ site, campaign }: FullSite): Promise<number> {
  const since = performance.now()
  for (;;) {
    const { rows } = await site.pool.query<{ is_done: boolean; last_error: string | null }>(
      `select delivered_at is not null as is_done, last_error from notification_event
       where type = 'campaign_update' and campaign_id = $1 order by id desc limit 1`,
      [campaign.id],
    )
    if (rows[0]?.is_done) return performance.now() - since
    if (performance.now() - since > mostMs) throw new Error(`Not all were reported within ${mostMs / 1_000} s: ${rows[0]?.last_error ?? 'no error'}`)
    await pause(100)
  }
}
