import { afterAll, expect, test } from 'vitest'
import { openStore } from '#platform/server/store/open-store.ts'
import { accessibilityProblems } from '#tests/support/accessibility.ts'
import { aVisit, hydrated } from '#tests/support/browser.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { signedUp } from '#tests/support/members.ts'
import { aNameServer } from '#tests/support/name-server.ts'
import { ownProduct } from '#tests/support/the-product.ts'
import { clientOf } from '#tests/support/visitor.ts'

// A product of its own, because it asks this name server for the records of companies.
const names = await aNameServer()
const product = ownProduct({ DNS_SERVERS: names.address })
afterAll(names.stop)

test('a person shows control of a company’s domain, is let in, and their statement is on the campaign’s page', async () => {
  const [creator, speaker, moderator] = await Promise.all(['Cara Starts', 'Sue Speaks', 'Mo Derates'].map((name) => signedUp(product, name)))
  if (!creator || !speaker || !moderator) throw new Error('Three people are needed')
  const store = await openStore({ url: product.databaseUrl, onError: () => {} })
  await store.db.updateTable('person').set({ email_verified: true }).execute()
  await store.db.updateTable('person').set({ role: 'moderator' }).where('id', '=', moderator.id).execute().finally(store.close)
  const { slug } = await clientOf(product)(creator, 'POST', '/campaigns', aCampaignBody({ target: { name: 'Flickermoor' } }))
  const { target } = await clientOf(product)(creator, 'GET', `/campaigns/${slug}`)
  const as = (who: { cookie: string }) => aVisit({ width: 360, as: { cookie: who.cookie, origin: product.origin } })

  const own = await as(speaker)
  await own.page.goto(`${product.origin}/targets/${target.slug}/represent`)
  await hydrated(own.page)
  await own.page.getByRole('textbox', { name: 'Domain of the company' }).fill('flickermoor.example')
  await own.page.getByRole('button', { name: 'Continue' }).click()
  await own.page.getByRole('button', { name: 'Check the record' }).click()
  await own.page.getByText('The record is not there yet.').waitFor()
  expect(await accessibilityProblems(own.page, 'main')).toEqual([])
  const [name = '', value = ''] = await own.page.locator('dd > code').allInnerTexts()
  names.records.set(name.trim(), [[value.trim()]])
  await own.page.getByRole('button', { name: 'Check the record' }).click()
  await own.page.getByRole('heading', { name: 'A moderator looks at it' }).waitFor()

  const { page, problems, context } = await as(moderator)
  await page.goto(`${product.origin}/moderation/companies`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Let in flickermoor.example for Flickermoor' }).click()
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Let in' }).click()
  await page.getByText('Let in', { exact: true }).first().waitFor()
  expect(problems).toEqual([])
  await context.close()

  await own.page.reload()
  await hydrated(own.page)
  await own.page.getByRole('heading', { name: 'You speak for Flickermoor' }).waitFor()
  await own.page.getByRole('textbox', { name: 'Statement' }).fill('The phone line is open until eight.')
  await own.page.getByRole('button', { name: 'Post the statement' }).click()
  await own.page.getByText('Posted. Everybody can read it now.').waitFor()
  expect(own.problems).toEqual([])
  await own.context.close()

  const reader = await aVisit({ width: 360 })
  await reader.page.goto(`${product.origin}/campaigns/${slug}`)
  await reader.page.getByRole('heading', { name: 'Statement from Flickermoor' }).waitFor()
  await reader.page.getByText('The phone line is open until eight.').waitFor()
  await reader.page.getByText('Posted by someone who controls flickermoor.example').waitFor()
  expect(await reader.page.getByText('Sue Speaks').count()).toBe(0)
  await reader.context.close()
})
