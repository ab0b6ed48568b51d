import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aVisit, hydrated, takenOver } from '#tests/support/browser.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { uploadedTo } from '#tests/support/http.ts'
import { signedUp } from '#tests/support/members.ts'
import { theDemo } from '#tests/support/the-product.ts'
import { clientOf } from '#tests/support/visitor.ts'

// The demo has a banner above the page.
const product = theDemo()
const asked = clientOf(product)

const words = 'Stop charging people twice for the same seat until the phone line answers '
const titles = {
  '20 characters': 'Stop the double fees',
  '60 characters': words.repeat(2).slice(0, 60).trim().padEnd(60, 's'),
  '120 characters': words.repeat(2).slice(0, 120).trim().padEnd(120, 's'),
  '120 wide letters': 'W'.repeat(120),
  '120 letters from right to left': 'مقاطعة '.repeat(18).slice(0, 120).trim().padEnd(120, 'ة'),
}

async function published(changes: Record<string, unknown> = {}) {
  const { cookie } = await signedUp(product, 'Page Maker')
  return { cookie, ...(await asked({ cookie }, 'POST', '/campaigns', aCampaignBody(changes))) }
}

async function opened(slug: string, given: Parameters<typeof aVisit>[0] = {}) {
  const visit = await aVisit(given)
  await visit.page.goto(`${product.origin}/campaigns/${slug}`)
  await hydrated(visit.page)
  await visit.page.evaluate(() => document.fonts.ready)
  return visit
}

const joinButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Join this Holdout' }).filter({ visible: true })
const lowerEdge = async (element: ReturnType<Page['locator']>) => {
  const box = await element.boundingBox()
  return box ? box.y + box.height : Number.POSITIVE_INFINITY
}

test.each(Object.entries(titles))(
  'with a title of %s the number and Join are on the first screen, and nothing is wider than the screen',
  async (_kind, title) => {
    const { slug } = await published({ title, target: { name: `${'Long'.repeat(18)} ${Math.random().toString(36).slice(2, 7)}` } })
    const { page, context, problems } = await opened(slug, { width: 1280, height: 720 })
    expect(
      await lowerEdge(
        page
          .getByText(/^supporters?$/)
          .filter({ visible: true })
          .first(),
      ),
    ).toBeLessThan(640)
    expect(await lowerEdge(joinButton(page))).toBeLessThanOrEqual(640)
    const lines = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
      const range = document.createRange()
      range.selectNodeContents(heading)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    })
    expect(lines).toBeLessThanOrEqual(4)

    await page.setViewportSize({ width: 820, height: 1180 })
    const bar = page.locator('[data-join-bar]')
    expect(await lowerEdge(bar)).toBe(1180)
    expect(await joinButton(page).count()).toBe(1)
    // A phone; a small one; 200% zoom of 1440 x 900, where the bar is one line.
    for (const [width, height] of [
      [360, 740],
      [320, 640],
      [720, 450],
    ] as const) {
      await page.setViewportSize({ width, height })
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), `${width} px`).toBeLessThanOrEqual(0)
      expect(await lowerEdge(bar)).toBe(height)
    }
    expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(56)
    expect(problems).toEqual([])
    await context.close()
  },
)

test('a campaign shows first the actions, then the reasons; its newest update is one line, and no link leads to another campaign', async () => {
  const { id, slug, cookie } = await published({ impact: { mode: 'non_monetary', unit: 'weekly shops moved' } })
  const supporter = await signedUp(product, 'Second Supporter')
  await asked({ cookie: supporter.cookie }, 'PUT', `/campaigns/${id}/pledge`, {})
  const { page, context, problems } = await opened(slug)
  const main = page.getByRole('main')
  expect(await main.getByRole('heading', { level: 2 }).filter({ visible: true }).allTextContents()).toEqual(
    expect.arrayContaining(['What To Do', 'Alternatives', 'Why It Matters', 'Live chat']),
  )
  const order = await main.getByRole('heading', { level: 2 }).allTextContents()
  expect(order.indexOf('What To Do')).toBeLessThan(order.indexOf('Why It Matters'))
  // The campaign has no story, too few supporters for a plot and no picture, so none of these sections exists.
  for (const absent of ['About', 'Supporters over time']) expect(order).not.toContain(absent)
  expect(await main.locator('img, svg[viewBox="0 0 640 360"]').filter({ visible: true }).count()).toBe(0)
  expect(await main.getByRole('link', { name: 'See all Holdouts' }).count()).toBe(0)
  // The number of supporters is in one place.
  expect(await main.getByText('2', { exact: true }).filter({ visible: true }).count()).toBe(1)
  await main.getByText('supporters', { exact: true }).filter({ visible: true }).first().waitFor()
  await main.getByText('Counted in: weekly shops moved').waitFor()
  await context.close()

  const { id: updateId } = await asked({ cookie }, 'POST', `/campaigns/${id}/updates`, { title: 'The line is open until eight', body: 'It answers.' })
  const again = await opened(slug)
  const latest = again.page.getByRole('link', { name: /: The line is open until eight$/ })
  // A visitor's page may come from a cache and be two seconds old.
  await expect
    .poll(async () => {
      await again.page.reload()
      return latest.count()
    })
    .toBe(1)
  expect(await latest.getAttribute('href')).toBe(`/campaigns/${slug}?tab=updates&updateId=${updateId}`)
  expect([...problems, ...again.problems]).toEqual([])
  await again.context.close()
})

