import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { accessibilityProblems } from '#tests/support/accessibility.ts'
import { aVisit, hydrated, type Visit } from '#tests/support/browser.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { isFull } from '#tests/support/figures.ts'
import { eventually } from '#tests/support/load.ts'
import { signedUp } from '#tests/support/members.ts'
import { makeModeration, moderationScreens, type Screen } from '#tests/support/moderation-screens.ts'
import { theDemo } from '#tests/support/the-product.ts'
import { send } from '#tests/support/visitor.ts'

const product = theDemo()
let cookie: string
const pictures = process.env.SCREENS
beforeAll(async () => {
  cookie = (await signedUp(product, 'Screen Reader')).cookie
  await makeOwn()
  await makeCommunities()
  await makeModeration(product, { community: communities.open })
}, 300_000)

const first = (query: string) => async () =>
  `/campaigns/${(await send(product, { method: 'GET', path: `/api/v1/campaigns?limit=1&${query}` })).body.items[0].slug}`
const about = (list: string) => async () =>
  `/${list}/${(await send(product, { method: 'GET', path: `/api/v1/${list}?limit=1&sort=campaigns` })).body.items[0].slug}`
const screens: Screen[] = [
  { name: 'home', path: '/' },
  { name: 'home-member', path: '/', signedIn: true },
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
  { name: 'campaign-long-words', path: async () => `/campaigns/${own.long}` },
  { name: 'campaign-own', path: async () => `/campaigns/${own.slug}`, signedIn: true },
  { name: 'campaign-draft', path: async () => `/campaigns/${own.draft}`, signedIn: true, shows: 'Publish Campaign' },
  { name: 'manage', path: async () => `/campaigns/${own.slug}/admin`, signedIn: true },
  { name: 'manage-draft', path: async () => `/campaigns/${own.draft}/admin`, signedIn: true },
  { name: 'edit', path: async () => `/campaigns/${own.slug}/edit`, signedIn: true, shows: 'Save changes' },
  { name: 'changes', path: async () => `/campaigns/${own.slug}/history?edit=${own.edit}` },
  { name: 'proof', path: async () => `${await first('status=active&sort=most_pledged')()}/proof`, signedIn: true },
  { name: 'manage-foreign', path: async () => `${await first('status=active&sort=most_pledged')()}/admin`, signedIn: true, status: 403 },
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
  { name: 'notifications', path: '/notifications', signedIn: true },
  { name: 'bell', path: '/about', signedIn: true, opens: 'summary[aria-label^="Notifications"]' },
  { name: 'bell-empty', path: '/about', as: async () => (await signedUp(product, 'Nobody Yet')).cookie, opens: 'summary[aria-label="Notifications"]' },
  { name: 'notifications-empty', path: '/notifications?filter=unread', as: async () => (await signedUp(product, 'Nobody Yet')).cookie },
  { name: 'profile', path: async () => `/u/${(await someCampaign('status=active')).creator.id}` },
  { name: 'profile-own', path: async () => `/u/${own.id}`, signedIn: true },
  { name: 'profile-empty', path: async () => `/u/${await idOf((await signedUp(product, 'Nobody Yet')).cookie)}` },
  { name: 'profile-not-found', path: '/u/0197a000-0000-7000-8000-000000000000', status: 404 },
  { name: 'settings', path: '/settings', signedIn: true, shows: 'Change email' },
  { name: 'settings-profile', path: '/settings?tab=profile', signedIn: true },
  { name: 'settings-security', path: '/settings?tab=security', signedIn: true },
  { name: 'settings-notifications', path: '/settings?tab=notifications', signedIn: true },
  { name: 'settings-connected-apps', path: '/settings?tab=connected-apps', signedIn: true },
  { name: 'settings-danger', path: '/settings?tab=danger', signedIn: true },
  { name: 'communities', path: '/communities' },
  { name: 'communities-member', path: '/communities?sort=trending', signedIn: true },
  { name: 'communities-empty', path: '/communities?q=zzqxv' },
  { name: 'community', path: '/communities/the-cancel-club' },
  { name: 'community-stranger', path: '/communities/the-cancel-club', as: async () => communities.stranger, shows: 'Join' },
  { name: 'community-member', path: '/communities/the-repair-table', signedIn: true, shows: 'Write a post' },
  { name: 'community-owner', path: async () => `/communities/${communities.open}`, signedIn: true },
  { name: 'community-comment', path: async () => `/communities/${communities.open}?commentId=${communities.comment}`, signedIn: true },
  { name: 'community-about', path: async () => `/communities/${communities.open}?tab=about` },
  { name: 'community-members', path: '/communities/the-cancel-club?tab=members' },
  { name: 'community-members-owner', path: async () => `/communities/${communities.closed}?tab=members`, signedIn: true },
  { name: 'community-members-none', path: '/communities/the-cancel-club?tab=members&q=zzqxv' },
  { name: 'community-campaigns', path: '/communities/the-cancel-club?tab=campaigns' },
  { name: 'community-campaigns-owner', path: async () => `/communities/${communities.open}?tab=campaigns`, signedIn: true },
  { name: 'community-private', path: async () => `/communities/${communities.closed}` },
  {
    name: 'community-private-stranger',
    path: async () => `/communities/${communities.closed}`,
    as: async () => communities.stranger,
    shows: 'Join',
  },
  { name: 'community-private-waiting', path: async () => `/communities/${communities.closed}`, as: async () => communities.waiting },
  { name: 'community-private-banned', path: async () => `/communities/${communities.closed}`, as: async () => communities.banned },
  { name: 'community-invited', path: async () => `/communities/${communities.closed}?invite=${communities.invite}`, as: async () => communities.stranger },
  { name: 'community-create', path: '/communities/create', signedIn: true },
  { name: 'community-edit', path: async () => `/communities/${communities.open}/edit`, signedIn: true },
  { name: 'community-edit-foreign', path: '/communities/the-cancel-club/edit', signedIn: true, status: 403 },
  { name: 'community-not-found', path: '/communities/nobody-started-this', status: 404 },
  { name: 'community-reports-owner', path: async () => `/communities/${communities.open}?tab=reports`, signedIn: true },
  ...moderationScreens,
  { name: 'contact', path: '/contact' },
  { name: 'about', path: '/about' },
  { name: 'terms', path: '/terms' },
  { name: 'accessibility', path: '/accessibility' },
  { name: 'rules', path: '/rules' },
  { name: 'transparency', path: '/transparency' },
  { name: 'not-found', path: '/nothing-here', status: 404 },
]
const someCampaign = async (query: string) => {
  const [{ slug }] = (await send(product, { method: 'GET', path: `/api/v1/campaigns?limit=1&${query}` })).body.items
  return (await send(product, { method: 'GET', path: `/api/v1/campaigns/${slug}` })).body
}
const idOf = async (of: string): Promise<string> => (await send(product, { method: 'GET', path: '/api/v1/me', cookie: of })).body.id
const own = { id: '', slug: '', draft: '', edit: '', long: '' }
/** Creates a campaign and a draft of the signed-in person. The campaign has a supporter, so that it is frozen, and an edit. */
async function makeOwn(): Promise<void> {
  const post = (path: string, body: unknown) => send(product, { method: 'POST', path: `/api/v1${path}`, cookie, body })
  const { id, slug } = (await post('/campaigns', aCampaignBody())).body
  const supporter = await signedUp(product, 'Somebody Else')
  await send(product, { method: 'PUT', path: `/api/v1/campaigns/${id}/pledge`, cookie: supporter.cookie, body: {} })
  await send(product, { method: 'PATCH', path: `/api/v1/campaigns/${id}`, cookie, body: { actions: ['Walk past it', 'Say why'], supportersGoal: 40 } })
  // Words that are too long for a line on a phone, in every text of a campaign.
  const [word, link] = ['Wolfeschlegelsteinhausenbergerdorff'.repeat(2), `https://long.test/${'path'.repeat(24)}`]
  const long = await post(
    '/campaigns',
    aCampaignBody({
      ...{ title: word, summary: link, whyItMatters: link, body: link, actions: [link], alternatives: [{ name: link, url: link, note: link }, { name: link }] },
      ...{ target: { name: `${word} A` }, causes: [{ name: `${word} B` }] },
      impact: { mode: 'monetary', productService: link, spendCents: 100, durationBasis: 'monthly' },
    }),
  )
  expect(long.status).toBe(201)
  // A full list of notifications, with one name that is too long for its line.
  const talkers = await Promise.all(['Wolfeschlegelsteinhausenbergerdorff Schmidt', 'Reem Ali', 'Somebody Else'].map((name) => signedUp(product, name)))
  for (let n = 0; n < 24; n += 1) {
    const said = await send(product, {
      method: 'POST',
      path: `/api/v1/campaigns/${id}/comments`,
      cookie: talkers[n % 3]?.cookie ?? '',
      body: { body: `Comment ${n}` },
    })
    expect(said.status).toBe(201)
  }
  const reported = async () => (await send(product, { method: 'GET', path: '/api/v1/notifications/unread', cookie })).body.unread
  await eventually('24 unread', async () => (await reported()) >= 24, 60_000)
  const active = (await send(product, { method: 'GET', path: '/api/v1/campaigns?limit=4&status=active' })).body.items
  for (const campaign of active)
    await send(product, { method: 'PUT', path: `/api/v1/campaigns/${campaign.id}/pledge`, cookie, body: { isPrivate: campaign === active[3] } })
  const { body } = await send(product, { method: 'GET', path: `/api/v1/campaigns/${id}/history` })
  Object.assign(own, {
    id: await idOf(cookie),
    slug,
    long: long.body.slug,
    edit: body.items[0].id,
    draft: (await post('/campaigns', aCampaignBody({ publish: false }))).body.id,
  })
}

