import pg from 'pg'
import { expect, test } from 'vitest'
import { aVisit, hydrated } from '../support/browser.ts'
import { aCampaignBody } from '../support/campaign-body.ts'
import { eventually } from '../support/load.ts'
import { ownProduct } from '../support/the-product.ts'
import { send, signedUp } from '../support/visitor.ts'

// A product of its own, because the test locks a table for all its users.
const product = ownProduct({})

test('a discussion that cannot be read leaves the rest of the campaign page intact, shows an error in its place, and loads on retry', async () => {
  const { cookie } = await signedUp(product, 'Cora Creator')
  const { body: campaign } = await send(product, { method: 'POST', path: '/api/v1/campaigns', cookie, body: aCampaignBody() })
  await send(product, { method: 'POST', path: `/api/v1/campaigns/${campaign.id}/comments`, cookie, body: { body: 'Still to be read' } })
  const lock = new pg.Client(product.databaseUrl)
  await lock.connect()
  const { page } = await aVisit()
  try {
    await lock.query('begin; lock table comment in access exclusive mode')
    let status: number | undefined
    const opened = page.goto(`${product.origin}/campaigns/${campaign.slug}?tab=discussion`).then((response) => {
      status = response?.status()
    })
    const begun = new Map<string, number[]>()
    await eventually('the page responds', async () => {
      for (const { query, at } of await waitingOfPage(product.databaseUrl)) begun.set(query, [...(begun.get(query) ?? []), at])
      return status
    })
    await opened
    expect(status).toBe(200)
    // Each query is given up after 2 s, and none is repeated.
    expect(begun.size).toBeGreaterThan(0)
    for (const [query, times] of begun) expect(Math.max(...times) - Math.min(...times), query).toBeLessThan(1_900)
    await hydrated(page)
    await page.getByRole('heading', { level: 1, name: campaign.title }).waitFor()
    await page.locator('#talk').getByText('Updates and comments could not be loaded.').waitFor()
  } finally {
    await lock.end()
  }
  await page.locator('#talk').getByRole('button', { name: 'Try Again' }).click()
  await page.locator('#talk').getByText('Still to be read').waitFor()
})

/** The statements that wait for a lock and query comments for display (no job does that), each with its start time in milliseconds. */
async function waitingOfPage(url: string): Promise<{ query: string; at: number }[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ query: string; at: number }>(
      `select query, extract(epoch from query_start)::float8 * 1000 as at from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like 'select "c"."id", "c"."campaign_id", "c"."post_id"%'`,
    )
    return rows
  } finally {
    await client.end()
  }
}
