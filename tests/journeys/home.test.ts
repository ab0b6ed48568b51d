import { expect, test } from 'vitest'
import { arrivesAt, aVisit, hydrated } from '#tests/support/browser.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { signedUp } from '#tests/support/members.ts'
import { theProduct } from '#tests/support/the-product.ts'
import { send } from '#tests/support/visitor.ts'

const product = theProduct()

type Made = { id: string; slug: string; title: string }

async function made(cookie: string, title: string): Promise<Made> {
  const { body } = await send(product, { method: 'POST', path: '/api/v1/campaigns', cookie, body: { ...aCampaignBody(), title, publish: true } })
  return { ...body, title }
}

const join = (cookie: string, { id }: Made) => send(product, { method: 'PUT', path: `/api/v1/campaigns/${id}/pledge`, cookie, body: {} })

async function mainOf(cookie?: string): Promise<string> {
  const response = await fetch(`${product.origin}/`, cookie ? { headers: { cookie } } : {})
  return /<main[\s\S]*<\/main>/.exec(await response.text())?.[0] ?? ''
}

test('a visitor sees a campaign with its number and a link to it beside the introduction, and recent victories', async () => {
  const { cookie } = await signedUp(product, 'Ada Begins')
  const won = await made(cookie, `Won in the end ${Date.now()}`)
  await send(product, { method: 'POST', path: `/api/v1/campaigns/${won.id}/victory`, cookie, body: { statement: 'They signed the contract.' } })
  await made(cookie, `Seen by strangers ${Date.now()}`)
  const { page, context, problems } = await aVisit({ width: 1280, height: 720 })
  await page.goto(`${product.origin}/`)
  await hydrated(page)
  const first = page.getByRole('main').getByRole('link').first()
  expect(await first.textContent()).toBe('See active Holdouts')
  const live = page.getByRole('article').first()
  await live.getByText('supporter', { exact: false }).first().waitFor()
  await live.getByRole('progressbar').waitFor()
  const way = live.getByRole('button', { name: 'Join this Holdout' })
  const { y = 0, height = 0 } = (await way.boundingBox()) ?? {}
  expect(y + height).toBeLessThan(720)
  expect(await page.getByRole('heading', { name: 'Your Holdouts' }).isVisible()).toBe(false)
  const wins = page.getByRole('region', { name: 'Recently won' })
  await wins.getByRole('link', { name: won.title }).waitFor()
  const order = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
  expect(order.slice(-3)).toEqual(['Trending Holdouts', 'Recently won', 'Latest Holdouts'])
  await way.click()
  await arrivesAt(page, '**/auth?*')
  expect(problems).toEqual([])
  await context.close()
})

test('a signed-in person gets the same page, and the browser adds the news since the last visit without a layout shift', async () => {
  const ada = await signedUp(product, 'Ada Tells')
  const campaign = await made(ada.cookie, `News for supporters ${Date.now()}`)
  const bao = await signedUp(product, 'Bao Returns')
  await join(bao.cookie, campaign)
  // Pledges of earlier tests may still be on their way into the site's numbers.
  await expect.poll(async () => (await mainOf(bao.cookie)) === (await mainOf())).toBe(true)

  const { page, context, problems } = await aVisit({ as: { cookie: bao.cookie, origin: product.origin } })
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) Object.assign(window, { shift: Number(Object(window).shift ?? 0) + Number(Object(entry).value) })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const own = page.getByRole('region', { name: 'Your Holdouts' })
  await page.goto(`${product.origin}/`)
  await own.getByRole('link', { name: campaign.title }).waitFor()
  await own.getByText('No updates yet').waitFor()
  // A new visit begins after half an hour.
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('holdout.visit') ?? '')
    kept.last.at = new Date(Date.now() - 3_600_000).toISOString()
    localStorage.setItem('holdout.visit', JSON.stringify(kept))
  })
  await join((await signedUp(product, 'Cem Joins')).cookie, campaign)
  await send(product, {
    method: 'POST',
    path: `/api/v1/campaigns/${campaign.id}/updates`,
    cookie: ada.cookie,
    body: { title: 'They called', body: 'At last.' },
  })
  await page.reload()
  await own.getByText('+1 since your last visit').waitFor()
  await own.getByText('1 new update: They called').waitFor()
  expect(await page.evaluate(() => Number(Object(window).shift ?? 0))).toBe(0)
  await own.getByRole('link', { name: '1 new update: They called' }).click()
  await arrivesAt(page, `**/campaigns/${campaign.slug}?tab=updates&updateId=*`)
  expect(problems).toEqual([])

  // Nothing may remain for the next person at this browser.
  await context.clearCookies()
  await page.goto(`${product.origin}/`)
  await hydrated(page)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('holdout.visit'))).toBeNull()
  await context.close()
})

test('a person who has joined nothing gets links to active campaigns in the same space', async () => {
  const { cookie } = await signedUp(product, 'Dora New')
  const { page, context, problems } = await aVisit({ as: { cookie, origin: product.origin }, width: 360, height: 740 })
  await page.goto(`${product.origin}/`)
  await page
    .getByRole('region', { name: 'Your Holdouts' })
    .getByText(/You haven't joined an active Holdout yet/)
    .waitFor()
  expect(problems).toEqual([])
  await context.close()
})