const communities = { open: 'open-screens', closed: 'closed-screens', comment: '', invite: '', stranger: '', waiting: '', banned: '' }
/**
 * Two communities of the signed-in person: an open one with all that can be shown, and a closed one with a stranger, an applicant and a
 * banned person.
 */
async function makeCommunities(): Promise<void> {
  const asked = async (method: string, path: string, given: { cookie?: string; body?: unknown } = {}) => {
    const { status, body } = await send(product, { method, path: `/api/v1${path}`, cookie, ...given })
    expect(`${method} ${path}: ${status}`).toMatch(/: 20\d$/)
    return body
  }
  const words = { description: 'People who look at every screen twice', rules: '- Be kind\n- Say where you read it', tags: ['screens', 'light', 'dark'] }
  const links = { website: 'https://screens.test', discord: 'https://discord.gg/screens' }
  const quickLinks = [{ title: 'Our minutes', url: 'https://screens.test/minutes' }]
  const open = await asked('POST', '/communities', { body: { ...words, name: 'Open Screens', slug: communities.open, links, quickLinks } })
  const closed = await asked('POST', '/communities', {
    body: { ...words, name: 'Closed Screens', slug: communities.closed, privacy: 'private', approvesMembers: true },
  })
  const table = await asked('GET', '/communities/the-repair-table')
  await asked('PUT', `/communities/${table.id}/membership`, { body: {} })

  const post = await asked('POST', `/communities/${open.id}/posts`, { body: { title: 'Read this first', body: 'We meet on **Mondays**.' } })
  await asked('POST', `/communities/${open.id}/posts`, { body: { body: 'A post without a title' } })
  const root = await asked('POST', `/posts/${post.id}/comments`, { body: { body: 'Which Monday?' } })
  const answer = await asked('POST', `/posts/${post.id}/comments`, { body: { body: 'Every one.', parentId: root.id } })
  await asked('PUT', `/posts/${post.id}/marks`, { body: { isPinned: true, isAnnouncement: true, isLocked: true } })
  const { id: campaignId } = await someCampaign('status=active')
  await asked('PUT', `/communities/${open.id}/campaigns/${campaignId}`)

  const [stranger, waiting, banned] = await Promise.all(['Stan Stranger', 'Wanda Waits', 'Bert Banned'].map((name) => signedUp(product, name)))
  for (const person of [waiting, banned]) await asked('PUT', `/communities/${closed.id}/membership`, { cookie: person?.cookie ?? '', body: {} })
  const bannedId = await idOf(banned?.cookie ?? '')
  await asked('PUT', `/communities/${closed.id}/requests/${bannedId}`)
  await asked('PUT', `/communities/${closed.id}/bans/${bannedId}`)
  const { token } = await asked('POST', `/communities/${closed.id}/invites`, { body: {} })
  Object.assign(communities, { comment: answer.id, invite: token, stranger: stranger?.cookie, waiting: waiting?.cookie, banned: banned?.cookie })
}

