import { expect, test } from 'vitest'
import { openStore } from '#platform/server/store/open-store.ts'
import { accessibilityProblems } from '#tests/support/accessibility.ts'
import { aVisit, hydrated } from '#tests/support/browser.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { signedUp } from '#tests/support/members.ts'
import { theProduct } from '#tests/support/the-product.ts'
import { clientOf } from '#tests/support/visitor.ts'

const product = theProduct()

test('a moderator hides a campaign by a rule; its creator reads rule and reason, and the decision is on the transparency page', async () => {
  const asked = clientOf(product)
  const [moderator, creator] = [await signedUp(product, 'Mo Derates'), await signedUp(product, 'Cree Ator')]
  const store = await openStore({ url: product.databaseUrl, onError: () => {} })
  await store.db.updateTable('person').set({ role: 'moderator' }).where('id', '=', moderator.id).execute().finally(store.close)
  const { slug } = await asked(creator, 'POST', '/campaigns', aCampaignBody({ title: 'Everybody knows what they did' }))

  const { page, problems, context } = await aVisit({ width: 360, as: { cookie: moderator.cookie, origin: product.origin } })
  await page.goto(`${product.origin}/campaigns/${slug}`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Moderate this Holdout' }).click()
  const dialog = page.getByRole('dialog', { name: 'Moderate' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The second sentence is a claim without a source.')
  await dialog.getByRole('button', { name: 'Decide' }).click()
  await dialog.getByText('Choose the rule on which this rests.').waitFor()
  await dialog.getByLabel('Which rule?').selectOption('No false claims of fact')
  expect(await accessibilityProblems(page, 'dialog')).toEqual([])
  await dialog.getByRole('button', { name: 'Decide' }).click()
  await page.getByText('Only its author and moderators see it.').waitFor()
  expect(problems).toEqual([])
  await context.close()

  const own = await aVisit({ as: { cookie: creator.cookie, origin: product.origin } })
  await own.page.goto(`${product.origin}/campaigns/${slug}`)
  await own.page.getByText('Why: The second sentence is a claim without a source.').waitFor()
  await own.page.getByRole('link', { name: 'Rule 4: No false claims of fact' }).click()
  await own.page.getByRole('heading', { name: '4. No false claims of fact' }).waitFor()
  await own.page.getByRole('link', { name: 'Transparency' }).first().click()
  await own.page.getByText('hidden for review (No false claims of fact)').first().waitFor()
  expect(own.problems).toEqual([])
  await own.context.close()
})
