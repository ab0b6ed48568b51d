import type { BrowserContext, Page, Worker } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { arrivesAt, aVisit, hydrated } from '#tests/support/browser.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { signedUp } from '#tests/support/members.ts'
import { aPushService, type Browser } from '#tests/support/push-service.ts'
import { ownProduct } from '#tests/support/the-product.ts'
import { send } from '#tests/support/visitor.ts'

const service = await aPushService()
// A product of its own, because it takes only browsers of this push service and signs with its keys.
const product = ownProduct(service.env)
afterAll(() => service.stop())

type Given = { allowed?: boolean; browser?: Browser; width?: number; dark?: boolean }

/** Somebody who is signed in, at the part of the settings. No browser here reaches its maker's push service: with `browser` the page is given that one's address and keys for it. */
async function visiting(who: { cookie: string }, { allowed = true, browser, ...look }: Given = {}) {
  const visit = await aVisit({ ...look, as: { cookie: who.cookie, origin: product.origin } })
  // What is not granted to a place is denied to it.
  await visit.context.grantPermissions(allowed ? ['notifications'] : [], { origin: product.origin })
  if (browser) await visit.context.addInitScript(standIn, { endpoint: browser.endpoint, keys: browser.keys })
  await toSettings(visit.page)
  return visit
}

async function toSettings(page: Page) {
  await page.goto(`${product.origin}/settings?tab=notifications`)
  await hydrated(page)
}

/** In the page, in place of the push service's own. */
function standIn({ endpoint, keys }: Pick<Browser, 'endpoint' | 'keys'>) {
  const kept = 'stand-in'
  const held = () => {
    const key = localStorage.getItem(kept)
    if (key === null) return null
    const bytes = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
    const unsubscribe = async () => localStorage.removeItem(kept)
    return { endpoint, options: { applicationServerKey: bytes.buffer }, toJSON: () => ({ endpoint, keys }), unsubscribe }
  }
  Object.assign(PushManager.prototype, {
    getSubscription: async () => held(),
    async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
      localStorage.setItem(kept, applicationServerKey)
      return held()
    },
  })
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const press = (page: Page, name: string) => button(page, name).click()
const browsersOf = async ({ cookie }: { cookie: string }) => (await send(product, { method: 'GET', path: '/api/v1/me/push', cookie })).body.browsers
const told = ({ path }: Browser) => service.received.filter((each) => each.path === path)

async function workerOf(context: BrowserContext): Promise<Worker> {
  return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker')
}

/** Hands the browser's service worker a message, as the browser does with one from its push service. One that is still beginning may miss it. */
async function deliver(page: Page, data: string) {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    await new Promise<void>((resolve) => {
      const look = () => active?.state === 'activated' && resolve()
      active?.addEventListener('statechange', look)
      look()
    })
  })
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(product.origin) && !isDeleted)
      if (own) resolve(own.registrationId)
    }),
  )
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.deliverPushMessage', { origin: `${product.origin}/`, registrationId: await registered, data })
  await session.detach()
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    return (await registration?.getNotifications())?.map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url }))
  })

test('nobody is asked before "Notify me" is pressed; a browser without its push service says so and is told nothing', async () => {
  const ada = await signedUp(product, 'Ada Lovelace')
  const { page, context, problems } = await visiting(ada)
  await button(page, 'Notify me').waitFor()
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  await press(page, 'Notify me')
  await page.getByText('The browser could not reach its push service. Please try again later.').waitFor()
  await button(page, 'Notify me').waitFor()
  expect(await browsersOf(ada)).toEqual([])
  // The browser says the same to whoever makes sites.
  expect(problems.filter((problem) => !problem.includes('does not support the Push API in incognito mode'))).toEqual([])
  await context.close()
})

test('where the browser was told no, it is said how to change that, and there is no button', async () => {
  const { page, context } = await visiting(await signedUp(product, 'Bao Nguyen'), { allowed: false })
  await page.getByText('Notifications of this site are blocked in this browser.').waitFor()
  expect(await button(page, 'Notify me').count()).toBe(0)
  await context.close()
})