/**
 * Links to a comment that has replies, so that its thread is unfolded. Takes the most pledged campaign: the most discussed one may be a
 * campaign of this file, without replies.
 */
async function linkedComment(): Promise<string> {
  const { body } = await send(product, { method: 'GET', path: '/api/v1/campaigns?limit=1&status=active&sort=most_pledged' })
  const [{ id, slug }] = body.items
  const { items } = (await send(product, { method: 'GET', path: `/api/v1/campaigns/${id}/comments` })).body
  const root = items.find(({ replies }: { replies: number }) => replies > 0)
  return `/campaigns/${slug}?tab=discussion&commentId=${root.id}`
}

const widths = [360, 768, 1440]
const combinations = widths.flatMap((width) => [false, true].map((dark) => ({ width, dark })))
/** Each theme and each layout once. */
const closeViews = [
  { width: 360, dark: false },
  { width: 1440, dark: true },
]
const firstWord = ({ name }: Screen) => name.split('-')[0]

/**
 * The views in which accessibility is checked. The first screen of a name is checked in both, every third of its variants in one of them, in turn.
 * The full run checks all combinations.
 */
function viewsOf(screen: Screen) {
  if (isFull) return combinations
  const variant = screens.filter((other) => firstWord(other) === firstWord(screen)).indexOf(screen)
  if (variant === 0) return closeViews
  return variant % 3 === 0 ? closeViews.slice(variant % 2).slice(0, 1) : []
}

