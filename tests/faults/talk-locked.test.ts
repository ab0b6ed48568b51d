import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aVisit, closeBrowser, hydrated } from '#tests/support/browser.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { makeDatabase } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/load.ts'
import { aFolder, type Product, remove, startProduct } from '#tests/support/product.ts'
import { send, signedUp } from '#tests/support/visitor.ts'

describe('a talk that cannot be read', () => {
  let product: Product
  let database: Awaited<ReturnType<typeof makeDatabase>>
  const dataDir = aFolder()
  beforeAll(async () => {
    database = await makeDatabase()
    product = await startProduct({ dataDir, env: { DATABASE_URL: database.url } })
  })
  afterAll(async () => {
    await closeBrowser()
    await product?.stop()
    await database?.drop()
    remove(dataDir)
  })

  test('leaves the rest of the campaign page there, says so in its own place, and comes when it is asked for again', async () => {
    const { cookie } = await signedUp(product, 'Cora Creator')
    const { body: campaign } = await send(product, { method: 'POST', path: '/api/v1/campaigns', cookie, body: aCampaignBody() })
    await send(product, { method: 'POST', path: `/api/v1/campaigns/${campaign.id}/comments`, cookie, body: { body: 'Still to be read' } })
    const lock = new pg.Client(database.url)
    await lock.connect()
    const { page } = await aVisit()
    try {
      await lock.query('begin; lock table comment in access exclusive mode')
      let status: number | undefined
      const opened = page.goto(`${product.origin}/campaigns/${campaign.slug}?tab=discussion`).then((response) => {
        status = response?.status()
      })
      const begun = new Map<string, number[]>()
      await eventually('the page is answered', async () => {
        for (const { query, at } of await waitingOfPage(database.url)) begun.set(query, [...(begun.get(query) ?? []), at])
        return status
      })
      await opened
      expect(status).toBe(200)
      // Each is given up after 2 s, and none is tried a second time.
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
})

/** The statements that wait for a lock now and ask for comments to be shown, as no job does, and when they began, in milliseconds. */
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
