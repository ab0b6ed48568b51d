import { expect, test } from 'vitest'
import { openStore } from '#platform/server/store/open-store.ts'
import { accessibilityProblems } from '#tests/support/accessibility.ts'
import { aVisit, hydrated } from '#tests/support/browser.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { uploadedTo } from '#tests/support/http.ts'
import { signedUp } from '#tests/support/members.ts'
import { theProduct } from '#tests/support/the-product.ts'
import { clientOf } from '#tests/support/visitor.ts'

const product = theProduct()

const as = ({ cookie }: { cookie: string }, width: number) => aVisit({ width, as: { cookie, origin: product.origin } })

test('a member reports the cover of a campaign alone; a moderator removes it by keyboard, and its creator reads why and sees it', async () => {
  const asked = clientOf(product)
  const [moderator, creator, reader] = [await signedUp(product, 'Mo Pictures'), await signedUp(product, 'Cova Creator'), await signedUp(product, 'Pia Porter')]
  const cover = await uploadedTo(product.origin, creator.cookie, { purpose: 'campaign_cover', width: 640, height: 360 })
  const campaign = await asked(creator, 'POST', '/campaigns', aCampaignBody({ title: 'Pause it until the doors are open', coverMediaId: cover.id }))
  const store = await openStore({ url: product.databaseUrl, onError: () => {} })
  await store.db.updateTable('person').set({ role: 'moderator' }).where('id', '=', moderator.id).execute()
  await store.db.updateTable('person').set({ email_verified: true }).where('id', '=', reader.id).execute().finally(store.close)

  const reporter = await as(reader, 360)
  await reporter.page.goto(`${product.origin}/report?kind=campaign&id=${campaign.id}`)
  await reporter.page.getByRole('link', { name: 'Report only this picture' }).click()
  await reporter.page.getByText('Picture on Pause it until the doors are open').waitFor()
  await hydrated(reporter.page)
  await reporter.page.getByRole('radio', { name: 'Harassment, or private details of a person' }).check()
  expect(await accessibilityProblems(reporter.page, 'main')).toEqual([])
  await reporter.page.getByRole('button', { name: 'Send report' }).click()
  await reporter.page.getByRole('heading', { name: 'We have your report' }).waitFor()
  expect(reporter.problems).toEqual([])
  await reporter.context.close()
  // The campaign is reported, too: its case has the picture with a button of its own.
  await asked(reader, 'POST', '/reports', { kind: 'campaign', id: campaign.id, reason: 'spam' })

  // The page of a visitor, with its link preview, comes from the page cache.
  const html = async () => (await fetch(`${product.origin}/campaigns/${campaign.slug}`)).text()
  expect(await html()).toContain(cover.id)
  const { page, problems, context } = await as(moderator, 1440)
  await page.goto(`${product.origin}/moderation/reports`)
  await hydrated(page)
  const alone = page.locator('main li[tabindex]', { hasText: 'Picture on Pause it until the doors are open' })
  const withCampaign = page
    .locator('main li[tabindex]')
    .filter({ has: page.getByRole('button', { name: 'Moderate this picture' }) })
    .first()
  await alone.getByRole('img', { name: 'Picture' }).waitFor()
  await withCampaign.getByRole('button', { name: 'Moderate this picture' }).waitFor()
  expect(await accessibilityProblems(page, 'main')).toEqual([])
  await withCampaign.focus()
  await page.keyboard.press('p')
  const dialog = page.getByRole('dialog', { name: 'Moderate' })
  await dialog.getByRole('radio', { name: 'Remove' }).check()
  await dialog.getByLabel('Which rule?').selectOption('No private details about private people')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('It shows where a store manager lives.')
  await dialog.getByRole('button', { name: 'Decide' }).click()
  await alone.waitFor({ state: 'detached' })
  await withCampaign.getByText('A moderator has removed it.').waitFor()
  expect(problems).toEqual([])
  await expect.poll(html).not.toContain(cover.id)
  await context.close()

  const own = await as(creator, 360)
  await own.page.goto(`${product.origin}/notifications`)
  await hydrated(own.page)
  await own.page.getByRole('link', { name: 'A moderator removed something you posted' }).click()
  await own.page.getByText('It shows where a store manager lives.').waitFor()
  const shown = own.page.getByRole('img', { name: 'Picture' })
  await shown.scrollIntoViewIfNeeded()
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  expect(await accessibilityProblems(own.page, 'main')).toEqual([])
  expect(own.problems).toEqual([])
  await own.context.close()
})
