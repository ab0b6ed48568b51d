import type { BrowserContext, Page, Worker } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { arrivesAt, aVisit, hydrated } from '#tests/support/browser.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { signedUp } from '#tests/support/members.ts'
import { aPushService, type Browser } from '#tests/support/push-service.ts'
import { ownProduct } from '#tests/support/the-product.ts'
import { send } from '#tests/support/visitor.ts'

const service = await aPushService()
// A product of its own, because it accepts only browsers of this push service and signs with its keys.
const product = ownProduct(service.env)
afterAll(() => service.stop())

type Options = { allowed?: boolean; browser?: Browser; width?: number; dark?: boolean }

/**
 * Opens the notification settings for a signed-in person. No browser here can reach its vendor's push service: with `browser`, the page uses
 * that browser's endpoint and keys instead.
 */
async function visiting(who: { cookie: string }, { allowed = true, browser, ...look }: Options = {}) {
  const visit = await aVisit({ ...look, isWhole: true, as: { cookie: who.cookie, origin: product.origin } })
  // Permissions that are not in the list are denied.
  await visit.context.grantPermissions(allowed ? ['notifications'] : [], { origin: product.origin })
  if (browser) await visit.context.addInitScript(fakePushManager, { endpoint: browser.endpoint, keys: browser.keys })
  await toSettings(visit.page)
  return visit
}

async function toSettings(page: Page) {
  await page.goto(`${product.origin}/settings?tab=notifications`)
  await hydrated(page)
}

/** Runs in the page, in place of the browser's own push subscription. */
function fakePushManager({ endpoint, keys }: Pick<Browser, 'endpoint' | 'keys'>) {
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
const reported = ({ path }: Browser) => service.received.filter((each) => each.path === path)

async function workerOf(context: BrowserContext): Promise<Worker> {
  return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker')
}

/**
 * Delivers a message to the service worker, as the browser does with one from its push service. Waits until the worker is active, because a
 * starting worker may miss the message.
 */
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

/**
 * Delivers a message and waits until the worker has shown its notification. Polling `getNotifications` instead would destroy it: Chromium deletes
 * the record of a notification that is stored and not displayed yet.
 */
async function showing(page: Page, message: object) {
  const worker = await workerOf(page.context())
  await worker.evaluate(() => {
    const self = globalThis as any
    const { registration } = self
    self.shown = new Promise<void>((resolve, reject) => {
      registration.showNotification = (...words: unknown[]) => {
        delete registration.showNotification
        const showing = registration.showNotification(...words)
        showing.then(resolve, reject)
        return showing
      }
    })
  })
  await deliver(page, JSON.stringify(message))
  await worker.evaluate(() => (globalThis as any).shown)
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    return (await registration?.getNotifications())?.map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url }))
  })

test('permission is requested only after "Notify me" is pressed; a browser without a push service shows that and gets no messages', async () => {
  const ada = await signedUp(product, 'Ada Lovelace')
  const { page, context, problems } = await visiting(ada)
  await button(page, 'Notify me').waitFor()
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  await press(page, 'Notify me')
  await page.getByText('The browser could not reach its push service. Please try again later.').waitFor()
  await button(page, 'Notify me').waitFor()
  expect(await browsersOf(ada)).toEqual([])
  // The browser reports the same failure in its console.
  expect(problems.filter((problem) => !problem.includes('does not support the Push API in incognito mode'))).toEqual([])
  await context.close()
})

test('if the browser has denied permission, the page explains how to change that and shows no button', async () => {
  const { page, context } = await visiting(await signedUp(product, 'Bao Nguyen'), { allowed: false })
  await page.getByText('Notifications from this site are blocked in your browser.').waitFor()
  expect(await button(page, 'Notify me').count()).toBe(0)
  await context.close()
})

