import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { aVisit, hydrated } from '#tests/support/browser.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { signedUp } from '#tests/support/members.ts'
import { sighting } from '#tests/support/sighting.ts'
import { theProduct } from '#tests/support/the-product.ts'
import { clientOf } from '#tests/support/visitor.ts'

const product = theProduct()
const asked = clientOf(product)
type Someone = { cookie: string }
type Made = { id: string; slug: string }
let owner: Someone
let carla: Someone
beforeAll(async () => {
  owner = await signedUp(product, 'Olga Owner')
  carla = await signedUp(product, 'Carla Creator')
})

let made = 0
async function aCommunity(members: Someone[]): Promise<Made> {
  made += 1
  const place = await asked(owner, 'POST', '/communities', { name: `Backers ${made}`, slug: `backers-${made}`, description: 'We back' })
  for (const who of members) await asked(who, 'PUT', `/communities/${place.id}/membership`, {})
  return place
}
const aCampaign = (who: Someone, changes: object): Promise<Made> => asked(who, 'POST', '/campaigns', aCampaignBody({ ...changes }))

async function visiting(path: string, who?: Someone) {
  const visit = await aVisit({ as: who && { cookie: who.cookie, origin: product.origin } })
  await visit.page.goto(`${product.origin}${path}`)
  await hydrated(visit.page)
  return visit
}
const tab = ({ slug }: Made) => `/communities/${slug}?tab=campaigns`
const box = (page: Page) => page.getByRole('searchbox', { name: /^Link a/ })

test('an owner links campaigns found by words or by address; a failed request is not shown as "not found", and no draft can be linked', async () => {
  const community = await aCommunity([])
  const { slug } = await aCampaign(carla, { title: 'Leave the kiosk chain' })
  const draft = await aCampaign(owner, { title: 'Still only thought of', publish: false })
  const { page, problems } = await visiting(tab(community), owner)
  await page.route('**/rpc/campaigns/list*', (route) => route.abort())
  await box(page).fill('kiosk')
  await page.getByText('The search failed. Try again in a moment.').waitFor()
  await page.unroute('**/rpc/campaigns/list*')
  await box(page).fill(`${product.origin}/campaigns/${draft.id}`)
  await page.getByText('No public Holdout found.').waitFor()
  // An address without its scheme, as browsers display it.
  await box(page).fill(`${new URL(product.origin).host}/campaigns/${slug}?tab=discussion`)
  await page.getByRole('button', { name: 'Link Leave the kiosk chain' }).click()
  await page.getByText('Linked', { exact: true }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Linked')
  await page.getByText("The Holdout page doesn't mention this community because its creator is not a member.").waitFor()
  await page.getByRole('button', { name: 'Remove Leave the kiosk chain' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No Holdouts linked yet').waitFor()
  await box(page).fill('kiosk')
  await page.getByRole('button', { name: 'Link Leave the kiosk chain' }).waitFor()
  expect(problems).toEqual([])
})

test('a campaign’s page shows the communities that back it, and only its creator can remove one', async () => {
  const community = await aCommunity([carla])
  const campaign = await aCampaign(carla, { title: 'Walk past the arcade' })
  await asked(owner, 'PUT', `/communities/${community.id}/campaigns/${campaign.id}`)
  const visitor = await visiting(`/campaigns/${campaign.slug}`)
  await visitor.page.getByRole('heading', { name: /^Communities supporting/ }).waitFor()
  expect(await visitor.page.getByRole('button', { name: /^Remove Backers/ }).count()).toBe(0)
  const { page, problems } = await visiting(`/campaigns/${campaign.slug}`, carla)
  const remove = page.getByRole('button', { name: /^Remove Backers/ })
  await page.route('**/rpc/communityCampaigns/unlink', (route) => route.abort())
  const refused = await sighting(page, { selector: '[aria-live=polite] p', text: 'could not be removed.' })
  for (const isHindered of [true, false]) {
    await remove.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    if (!isHindered) continue
    await refused()
    await remove.waitFor()
    await page.unroute('**/rpc/communityCampaigns/unlink')
  }
  await remove.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe(`/campaigns/${campaign.slug}`)
  await expect.poll(async () => (await asked(owner, 'GET', `/communities/${community.id}/campaigns`)).items).toEqual([])
  expect([...problems, ...visitor.problems]).toEqual([])
})