test('the chat is one line and loads no code until it is opened or has messages', async () => {
  const { id, slug } = await published()
  const { page, context, problems } = await opened(slug)
  const parts: string[] = []
  page.on('request', (request) => /chat-box/.test(request.url()) && parts.push(request.url()))
  const chat = page.getByRole('region', { name: 'Live chat' })
  // When the stream begins, the page asks once whether there are messages by now. One that is written before would open the chat.
  const isWaiting = [page.waitForResponse(`**/api/v1/live?*chat%3A${id}*`), page.waitForResponse('**/rpc/chat/list*')]
  await chat.scrollIntoViewIfNeeded()
  await Promise.all(isWaiting)
  expect((await chat.boundingBox())?.height).toBeLessThanOrEqual(52)
  const { cookie } = await signedUp(product, 'Chatty Caller')
  await asked({ cookie }, 'POST', `/campaigns/${id}/chat`, { body: 'Is anybody here?' })
  await chat.getByText('1 new message').waitFor()
  expect(parts).toEqual([])
  await chat.getByRole('button', { name: 'Open live chat' }).click()
  await page.getByRole('log').getByText('Is anybody here?').waitFor()
  // A visitor's page may come from a cache and be two seconds old.
  await expect
    .poll(async () => {
      await page.reload()
      return chat.getByRole('button', { name: 'Open live chat' }).count()
    })
    .toBe(0)
  await hydrated(page)
  await chat.scrollIntoViewIfNeeded()
  await page.getByRole('log').getByText('Is anybody here?').waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('an uploaded picture is shown in 16:9 below the demand', async () => {
  const { cookie } = await signedUp(product, 'Cover Giver')
  const { id: coverMediaId } = await uploadedTo(product.origin, cookie, { purpose: 'campaign_cover', width: 1600, height: 900 })
  const { slug } = await asked({ cookie }, 'POST', '/campaigns', aCampaignBody({ coverMediaId }))
  const { page, context } = await opened(slug)
  const box = await page.getByRole('main').locator('picture img').boundingBox()
  const demand = await lowerEdge(page.getByRole('main').getByText('Pay everyone who works there').filter({ visible: true }))
  expect(box && box.width / box.height).toBeCloseTo(16 / 9, 1)
  expect(box?.y).toBeGreaterThan(demand)
  await context.close()
})

test('an ended campaign has its outcome between title and demand and no estimate, a historical one has years, and a draft has no Join', async () => {
  const { id, slug, cookie } = await published()
  await asked({ cookie }, 'POST', `/campaigns/${id}/victory`, { statement: 'They pay everyone now.' })
  const { page, context, problems } = await opened(slug, { height: 720 })
  const top = async (text: string) => (await page.getByRole('main').getByText(text).filter({ visible: true }).first().boundingBox())?.y ?? Number.NaN
  const title = (await page.getByRole('heading', { level: 1 }).boundingBox())?.y ?? 0
  expect(await top('They pay everyone now.')).toBeGreaterThan(title)
  expect(await top('They pay everyone now.')).toBeLessThan(await top('Pay everyone who works there'))
  expect(
    await page
      .getByRole('main')
      .getByText(/^est\. /)
      .count(),
  ).toBe(0)
  await page.goto(`${product.origin}/campaigns/montgomery-bus-boycott-1955`)
  expect(await lowerEdge(page.getByText('1955–1956').filter({ visible: true }).first())).toBeLessThan(640)
  await context.close()

  const draft = await asked({ cookie }, 'POST', '/campaigns', aCampaignBody({ publish: false }))
  const own = await opened(draft.id, { as: { cookie, origin: product.origin } })
  await own.page.getByText('Not published yet').waitFor()
  expect(await own.page.getByRole('main').getByText(/^Join/).count()).toBe(0)
  expect([...problems, ...own.problems]).toEqual([])
  await own.context.close()
})

test('a page opened by navigation has all its parts, and a published draft shows its changes without a reload', async () => {
  const { slug, cookie } = await published()
  const { page, context, problems } = await aVisit({ as: { cookie, origin: product.origin } })
  await page.goto(`${product.origin}/campaigns?sort=newest`)
  await hydrated(page)
  await page.locator(`a[href="/campaigns/${slug}"]`).first().click()
  await page.getByRole('heading', { level: 1, name: /^Ten letters/ }).waitFor()
  await page.getByRole('main').getByText('Stop buying there').waitFor()

  const draft = await asked({ cookie }, 'POST', '/campaigns', aCampaignBody({ publish: false }))
  await page.goto(`${product.origin}/campaigns/${draft.id}`)
  await hydrated(page)
  await page.getByRole('main').getByText('Draft', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Publish Campaign' }).click()
  await page.getByRole('main').getByText('Active', { exact: true }).waitFor()
  expect(await page.getByRole('main').getByText('Draft', { exact: true }).count()).toBe(0)
  expect(problems).toEqual([])
  await context.close()
})

test('the first printed page is a poster with the demand, the dated number and a QR code, without controls', async () => {
  const { slug } = await published({ title: 'Pay everyone by the hour' })
  const { page, context } = await opened(slug)
  const code = page.waitForResponse(`**/qr/campaigns/${slug}.svg`)
  await page.emulateMedia({ media: 'print' })
  expect(await (await code).headerValue('content-type')).toBe('image/svg+xml')
  await page.getByText(/^person has joined as of \w+ \d+, \d{4}$/).waitFor()
  for (const hidden of ['body > header', 'body > footer', '#chat', 'main form', '[data-join-bar]', 'main button'])
    expect(await page.locator(hidden).filter({ visible: true }).count(), hidden).toBe(0)
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeGreaterThanOrEqual(2)
  await context.close()

  expect((await fetch(`${product.origin}/qr/campaigns/Not%20a%20slug.svg`)).status).toBe(404)
})

test('on a phone the open menu covers the join bar', async () => {
  const { slug, cookie } = await published()
  const { page, context } = await opened(slug, { width: 360, height: 740, as: { cookie, origin: product.origin } })
  await page.locator('header summary', { hasText: 'Menu' }).click()
  const signOut = page.getByRole('button', { name: 'Sign out' }).filter({ visible: true })
  await takenOver(signOut)
  const bar = await page.locator('[data-join-bar]').boundingBox()
  const isOver = await page.locator('header nav a, header nav button').evaluateAll((items, y) => {
    const below = items.filter((item) => item.getBoundingClientRect().bottom > y && item.getBoundingClientRect().top < innerHeight - 4)
    return below.map((item) => {
      const { left, top, bottom } = item.getBoundingClientRect()
      return item.contains(document.elementFromPoint(left + 4, (Math.max(top, y) + Math.min(bottom, innerHeight)) / 2))
    })
  }, bar?.y ?? 0)
  expect(isOver.length).toBeGreaterThan(0)
  expect(isOver).not.toContain(false)
  await context.close()
})

test('an address with the end of a sentence behind it leads to the campaign', async () => {
  const { slug } = await published()
  for (const end of ['.', ',', ').', '%29']) {
    const { status, headers } = await fetch(`${product.origin}/campaigns/${slug}${end}?tab=updates`, { redirect: 'manual' })
    expect({ end, status, to: headers.get('location') }).toEqual({ end, status: 301, to: `/campaigns/${slug}?tab=updates` })
  }
})

test('a comment of more than 40 lines is folded until its reader opens it, also without JavaScript', async () => {
  const { id, slug, cookie } = await published()
  await asked({ cookie }, 'POST', `/campaigns/${id}/comments`, { body: Array.from({ length: 60 }, (_, n) => `Line ${n}`).join('\n') })
  const { page, context } = await aVisit({ width: 360, height: 740, javaScript: false })
  await page.goto(`${product.origin}/campaigns/${slug}`)
  const long = page.locator('#talk article', { hasText: 'Line 0' })
  const height = async () => (await long.boundingBox())?.height ?? 0
  const folded = await height()
  await long.getByText('Show the whole comment').click()
  await long.getByText('Show less').waitFor()
  expect(await height()).toBeGreaterThan(2 * folded)
  await long.getByText('Show less').click()
  await expect.poll(height).toBe(folded)
  await context.close()
})
