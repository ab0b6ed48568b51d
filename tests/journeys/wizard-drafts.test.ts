import { expect, test } from 'vitest'
import { arrivesAt, hydrated } from '#tests/support/browser.ts'
import { theProduct } from '#tests/support/the-product.ts'
import { send } from '#tests/support/visitor.ts'
import { createPage, fillFour, heading, kept, keptText, next, openWizard, someone, titled } from '#tests/support/wizard.ts'

const product = theProduct()

test('a draft is saved, continued from the dashboard, left, found again, and published as the same campaign', async () => {
  const { page, context, problems, cookie } = await someone(product, 'Dora Drafts')
  await openWizard(page, createPage(product))
  const title = titled('To be continued')
  await fillFour(page, title)
  await next(page).click()
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await arrivesAt(page, '**/dashboard')
  await page.getByRole('link', { name: `Continue editing: ${title}` }).click()
  await arrivesAt(page, '**/campaigns/create?draft=*')
  await heading(page, 'Review and publish')
  await page.getByText('Globex').first().waitFor()

  await page.getByRole('button', { name: 'Edit: Goal, reasons and causes' }).click()
  await page.getByLabel('Goal').fill('Another goal than before')
  await page.getByLabel(/^Source 1/).fill('https://report.example/')
  await page.getByLabel('What it shows').fill('The report of last year')
  await kept(page, 'The report of last year')
  await kept(page, 'Another goal than before')
  await page.reload()
  await hydrated(page)
  await heading(page, 'Goal, reasons and causes')
  await expect.poll(() => page.getByLabel('Goal').inputValue()).toBe('Another goal than before')
  expect(await page.getByLabel(/^Source 1/).inputValue()).toBe('https://report.example/')
  expect(await page.getByLabel('What it shows').inputValue()).toBe('The report of last year')

  // The same draft is saved elsewhere in the meantime.
  const { body: mine } = await send(product, { method: 'GET', path: '/api/v1/me/campaigns', cookie })
  const [{ id }] = mine.items
  // A visitor is led to the sign-in page, which returns to this draft and step.
  const place = `/campaigns/create?draft=${id}&step=2`
  const visitor = await fetch(`${product.origin}${place}`, { redirect: 'manual' })
  expect(visitor.headers.get('location')).toBe(`/auth?returnTo=${encodeURIComponent(place)}`)
  await send(product, { method: 'PATCH', path: `/api/v1/campaigns/${id}`, cookie, body: { summary: 'The goal of elsewhere' } })
  await page.getByRole('button', { name: 'Back to review' }).click()
  await heading(page, 'Review and publish')
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await page.getByText('This draft was changed somewhere else after you opened it here.').waitFor()
  // After a reload the page asks which of the two versions to continue with.
  await page.reload()
  await hydrated(page)
  await page.getByRole('button', { name: 'Keep what I typed here' }).click()
  await page.getByText('Another goal than before').waitFor()
  await page.getByRole('button', { name: 'Publish Campaign' }).click()
  await page.getByRole('button', { name: 'Joined' }).first().waitFor()
  await page.getByText('Another goal than before').filter({ visible: true }).first().waitFor()
  const { body: after } = await send(product, { method: 'GET', path: '/api/v1/me/campaigns', cookie })
  expect(after.items).toMatchObject([{ id, status: 'active' }])
  await expect.poll(() => keptText(page)).toBe('')

  await page.goto(`${createPage(product)}?draft=${id}`)
  await page.getByText('This Holdout is already published').waitFor()
  const other = await someone(product, 'Nosy Nobody')
  const draft = await send(product, { method: 'GET', path: `/api/v1/campaigns/${id}/editable`, cookie: other.cookie })
  expect(draft.status).toBe(403)
  expect(problems).toEqual([])
  await other.context.close()
  await context.close()
})

test('changes made elsewhere can be loaded or overwritten', async () => {
  const { page, context, cookie } = await someone(product, 'Twin Tabs')
  await openWizard(page, createPage(product))
  const title = titled('In two places')
  await fillFour(page, title)
  await next(page).click()
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await arrivesAt(page, '**/dashboard')
  const { body: mine } = await send(product, { method: 'GET', path: '/api/v1/me/campaigns', cookie })
  const [{ id }] = mine.items
  const elsewhere = (summary: string) => send(product, { method: 'PATCH', path: `/api/v1/campaigns/${id}`, cookie, body: { summary } })
  const typeGoal = async (goal: string) => {
    await page.getByRole('button', { name: 'Edit: Goal, reasons and causes' }).click()
    await page.getByLabel('Goal').fill(goal)
    await page.getByRole('button', { name: 'Back to review' }).click()
    await page.getByRole('button', { name: 'Save Draft' }).click()
  }
  await openWizard(page, `${createPage(product)}?draft=${id}`)
  await elsewhere('Written elsewhere')
  await typeGoal('Typed here')
  await page.getByRole('button', { name: 'Load the saved version' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Load the saved version' }).click()
  await page.getByText('Written elsewhere').waitFor()

  await elsewhere('Written elsewhere again')
  await typeGoal('Typed here again')
  await page.getByRole('button', { name: 'Replace it with my version' }).click()
  await arrivesAt(page, '**/dashboard')
  expect((await send(product, { method: 'GET', path: `/api/v1/campaigns/${id}/editable`, cookie })).body.summary).toBe('Typed here again')

  // A draft that was deleted elsewhere is saved as a new one.
  await openWizard(page, `${createPage(product)}?draft=${id}`)
  await send(product, { method: 'DELETE', path: `/api/v1/campaigns/${id}`, cookie })
  await typeGoal('Still here')
  await page.getByRole('button', { name: 'Save as a new draft' }).click()
  await arrivesAt(page, '**/dashboard')
  await page.getByRole('link', { name: `Continue editing: ${title}` }).waitFor()
  await context.close()
})
