import { expect, test } from 'vitest'
import { openStore } from '#platform/server/store/open-store.ts'
import { accessibilityProblems } from '#tests/support/accessibility.ts'
import { aVisit, hydrated } from '#tests/support/browser.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { signedUp } from '#tests/support/members.ts'
import { theProduct } from '#tests/support/the-product.ts'
import { clientOf } from '#tests/support/visitor.ts'

const product = theProduct()

test('a moderator verifies a new company and merges its twin into it; the old address leads to it, and undoing brings the twin back', async () => {
  const asked = clientOf(product)
  const [moderator, creator] = [await signedUp(product, 'Mo Derates'), await signedUp(product, 'Cara Starts')]
  const store = await openStore({ url: product.databaseUrl, onError: () => {} })
  await store.db.updateTable('person').set({ role: 'moderator' }).where('id', '=', moderator.id).execute().finally(store.close)
  const named = async (name: string) => {
    const { id } = await asked(creator, 'POST', '/campaigns', aCampaignBody({ target: { name } }))
    return (await asked(creator, 'GET', `/campaigns/${id}`)).target as { slug: string }
  }
  const [kept, twin] = [await named('Veloravia Kettles'), await named('Veloravia Teapots')]
  const statusOf = async (slug: string) => {
    const { status, headers } = await fetch(`${product.origin}/targets/${slug}`, { redirect: 'manual' })
    return { status, location: headers.get('location') }
  }

  const { page, problems, context } = await aVisit({ width: 360, as: { cookie: moderator.cookie, origin: product.origin } })
  await page.goto(`${product.origin}/targets/${kept.slug}`)
  await page.getByText('Unverified', { exact: true }).waitFor()
  // A new company is usable at once.
  await page.goto(`${product.origin}/campaigns/create?target=${twin.slug}`)
  await page.getByText('Veloravia Teapots').first().waitFor()
  await page.goto(`${product.origin}/moderation/entries?q=Veloravia`)
  await hydrated(page)
  expect(await accessibilityProblems(page, 'main')).toEqual([])
  await page.getByRole('button', { name: 'Verify Veloravia Kettles', exact: true }).click()
  await page.getByRole('button', { name: 'Verify Veloravia Kettles', exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Merge Veloravia Teapots into another' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Address of the other entry' }).fill('nobody-has-this-one')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('They are one company.')
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await dialog.getByText('Enter the address of another entry of the same kind.').waitFor()
  expect(await accessibilityProblems(page, 'dialog')).toEqual([])
  await dialog.getByRole('textbox', { name: 'Address of the other entry' }).fill(`${product.origin}/targets/${kept.slug}`)
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => statusOf(twin.slug)).toEqual({ status: 308, location: expect.stringContaining(`/targets/${kept.slug}`) })

  await page.reload()
  await hydrated(page)
  await page.getByRole('button', { name: 'Undo the merge of Veloravia Teapots' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('They are two companies.')
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => statusOf(twin.slug)).toEqual({ status: 200, location: null })
  expect(problems).toEqual([])
  await context.close()
})
