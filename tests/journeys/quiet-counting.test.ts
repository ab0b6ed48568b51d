import { expect, test } from 'vitest'
import { aVisit, hydrated } from '#tests/support/browser.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { signedUp } from '#tests/support/members.ts'
import { theProduct } from '#tests/support/the-product.ts'
import { send } from '#tests/support/visitor.ts'

const product = theProduct()

test('a creator lets the numbers move once a day, the page says so, and a person who joins sees themselves as joined and the number unchanged', async () => {
  const ada = await signedUp(product, 'Ada Quiet')
  const { body: campaign } = await send(product, { method: 'POST', path: '/api/v1/campaigns', cookie: ada.cookie, body: aCampaignBody() })
  const own = await aVisit({ as: { cookie: ada.cookie, origin: product.origin } })
  await own.page.goto(`${product.origin}/campaigns/${campaign.slug}/admin`)
  await hydrated(own.page)
  // Not check(): the radio changes when the choice is saved.
  await own.page.getByRole('radio', { name: 'Once a day' }).click()
  await own.page.getByText(/^This number moves once a day\. It was counted on .* UTC\.$/).waitFor()
  await own.page.getByRole('radio', { name: 'Live' }).click()
  await own.page.getByText(/^Your choice takes effect on .* at 12:00 AM UTC\.$/).waitFor()
  await own.page.getByRole('radio', { name: 'Once a day' }).click()
  await own.page.getByText(/^Your choice takes effect on/).waitFor({ state: 'detached' })

  const bao = await aVisit({ as: { cookie: (await signedUp(product, 'Bao Quiet')).cookie, origin: product.origin } })
  await bao.page.goto(`${product.origin}/campaigns/${campaign.slug}`)
  await bao.page.getByText(/^This number moves once a day\. It was counted on .* UTC\.$/).waitFor()
  await hydrated(bao.page)
  // "Joined" is shown before the answer, and a reload would cancel the request.
  const joined = bao.page.waitForResponse('**/rpc/pledges/join')
  await bao.page.getByRole('button', { name: 'Join this Holdout' }).first().click()
  await bao.page.getByRole('button', { name: 'Joined' }).first().waitFor()
  await joined
  await bao.page.reload()
  await bao.page.getByRole('button', { name: 'Joined' }).first().waitFor()
  expect((await send(product, { method: 'GET', path: `/api/v1/campaigns/${campaign.slug}` })).body.count.supporters).toBe(1)
  expect([...own.problems, ...bao.problems]).toEqual([])
  await own.context.close()
  await bao.context.close()
})
