import { expect, test } from 'vitest'
import { aVisit, hydrated } from '#tests/support/browser.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { theProduct } from '#tests/support/the-product.ts'
import { send, signedUp } from '#tests/support/visitor.ts'

const product = theProduct()

test('on a slow line what is typed and pressed before a part has its code is neither lost nor done twice', async () => {
  const { cookie } = await signedUp(product, 'Early Bird')
  const { body: campaign } = await send(product, { method: 'POST', path: '/api/v1/campaigns', cookie, body: aCampaignBody() })
  await send(product, { method: 'POST', path: `/api/v1/campaigns/${campaign.id}/comments`, cookie, body: { body: 'First' } })
  const { page, problems } = await aVisit({ width: 360, height: 740, as: { cookie, origin: product.origin } })
  await page.goto(`${product.origin}/campaigns/${campaign.slug}?tab=discussion`)
  await hydrated(page)

  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/assets/**', async (route) => {
    await arrived
    await route.continue()
  })
  const field = page.getByLabel('Add a comment')
  await field.click()
  await page.keyboard.type('Typed before the code came')
  const like = page.locator('#talk button[aria-pressed]').first()
  await like.click()
  expect(await like.getAttribute('aria-pressed')).toBe('false')
  arrive()
  await page.locator('#talk button[aria-pressed="true"]').waitFor()
  expect(await field.inputValue()).toBe('Typed before the code came')

  await page.reload()
  await hydrated(page)
  await field.scrollIntoViewIfNeeded()
  await expect.poll(() => field.inputValue()).toBe('Typed before the code came')
  await page.locator('#talk button[aria-pressed="true"]').waitFor()
  expect(problems).toEqual([])
})

test('a first visit of a campaign loads at most 135 kB of JavaScript, and what calls the server only with the first sign of life', async () => {
  const { cookie } = await signedUp(product, 'Light Luggage')
  const { body: campaign } = await send(product, { method: 'POST', path: '/api/v1/campaigns', cookie, body: aCampaignBody() })
  const { page, context, problems } = await aVisit()
  const line = await context.newCDPSession(page)
  const scripts = new Map<string, number>()
  line.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType === 'text/javascript') scripts.set(requestId, 0)
  })
  line.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const before = scripts.get(requestId)
    if (before !== undefined) scripts.set(requestId, before + encodedDataLength)
  })
  await line.send('Network.enable')
  await page.goto(`${product.origin}/campaigns/${campaign.slug}`)
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  const loaded = [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0)
  expect(loaded).toBeGreaterThan(50_000)
  expect(loaded).toBeLessThanOrEqual(135_000)
  const files = scripts.size

  await page.mouse.move(200, 200)
  await expect.poll(() => scripts.size).toBeGreaterThan(files)
  expect(problems).toEqual([])
})
