import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aVisit, closeBrowser, hydrated } from '#tests/support/browser.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { makeDatabase } from '#tests/support/databases.ts'
import { aFolder, type Product, remove, startProduct } from '#tests/support/product.ts'
import { send, signedUp } from '#tests/support/visitor.ts'

describe.skipIf(!process.env.FAULTS_DATABASE_URL)('a talk that cannot be read', () => {
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
      await lock.query('begin; lock table campaign_comment in access exclusive mode')
      const begun = performance.now()
      const response = await page.goto(`${product.origin}/campaigns/${campaign.slug}?tab=discussion`)
      expect(response?.status()).toBe(200)
      // One lock_timeout of 2 s: nothing is tried a second time.
      expect(performance.now() - begun).toBeLessThan(4_000)
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
