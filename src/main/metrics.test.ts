import { request } from 'node:http'
import { expect, test } from 'vitest'
import { inNetworks } from '#platform/server/http/networks.ts'
import { freePort } from '#tests/support/product.ts'
import { aCampaign, aPerson, call, metricsToken, theSite, until, useSite } from '#tests/support/site.ts'

const bearer = { authorization: `Bearer ${metricsToken}` }

test('metrics count requests, pledges, streams and jobs, and name nobody', async () => {
  const { origin } = await theSite()
  const person = await aPerson()
  const { id } = await aCampaign(person)
  await call(await aPerson(), 'PUT', `/campaigns/${id}/pledge`, { body: {} })
  await call(null, 'GET', `/campaigns/${id}`)
  const stream = new AbortController()
  await fetch(`${origin}/api/v1/live?topics=campaign:${id}`, { signal: stream.signal })

  // Queue lengths appear after the database has counted them, and a request after its response has ended.
  const { status, type, text } = await until(async () => {
    const reported = await metrics()
    const isThere =
      reported.text.includes('holdout_queue_items{queue="notifications",') && reported.text.includes('holdout_requests_total{kind="api",status="2xx"}')
    return isThere ? reported : null
  })
  expect({ status, type }).toEqual({ status: 200, type: 'text/plain; version=0.0.4; charset=utf-8' })
  expect(numberOf(text, 'holdout_requests_total{kind="api",status="2xx"}')).toBeGreaterThan(2)
  expect(numberOf(text, 'holdout_request_duration_seconds_count{kind="api"}')).toBeGreaterThan(2)
  expect(numberOf(text, 'holdout_request_duration_seconds_bucket{kind="api",le="+Inf"}')).toBe(
    numberOf(text, 'holdout_request_duration_seconds_count{kind="api"}'),
  )
  expect(numberOf(text, 'holdout_live_streams')).toBeGreaterThan(0)
  expect(numberOf(text, 'holdout_pledge_batches_total')).toBeGreaterThan(0)
  expect(numberOf(text, 'holdout_pledges_waiting')).toBe(0)
  expect(numberOf(text, 'nodejs_heap_size_used_bytes')).toBeGreaterThan(0)
  await until(async () => numberOf((await metrics()).text, 'holdout_job_success_timestamp_seconds{job="tallies"}') > Date.now() / 1_000 - 60)
  // The counter belongs to the process and includes all sites that tests had in it.
  expect(numberOf(text, 'holdout_job_failures_total{job="tallies"}')).toBeGreaterThanOrEqual(0)
  expect(numberOf(text, 'holdout_queue_items{queue="mail",state="failed"}')).toBeGreaterThanOrEqual(0)
  expect(numberOf(text, 'holdout_queue_items{queue="notifications",state="queued"}')).toBeGreaterThanOrEqual(0)
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|@|\/campaigns\/(?!\$slug|create")/)

  const open = numberOf(text, 'holdout_live_streams')
  stream.abort()
  await until(async () => numberOf((await metrics()).text, 'holdout_live_streams') < open)
})

const withoutToken: Record<string, string>[] = [
  {},
  { authorization: 'Bearer ' },
  { authorization: `Bearer ${metricsToken}x` },
  { authorization: metricsToken },
  { authorization: `Basic ${metricsToken}` },
]
test.each(withoutToken)('without the token (%o) /metrics responds like an unknown address, also on this machine', async (headers) => {
  const refused = await metrics(headers)
  expect(refused.status).toBe(404)
  const { body } = await call(null, 'GET', '/never-was')
  expect(JSON.parse(refused.text)).toEqual(body)
})

test('a network contains its addresses in every spelling, and no others', () => {
  const isAllowed = inNetworks(['127.0.0.0/8', '::1', '10.1.2.3', '2001:db8::/32'])
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '10.1.2.3', '2001:db8:1::9']) expect(isAllowed(address)).toBe(true)
  for (const address of ['10.1.2.4', '::2', '128.0.0.1', '2001:db9::1', '', 'unknown', '::ffff:10.1.2.4']) expect(isAllowed(address)).toBe(false)
})

test('METRICS_PORT serves metrics without a token, and nothing else', async () => {
  const port = await freePort()
  const close = await useSite({ METRICS_PORT: String(port), METRICS_TOKEN: '' })
  try {
    const alone = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect({ status: alone.status, text: await alone.text() }).toEqual({ status: 200, text: expect.stringContaining('holdout_live_streams') })
    for (const path of ['/', '/api/v1/stats', '/healthz']) expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(404)
    expect((await metrics()).status).toBe(404)
  } finally {
    await close()
  }
})

/** Requests /metrics without the headers that `fetch` adds. */
async function metrics(headers: Record<string, string> = bearer): Promise<{ status: number; type: string; text: string }> {
  const { origin } = await theSite()
  return new Promise((resolve, reject) => {
    request(`${origin}/metrics`, { headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', text }))
    })
      .on('error', reject)
      .end()
  })
}

function numberOf(text: string, name: string): number {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1) ?? Number.NaN)
}