test('after "Notify me" the browser shows each notification once with its link, until it is switched off or signed out', async () => {
  const [creator, friend] = [await signedUp(product, 'Cleo Okafor'), await signedUp(product, 'Dana Smith')]
  const browser = service.aBrowser()
  const { page, context, problems } = await visiting(creator, { browser })
  await press(page, 'Notify me')
  await page.getByText('Notifications are now on in this browser.').waitFor()
  expect(await browsersOf(creator)).toHaveLength(1)
  await toSettings(page)
  await button(page, 'Turn off in this browser').waitFor()

  const asked = (who: { cookie: string }, method: string, path: string, body: object) =>
    send(product, { method, path: `/api/v1${path}`, cookie: who.cookie, body })
  const campaign = (await asked(creator, 'POST', '/campaigns', aCampaignBody())).body
  const comment = (await asked(friend, 'POST', `/campaigns/${campaign.id}/comments`, { body: 'Well said' })).body
  await expect.poll(() => reported(browser).length).toBe(1)
  const { title, body, url, tag } = reported(browser)[0] ?? {}
  await showing(page, { title, body, url, tag })
  expect(await shown(page)).toEqual([{ title: expect.stringContaining('Dana S. commented on'), body: '', tag, url }])

  // The same message again, as after a crash between sending it and recording that, adds no second notification.
  await deliver(page, 'no message of ours')
  await showing(page, { title, body: 'again', url, tag })
  expect(await shown(page)).toEqual([{ title, body: 'again', tag, url }])

  const opened = await clicked(await workerOf(context))
  expect(opened).toEqual([`${product.origin}/campaigns/${campaign.slug}?tab=discussion&commentId=${comment.id}`])
  await expect.poll(() => shown(page)).toEqual([])
  await expect.poll(async () => (await send(product, { method: 'GET', path: '/api/v1/notifications/unread', cookie: creator.cookie })).body.unread).toBe(0)

  await press(page, 'Turn off in this browser')
  await page.getByText('Notifications are now off in this browser.').waitFor()
  expect(await browsersOf(creator)).toEqual([])
  await press(page, 'Notify me')
  await page.getByText('Notifications are now on in this browser.').waitFor()
  await showing(page, { title, body, url, tag })
  await page.getByText('Cleo O.').first().click()
  await button(page, 'Sign out').first().click()
  await arrivesAt(page, `${product.origin}/`)
  await expect.poll(() => shown(page)).toEqual([])
  await expect.poll(() => isSubscribed(page)).toBe(false)
  expect(problems).toEqual([])
  await context.close()
})

/** A person whose browser is subscribed and shows a notification. */
async function whileNotified(name: string) {
  const visit = await visiting(await signedUp(product, name), { browser: service.aBrowser() })
  const { page } = visit
  await press(page, 'Notify me')
  await page.getByText('Notifications are now on in this browser.').waitFor()
  // A unique tag: Chromium treats notifications of other contexts with the same tag as the same notification.
  await showing(page, { title: 'Look', body: '', url: '/', tag: name })
  return visit
}

const isSubscribed = (page: Page) => page.evaluate(() => localStorage.getItem('stand-in') !== null)

test('the next page removes the push subscription and the notifications if signing out could not wait for that', async () => {
  const { page, context, problems } = await whileNotified('Fay Slow')
  await page.goto(`${product.origin}/about`)
  await hydrated(page)
  // These files are never answered; after a while signing out continues without them.
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

test('a browser whose session has expired stays subscribed on a visitor’s page', async () => {
  const { page, context, problems } = await whileNotified('Fay Ended')
  await context.clearCookies()
  await page.goto(`${product.origin}/about`)
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  expect([await isSubscribed(page), (await shown(page))?.length]).toEqual([true, 1])
  expect(problems).toEqual([])
  await context.close()
})

/**
 * Clicks the notification that is shown, and returns the addresses that the worker opens. The window is not really opened: the browser only
 * permits that after a click by a person.
 */
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

test('the service worker is not cached, answers no requests, and opens pages of this site only', async () => {
  const response = await fetch(`${product.origin}/sw.js`)
  expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    'no-cache',
  ])
  const { page, context } = await visiting(await signedUp(product, 'Eve Moss'), { browser: service.aBrowser() })
  await press(page, 'Notify me')
  await page.getByText('Notifications are now on in this browser.').waitFor()
  for (const url of ['https://elsewhere.example/', '//elsewhere.example/x', 'javascript:alert(1)', '/\\elsewhere.example']) {
    await showing(page, { title: 'Look', body: '', url, tag: 't' })
    expect((await shown(page))?.map((each) => each.url)).toEqual([url])
    expect(await clicked(await workerOf(context))).toEqual([`${product.origin}/`])
  }
  await context.close()
})
