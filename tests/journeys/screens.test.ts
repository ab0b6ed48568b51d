import { mkdirSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aVisit, hydrated, type Visit } from '#tests/support/browser.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { theProduct } from '#tests/support/the-product.ts'
import { send, signedUp } from '#tests/support/visitor.ts'

const product = theProduct({ DEMO: 'on' })
let cookie: string
const pictures = process.env.SCREENS
beforeAll(async () => {
  cookie = (await signedUp(product, 'Screen Reader')).cookie
  await makeOwn()
})

type Screen = { name: string; path: string | (() => Promise<string>); signedIn?: boolean; as?: () => Promise<string>; status?: number; shows?: string }
const first = (query: string) => async () =>
  `/campaigns/${(await send(product, { method: 'GET', path: `/api/v1/campaigns?limit=1&${query}` })).body.items[0].slug}`
const about = (list: string) => async () =>
  `/${list}/${(await send(product, { method: 'GET', path: `/api/v1/${list}?limit=1&sort=campaigns` })).body.items[0].slug}`
const screens: Screen[] = [
  { name: 'home', path: '/' },
  { name: 'browse', path: '/campaigns' },
  { name: 'browse-empty', path: '/campaigns?industry=Nothing' },
  { name: 'explore', path: '/explore' },
  { name: 'targets', path: '/targets?sort=supporters' },
  { name: 'targets-empty', path: '/targets?search=nobody+at+all' },
  { name: 'industries', path: '/industries' },
  { name: 'causes', path: '/causes' },
  { name: 'campaign', path: first('status=active') },
  { name: 'campaign-member', path: first('status=active&sort=newest'), signedIn: true },
  { name: 'campaign-archived', path: first('status=archived') },
  { name: 'campaign-victory', path: first('status=victory') },
  { name: 'campaign-history', path: '/campaigns/boycott-barclays-1970' },
  { name: 'campaign-own', path: async () => `/campaigns/${own.slug}`, signedIn: true },
  { name: 'campaign-draft', path: async () => `/campaigns/${own.draft}`, signedIn: true, shows: 'Publish Campaign' },
  { name: 'manage', path: async () => `/campaigns/${own.slug}/admin`, signedIn: true },
  { name: 'manage-draft', path: async () => `/campaigns/${own.draft}/admin`, signedIn: true },
  { name: 'edit', path: async () => `/campaigns/${own.slug}/edit`, signedIn: true, shows: 'Save changes' },
  { name: 'changes', path: async () => `/campaigns/${own.slug}/history?edit=${own.edit}` },
  { name: 'manage-foreign', path: async () => `${await first('status=active')()}/admin`, signedIn: true, status: 403 },
  { name: 'campaign-updates', path: async () => `${await first('status=active')()}?tab=updates` },
  { name: 'campaign-discussion', path: linkedComment, signedIn: true },
  { name: 'target', path: about('targets') },
  { name: 'target-not-found', path: '/targets/nobody-has-this-one', status: 404 },
  { name: 'industry', path: about('industries') },
  { name: 'cause', path: about('causes'), signedIn: true },
  { name: 'search', path: '/search?q=boycott', signedIn: true },
  { name: 'search-empty', path: '/search?q=zzqxv&kind=communities' },
  { name: 'search-targets', path: '/search?q=bank&kind=targets' },
  { name: 'search-nothing-typed', path: '/search' },
  { name: 'sign-in', path: '/auth' },
  { name: 'wizard', path: '/campaigns/create', signedIn: true },
  { name: 'dashboard', path: '/dashboard', signedIn: true },
  { name: 'dashboard-empty', path: '/dashboard', as: async () => (await signedUp(product, 'Nobody Yet')).cookie },
  { name: 'pledges', path: '/dashboard/pledges', signedIn: true },
  { name: 'profile', path: async () => `/u/${(await someCampaign('status=active')).creator.id}` },
  { name: 'profile-own', path: async () => `/u/${own.id}`, signedIn: true },
  { name: 'profile-empty', path: async () => `/u/${await idOf((await signedUp(product, 'Nobody Yet')).cookie)}` },
  { name: 'profile-not-found', path: '/u/0197a000-0000-7000-8000-000000000000', status: 404 },
  { name: 'settings', path: '/settings', signedIn: true, shows: 'Change e-mail' },
  { name: 'settings-profile', path: '/settings?tab=profile', signedIn: true },
  { name: 'settings-security', path: '/settings?tab=security', signedIn: true },
  { name: 'settings-notifications', path: '/settings?tab=notifications', signedIn: true },
  { name: 'settings-connected-apps', path: '/settings?tab=connected-apps', signedIn: true },
  { name: 'settings-danger', path: '/settings?tab=danger', signedIn: true },
  { name: 'contact', path: '/contact' },
  { name: 'about', path: '/about' },
  { name: 'terms', path: '/terms' },
  { name: 'not-found', path: '/nothing-here', status: 404 },
]
const someCampaign = async (query: string) => {
  const [{ slug }] = (await send(product, { method: 'GET', path: `/api/v1/campaigns?limit=1&${query}` })).body.items
  return (await send(product, { method: 'GET', path: `/api/v1/campaigns/${slug}` })).body
}
const idOf = async (of: string): Promise<string> => (await send(product, { method: 'GET', path: '/api/v1/me', cookie: of })).body.id
const own = { id: '', slug: '', draft: '', edit: '' }
/** A campaign and a draft of the one who looks: with a supporter, so that it is frozen, and an edit. */
async function makeOwn(): Promise<void> {
  const post = (path: string, body: unknown) => send(product, { method: 'POST', path: `/api/v1${path}`, cookie, body })
  const { id, slug } = (await post('/campaigns', aCampaignBody())).body
  const supporter = await signedUp(product, 'Somebody Else')
  await send(product, { method: 'PUT', path: `/api/v1/campaigns/${id}/pledge`, cookie: supporter.cookie, body: {} })
  await send(product, { method: 'PATCH', path: `/api/v1/campaigns/${id}`, cookie, body: { actions: ['Walk past it', 'Say why'], supportersGoal: 40 } })
  const active = (await send(product, { method: 'GET', path: '/api/v1/campaigns?limit=4&status=active' })).body.items
  for (const campaign of active)
    await send(product, { method: 'PUT', path: `/api/v1/campaigns/${campaign.id}/pledge`, cookie, body: { isPrivate: campaign === active[3] } })
  const { body } = await send(product, { method: 'GET', path: `/api/v1/campaigns/${id}/history` })
  Object.assign(own, { id: await idOf(cookie), slug, edit: body.items[0].id, draft: (await post('/campaigns', aCampaignBody({ publish: false }))).body.slug })
}

