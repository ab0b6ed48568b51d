import { expect, test } from 'vitest'
import { arrivesAt, aVisit, hydrated } from '#tests/support/browser.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { signedUp } from '#tests/support/members.ts'
import { theProduct } from '#tests/support/the-product.ts'
import { send } from '#tests/support/visitor.ts'

const product = theProduct()
type Made = { id: string; slug: string; title: string }

test('a creator’s name on a campaign leads to the profile, which lists the campaign and public pledges', async () => {
  const ada = await signedUp(product, 'Ada Lovelace')
  const campaign = await made(ada.cookie)
  const { page, context, problems } = await aVisit({ width: 360 })
  await page.goto(`${product.origin}/campaigns/${campaign.slug}`)
  await hydrated(page)
  await page.getByRole('link', { name: 'Ada L.' }).first().click()
  await arrivesAt(page, `**/u/${ada.id}`)
  await page.getByRole('heading', { level: 1, name: 'Ada L.' }).waitFor()
  await expect.poll(() => page.title()).toMatch(/^Ada L\./)
  await page.getByText(/^Member since \w+ \d{4}$/).waitFor()
  await expect.poll(() => page.getByRole('region', { name: 'Campaigns Created' }).getByRole('link', { name: campaign.title }).count()).toBe(1)
  const pledges = page.getByRole('region', { name: 'Pledges' })
  await pledges.getByText(/^Joined /).waitFor()
  expect(await pledges.getByRole('link').count()).toBe(2)
  expect(await page.getByRole('region', { name: 'Communities' }).getByRole('link').count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Edit profile' }).count()).toBe(0)
  expect(problems).toEqual([])
  await context.close()
})

test('a profile is excluded from search engines, has one address, and an unknown one is not found', async () => {
  const ada = await signedUp(product, 'Ada Address')
  const read = (path: string) => send(product, { method: 'GET', path })
  const page = await read(`/u/${ada.id}`)
  expect(page.status).toBe(200)
  expect(String(page.body)).toContain('<meta name="robots" content="noindex"')
  for (const other of [`/profile/${ada.id}`, `/u/${ada.id.toUpperCase()}`]) {
    const { status, headers } = await read(other)
    expect({ other, status, to: new URL(headers.get('location') ?? '', product.origin).pathname }).toEqual({ other, status: 301, to: `/u/${ada.id}` })
  }
  const foreign = await read('/profile/%2F%2Fevil.example')
  expect(new URL(foreign.headers.get('location') ?? '/', product.origin).origin).toBe(product.origin)
  for (const nobody of ['/u/0197a000-0000-7000-8000-000000000000', '/u/nobody']) {
    const { status, body } = await read(nobody)
    expect(status).toBe(404)
    expect(String(body)).toMatch(/<title>Profile not found/)
    expect(String(body)).toContain('Back to home')
  }
  expect((await read(`/u/${ada.id}?tab=pledges&cursor=bad`)).status).toBe(307)
})

test('people see a link to edit on their own profile, and private pledges are on no profile', async () => {
  const campaign = await made((await signedUp(product, 'Bao Creates')).cookie)
  const ada = await signedUp(product, 'Ada Private')
  await send(product, { method: 'PUT', path: `/api/v1/campaigns/${campaign.id}/pledge`, cookie: ada.cookie, body: { isPrivate: true } })
  const { page, context, problems } = await aVisit({ as: { cookie: ada.cookie, origin: product.origin } })
  await page.goto(`${product.origin}/dashboard`)
  await hydrated(page)
  await page.getByRole('link', { name: campaign.title }).waitFor()
  // The pledge is made public and private again. A visitor's profile page must change at once, even if it was cached.
  const privacy = page.getByRole('switch', { name: `Show it on my profile: ${campaign.title}` })
  const isShown = async () => (await (await fetch(`${product.origin}/u/${ada.id}`)).text()).includes(campaign.title)
  for (const isPrivate of [false, true]) {
    expect(await privacy.isChecked()).toBe(isPrivate)
    const saved = page.waitForResponse('**/rpc/pledges/setPrivate')
    // A plain click: the switch changes once its mutation has begun, which is a moment after the event.
    await privacy.click({ force: true })
    expect((await saved).ok()).toBe(true)
    expect(await isShown()).toBe(!isPrivate)
  }
  await page.getByRole('link', { name: 'Your public profile' }).click()
  await arrivesAt(page, `**/u/${ada.id}`)
  expect(await page.getByRole('link', { name: 'Edit profile' }).getAttribute('href')).toBe('/settings?tab=profile')
  await page.getByText('No public pledges yet.').waitFor()
  await page.getByText('No Holdouts created yet.').waitFor()
  expect(await page.getByText(campaign.title).count()).toBe(0)
  expect(problems).toEqual([])
  await context.close()
})

test('long lists load more entries with JavaScript, and are paged without', async () => {
  const ada = await signedUp(product, 'Ada Prolific')
  for (let n = 0; n < 13; n++) await made(ada.cookie)
  const { page, context, problems } = await aVisit()
  await page.goto(`${product.origin}/u/${ada.id}`)
  await hydrated(page)
  const created = page.getByRole('region', { name: 'Campaigns Created' })
  const pledged = page.getByRole('region', { name: 'Pledges' })
  expect(await created.getByRole('article').count()).toBe(12)
  await created.getByRole('link', { name: 'Load more' }).click()
  await expect.poll(() => created.getByRole('article').count()).toBe(13)
  await pledged.getByRole('link', { name: 'Load more' }).click()
  await expect.poll(() => pledged.getByRole('listitem').count()).toBe(13)
  expect(problems).toEqual([])
  await context.close()

  const reader = await aVisit({ javaScript: false })
  await reader.page.goto(`${product.origin}/u/${ada.id}`)
  await reader.page.getByRole('region', { name: 'Campaigns Created' }).getByRole('link', { name: 'Load more' }).click()
  await arrivesAt(reader.page, /cursor=/)
  await reader.page.getByRole('link', { name: 'Back to the start' }).waitFor()
  expect(await reader.page.getByRole('article').count()).toBe(1)
  await reader.context.close()
})

test('a visitor sees on a cached profile what was published a moment ago', async () => {
  const ada = await signedUp(product, 'Ada Fresh')
  const read = async () => String((await send(product, { method: 'GET', path: `/u/${ada.id}` })).body)
  expect(await read()).toContain('No Holdouts created yet.')
  const { title } = await made(ada.cookie)
  expect(await read()).toContain(title)
})

test('a profile that cannot be loaded shows an error with a retry; long and right-to-left names fit', async () => {
  const ada = await signedUp(product, 'Ada Fails')
  const campaign = await made(ada.cookie)
  const { page, context } = await aVisit({ width: 360 })
  await page.goto(`${product.origin}/campaigns/${campaign.slug}`)
  await hydrated(page)
  await page.route('**/rpc/profiles/**', (route) => route.abort())
  await page.getByRole('link', { name: 'Ada F.' }).first().click()
  await page.getByText('This profile could not be loaded.').waitFor()
  await page.unroute('**/rpc/profiles/**')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ada F.' }).waitFor()
  for (const name of [`${'Wolfeschlegelsteinhausenbergerdorff'.repeat(2)} X`, 'عائشة بنت محمد القرشي']) {
    await page.goto(`${product.origin}/u/${(await signedUp(product, name)).id}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
  }
  await context.close()
})

async function made(cookie: string): Promise<Made> {
  const body = aCampaignBody()
  const { status, body: saved } = await send(product, { method: 'POST', path: '/api/v1/campaigns', cookie, body })
  if (status !== 201) throw new Error(`not made: ${JSON.stringify(saved)}`)
  // The creator has joined automatically; this makes their pledge public.
  await send(product, { method: 'PATCH', path: `/api/v1/campaigns/${saved.id}/pledge`, cookie, body: { isPrivate: false } })
  return { ...saved, title: body.title }
}
