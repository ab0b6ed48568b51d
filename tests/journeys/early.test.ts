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