// One page for all screens of a person: a new context costs the browser more than most screens do.
let visitor: Visit
let member: Visit
beforeAll(async () => {
  visitor = await aVisit({ width: 360 })
  member = await aVisit({ width: 360, as: { cookie, origin: product.origin } })
})

async function visitOf({ as, signedIn }: Screen): Promise<Visit> {
  if (as) return aVisit({ width: 360, as: { cookie: await as(), origin: product.origin } })
  return signedIn ? member : visitor
}

test.each(screens)('$name fits every width, hydrates without errors and is accessible', async (screen) => {
  const { name, path, status, shows, opens } = screen
  const { page, problems } = await visitOf(screen)
  problems.length = 0
  await page.setViewportSize({ width: 360, height: 900 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const response = await page.goto(`${product.origin}${typeof path === 'string' ? path : await path()}`)
  expect(response?.status()).toBe(status ?? 200)
  await hydrated(page)
  if (shows) await page.getByRole('button', { name: shows }).first().waitFor()
  if (opens) {
    await page.locator(opens).click()
    await page
      .locator('details[open] section')
      .filter({ has: page.locator('li, p') })
      .waitFor()
  }
  await page.evaluate(() => document.fonts.ready)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), `${width} px`).toBeLessThanOrEqual(0)
    for (const { dark } of viewsOf(screen).filter((view) => view.width === width)) {
      await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' })
      expect(await accessibilityProblems(page), `${width} px, dark: ${dark}`).toEqual([])
    }
    if (pictures) await takePictures(page, `${pictures}/${name}-${width}`)
  }
  expect(problems).toEqual([])
})

async function takePictures(page: Page, path: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: `${path}-${colorScheme}.png`, fullPage: true })
  }
}