test('from pressing on, the browser shows what happens, once, leads there, and stops when told to or signed out', async () => {
  const [creator, friend] = [await signedUp(product, 'Cleo Okafor'), await signedUp(product, 'Dana Smith')]
  const browser = service.aBrowser()
  const { page, context, problems } = await visiting(creator, { browser })
  await press(page, 'Notify me')
  await page.getByText('This browser notifies you from now on.').waitFor()
  expect(await browsersOf(creator)).toHaveLength(1)
  await toSettings(page)
  await button(page, 'Stop notifying this browser').waitFor()

  const asked = (who: { cookie: string }, method: string, path: string, body: object) =>
    send(product, { method, path: `/api/v1${path}`, cookie: who.cookie, body })
  const campaign = (await asked(creator, 'POST', '/campaigns', aCampaignBody())).body
  const comment = (await asked(friend, 'POST', `/campaigns/${campaign.id}/comments`, { body: 'Well said' })).body
  await expect.poll(() => told(browser).length).toBe(1)
  const { title, body, url, tag } = told(browser)[0] ?? {}
  await deliver(page, JSON.stringify({ title, body, url, tag }))
  await expect.poll(() => shown(page)).toEqual([{ title: expect.stringContaining('Dana S. commented on'), body: '', tag, url }])

  // The same message again, as after a crash between sending and noting it, is no second one.
  await deliver(page, 'no message of ours')
  await deliver(page, JSON.stringify({ title, body: 'again', url, tag }))
  await expect.poll(() => shown(page)).toEqual([{ title, body: 'again', tag, url }])

  const opened = await clicked(await workerOf(context))
  expect(opened).toEqual([`${product.origin}/campaigns/${campaign.slug}?tab=discussion&commentId=${comment.id}`])
  await expect.poll(() => shown(page)).toEqual([])
  await expect.poll(async () => (await send(product, { method: 'GET', path: '/api/v1/notifications/unread', cookie: creator.cookie })).body.unread).toBe(0)

  await press(page, 'Stop notifying this browser')
  await page.getByText('This browser does not notify you any more.').waitFor()
  expect(await browsersOf(creator)).toEqual([])
  await press(page, 'Notify me')
  await page.getByText('This browser notifies you from now on.').waitFor()
  await showing(page, JSON.stringify({ title, body, url, tag }))
  await page.getByText('Cleo O.').first().click()
  await button(page, 'Sign out').first().click()
  await arrivesAt(page, `${product.origin}/`)
  await expect.poll(() => shown(page)).toEqual([])
  await expect.poll(() => isSubscribed(page)).toBe(false)
  expect(problems).toEqual([])
  await context.close()
})

/** Hands it over until it is on show, which under one tag is once. */
async function showing(page: Page, data: string) {
  const count = async () => {
    await deliver(page, data)
    return (await shown(page))?.length
  }
  await expect.poll(count).toBe(1)
}

/** Somebody whose browser is told, and shows something. */
async function beingTold(name: string) {
  const visit = await visiting(await signedUp(product, name), { browser: service.aBrowser() })
  const { page } = visit
  await press(page, 'Notify me')
  await page.getByText('This browser notifies you from now on.').waitFor()
  // A tag of its own: what other contexts of one Chromium show under the same name, it takes for the same.
  await showing(page, JSON.stringify({ title: 'Look', body: '', url: '/', tag: name }))
  return visit
}

const isSubscribed = (page: Page) => page.evaluate(() => localStorage.getItem('stand-in') !== null)

test('what signing out could not wait for, the next page takes from the browser', async () => {
  const { page, context, problems } = await beingTold('Fay Slow')
  await page.goto(`${product.origin}/about`)
  await hydrated(page)
  // Never answered: signing out goes on without it after a while.
  await page.route(/\/assets\/(public|browser)-[^/]*\.js/, () => {})
  await page.getByText('Fay S.').first().click()
  await button(page, 'Sign out').first().click()
  await arrivesAt(page, `${product.origin}/`)
  expect([await isSubscribed(page), (await shown(page))?.length]).toEqual([true, 1])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto(`${product.origin}/about`)
  await expect.poll(() => shown(page)).toEqual([])
  await expect.poll(() => isSubscribed(page)).toBe(false)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('holdout.forget-told'))).toBeNull()
  expect(problems).toEqual([])
  await context.close()
})

test('a browser whose session only went stays as it is on a visitor’s page', async () => {
  const { page, context, problems } = await beingTold('Fay Ended')
  await context.clearCookies()
  await page.goto(`${product.origin}/about`)
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  expect([await isSubscribed(page), (await shown(page))?.length]).toEqual([true, 1])
  expect(problems).toEqual([])
  await context.close()
})

/** Presses what is on show; which addresses the worker opens then. A press of ours is no person's, so the browser itself would open none. */
const clicked = (worker: Worker) =>
  worker.evaluate(async () => {
    const self = globalThis as any
    const opened: string[] = []
    self.clients.openWindow = async (href: string) => void opened.push(href)
    const [notification] = await self.registration.getNotifications()
    const event = new self.NotificationEvent('notificationclick', { notification })
    self.dispatchEvent(event)
    for (let turn = 0; opened.length === 0 && turn < 1_000; turn++) await self.clients.matchAll()
    return opened
  })

test('the service worker is not kept by caches, answers no requests, and only ever opens places of this site', async () => {
  const response = await fetch(`${product.origin}/sw.js`)
  expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    'no-cache',
  ])
  const { page, context } = await visiting(await signedUp(product, 'Eve Moss'), { browser: service.aBrowser() })
  await press(page, 'Notify me')
  await page.getByText('This browser notifies you from now on.').waitFor()
  for (const url of ['https://elsewhere.example/', '//elsewhere.example/x', 'javascript:alert(1)', '/\\elsewhere.example']) {
    // The tag makes several the same.
    const look = async () => {
      await deliver(page, JSON.stringify({ title: 'Look', body: '', url, tag: 't' }))
      return (await shown(page))?.[0]?.url
    }
    await expect.poll(look).toBe(url)
    expect(await clicked(await workerOf(context))).toEqual([`${product.origin}/`])
  }
  await context.close()
})