/** An answer, so that a thread is unfolded. */
async function linkedComment(): Promise<string> {
  const { body } = await send(product, { method: 'GET', path: '/api/v1/campaigns?limit=1&status=active' })
  const [{ id, slug }] = body.items
  const { items } = (await send(product, { method: 'GET', path: `/api/v1/campaigns/${id}/comments` })).body
  const root = items.find(({ replies }: { replies: number }) => replies > 0)
  return `/campaigns/${slug}?tab=discussion&commentId=${root.id}`
}

const views = [
  { width: 360, dark: false },
  { width: 360, dark: true },
  { width: 768, dark: false },
  { width: 1440, dark: false },
  { width: 1440, dark: true },
]

// One visit for all its views: widths and colours are the browser's to change, so each view is the same page.
describe.each(screens)('$name', ({ name, path, signedIn, as, status, shows }) => {
  let visit: Visit
  beforeAll(async () => {
    const whose = as ? await as() : signedIn ? cookie : null
    visit = await aVisit({ width: 360, as: whose ? { cookie: whose, origin: product.origin } : undefined })
    const response = await visit.page.goto(`${product.origin}${typeof path === 'string' ? path : await path()}`)
    expect(response?.status()).toBe(status ?? 200)
    await hydrated(visit.page)
    if (shows) await visit.page.getByRole('button', { name: shows }).waitFor()
    await visit.page.evaluate(() => document.fonts.ready)
  })
  afterAll(() => visit?.context.close())

  test.each(views)('at $width px (dark: $dark) it fits, hydrates without complaint and is accessible', async ({ width, dark }) => {
    const { page, problems } = visit
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' })
    expect(problems).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    if (pictures) {
      mkdirSync(pictures, { recursive: true })
      await page.screenshot({ path: `${pictures}/${name}-${width}-${dark ? 'dark' : 'light'}.png`, fullPage: true })
    }
  })
})
