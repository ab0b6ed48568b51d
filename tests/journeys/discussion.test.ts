import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { arrivesAt, aVisit, hydrated, type Visit } from '../support/browser.ts'
import { aCampaignBody } from '../support/campaign-body.ts'
import { signedUp } from '../support/members.ts'
import { aPicture } from '../support/pictures.ts'
import { sighting } from '../support/sighting.ts'
import { theProduct } from '../support/the-product.ts'
import { send } from '../support/visitor.ts'

const product = theProduct()
let creator: Someone
beforeAll(async () => {
  creator = await signedUp(product, 'Cora Creator')
})

type Someone = { cookie: string; email: string; password: string }
type Made = { id: string; slug: string }

const aCampaign = async (): Promise<Made> =>
  (await send(product, { method: 'POST', path: '/api/v1/campaigns', cookie: creator.cookie, body: aCampaignBody() })).body

async function post(who: Someone, path: string, body: unknown): Promise<{ id: string }> {
  const answer = await send(product, { method: 'POST', path: `/api/v1${path}`, cookie: who.cookie, body })
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}
const comment = (who: Someone, { id }: Made, body: string, parentId?: string) =>
  post(who, `/campaigns/${id}/comments`, { body, ...(parentId ? { parentId } : {}) })

/** Opens the campaign's page, signed in as this person. */
async function visiting({ slug }: Made, given: { who?: Someone; query?: string } & Parameters<typeof aVisit>[0] = {}): Promise<Visit> {
  const visit = await aVisit({ ...given, as: given.who && { cookie: given.who.cookie, origin: product.origin } })
  await visit.page.goto(`${product.origin}/campaigns/${slug}${given.query ?? '?tab=discussion'}`)
  if (given.javaScript !== false) await discussionReady(visit.page)
  return visit
}

/** The discussion's code loads when it is about to become visible. */
async function discussionReady(page: Page): Promise<void> {
  await hydrated(page)
  await page.locator('#talk').scrollIntoViewIfNeeded()
  await page.waitForFunction(() => Object.keys(document.getElementById('talk') ?? {}).some((key) => key.startsWith('__reactProps')))
}
const write = (page: Page) => page.getByLabel('Add a comment')
const list = (page: Page) => page.locator('#talk')
const marking = (page: Page, id: string | undefined) => sighting(page, { selector: `#${id}[data-linked]` })
const gone = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor({ state: 'detached' })

test('two people discuss: a comment posted elsewhere is announced and shown only on request', async () => {
  const campaign = await aCampaign()
  const [ada, bao] = [await signedUp(product, 'Ada Lovelace'), await signedUp(product, 'Bao Nguyen')]
  for (let n = 0; n < 6; n++) await comment(ada, campaign, `Thread ${n}`)
  const one = await visiting(campaign, { who: ada })
  const two = await visiting(campaign, { who: bao, width: 360, height: 740 })

  await write(two.page).fill('  I have **stopped** buying there ')
  await two.page.getByRole('button', { name: 'Post Comment' }).click()
  await list(two.page).getByText('I have stopped buying there').waitFor()
  await expect.poll(() => write(two.page).inputValue()).toBe('')

  await one.page.evaluate(() => document.fonts.ready)
  const before = await one.page.locator('#talk article').first().boundingBox()
  await one.page.getByRole('button', { name: '1 new comment', exact: true }).waitFor()
  // The event has been published by now, and one's own comment must not be announced.
  expect(await two.page.getByText('1 new comment').count()).toBe(0)
  expect(await one.page.getByText('I have stopped buying there').count()).toBe(0)
  await comment(bao, campaign, 'And so has my street')
  await one.page.getByRole('button', { name: '2 new comments' }).waitFor()
  const after = await one.page.locator('#talk article').first().boundingBox()
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(1)
  await one.page.getByRole('button', { name: '2 new comments' }).click()
  await list(one.page).getByText('And so has my street').waitFor()
  await list(one.page).getByText('I have stopped buying there').waitFor()
  await one.page.getByRole('button', { name: /new comment/ }).waitFor({ state: 'detached' })

  // A reply in a folded thread is announced too, and shown in its place.
  const { body } = await send(product, { method: 'GET', path: `/api/v1/campaigns/${campaign.id}/comments` })
  const root = body.items.find(({ body: text }: { body: string }) => text === 'Thread 2')
  const answer = await comment(bao, campaign, 'Only for your thread', root.id)
  const marked = await marking(one.page, `comment-${answer.id}`)
  await one.page.getByRole('button', { name: '1 new comment', exact: true }).click()
  await marked()
  for (const visit of [one, two]) {
    expect(visit.problems).toEqual([])
    await visit.context.close()
  }
})

test('a comment is replied to up to the third level, edited, deleted and liked, and all of it is there after a reload', async () => {
  const campaign = await aCampaign()
  const ada = await signedUp(product, 'Ada Lovelace')
  const { page, context, problems } = await visiting(campaign, { who: ada })
  await page.getByText('No comments yet. Be the first to share your thoughts!').waitFor()
  await write(page).fill('Depth 0')
  await page.keyboard.press('Control+Enter')
  for (let depth = 0; depth < 3; depth++) {
    const parent = page.locator('#talk article', { hasText: `Depth ${depth}` }).last()
    await parent.getByRole('button', { name: 'Reply to Ada L.' }).last().click()
    await page.getByRole('textbox', { name: 'Reply to Ada L.' }).fill(`Depth ${depth + 1}`)
    await page.getByRole('button', { name: 'Post Reply' }).click()
    await page.getByRole('textbox', { name: 'Reply to Ada L.' }).waitFor({ state: 'detached' })
    await page.getByText(`Depth ${depth + 1}`, { exact: true }).waitFor()
  }
  const deepest = page.locator('#talk article').filter({ hasText: 'Depth 3' }).last()
  expect(await deepest.getByRole('button', { name: /^Reply/ }).count()).toBe(0)

  await deepest.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Edit your comment').fill('Depth three')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('(edited)').waitFor()
  // The like is shown before the server has stored it; the reload below would cancel a pending request.
  await Promise.all([
    page.waitForResponse('**/rpc/comments/like'),
    page.getByRole('button', { name: 'Like, 0 so far' }).last().click(),
    page.getByRole('button', { name: 'Like, 1 so far', pressed: true }).waitFor(),
  ])

  await page.locator('#talk article').filter({ hasText: 'Depth 1' }).first().getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByText('Delete this comment?').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('[deleted]').waitFor()
  await page.reload()
  await discussionReady(page)
  await page.getByRole('link', { name: '2 replies' }).click()
  await page.getByText('Depth three').waitFor()
  await page.getByText('[deleted]').waitFor()
  await page.getByRole('button', { name: 'Like, 1 so far', pressed: true }).waitFor()
  await page.getByRole('link', { name: 'Hide replies' }).click()
  await gone(page, 'Depth three')
  expect(problems).toEqual([])
  await context.close()
})

test('a like that cannot be saved is rolled back with a message', async () => {
  const campaign = await aCampaign()
  const ada = await signedUp(product, 'Ada Lovelace')
  await comment(ada, campaign, 'Like me')
  const { page, context } = await visiting(campaign, { who: ada })
  await page.route('**/rpc/comments/like', (route) => route.abort())
  const said = await sighting(page, { selector: '.toast', text: 'Your like could not be saved.' })
  await page.getByRole('button', { name: 'Like, 0 so far' }).click()
  await said()
  await page.getByRole('button', { name: 'Like, 0 so far', pressed: false }).waitFor()
  await page.unroute('**/rpc/comments/like')
  await page.getByRole('button', { name: 'Like, 0 so far' }).click()
  await page.getByRole('button', { name: 'Like, 1 so far', pressed: true }).waitFor()
  await context.close()
})

test('typed text survives a failed post, a reload and the end of the session, and is posted once', async () => {
  const campaign = await aCampaign()
  const ada = await signedUp(product, 'Ada Lovelace')
  const { page, context } = await visiting(campaign, { who: ada })
  const words = 'A long thought that nobody wants to type twice'
  await write(page).fill(words)
  // The server stores the comment, but its response is lost. A repeat must not store it twice.
  await page.route('**/rpc/comments/post', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Post Comment' }).click()
  await page.getByText('Failed to post comment: The site could not be reached. Check your connection and try again.').waitFor()
  expect(await write(page).inputValue()).toBe(words)
  await page.unroute('**/rpc/comments/post')
  // Otherwise the stream would notify the page when the session ends, below.
  await page.route('**/api/v1/live?*', (route) => route.abort())
  await page.reload()
  await discussionReady(page)
  await expect.poll(() => write(page).inputValue()).toBe(words)
  await page.getByRole('button', { name: 'Post Comment' }).click()
  await expect.poll(() => write(page).inputValue()).toBe('')
  const items = async () => (await send(product, { method: 'GET', path: `/api/v1/campaigns/${campaign.id}/comments` })).body.items
  expect(await items()).toHaveLength(1)

  await write(page).fill('Said after the session')
  await send(product, { method: 'POST', path: '/api/auth/sign-out', cookie: ada.cookie, body: {} })
  await page.getByRole('button', { name: 'Post Comment' }).click()
  await arrivesAt(page, '**/auth?returnTo=*')
  await hydrated(page)
  await page.getByLabel('Email').fill(ada.email)
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await arrivesAt(page, `**/campaigns/${campaign.slug}?tab=discussion`)
  await discussionReady(page)
  await expect.poll(() => write(page).inputValue()).toBe('Said after the session')
  await context.close()
})

test('a comment that was stored although its response was an error is not posted again', async () => {
  const campaign = await aCampaign()
  const { page, context } = await visiting(campaign, { who: await signedUp(product, 'Ada Lovelace') })
  await write(page).fill('Said once')
  await page.route('**/rpc/comments/post', async (route) => {
    expect((await route.fetch()).status()).toBe(200)
    const json = { json: { defined: false, code: 'SERVICE_UNAVAILABLE', status: 503, message: 'Try again in a moment.' } }
    await route.fulfill({ status: 503, json })
  })
  await page.getByRole('button', { name: 'Post Comment' }).click()
  await page.getByText('Failed to post comment:').waitFor()
  await page.unroute('**/rpc/comments/post')
  await page.getByRole('button', { name: 'Post Comment' }).click()
  await expect.poll(() => write(page).inputValue()).toBe('')
  const { body } = await send(product, { method: 'GET', path: `/api/v1/campaigns/${campaign.id}/comments` })
  expect(body.items).toHaveLength(1)
  await context.close()
})

test('an image that is too large is left out with a message, and a valid one is shown; if an upload fails nothing is posted', async () => {
  const campaign = await aCampaign()
  const ada = await signedUp(product, 'Ada Lovelace')
  const { page, context, problems } = await visiting(campaign, { who: ada })
  const good = { name: 'proof.png', mimeType: 'image/png', buffer: await aPicture(2_400, 900) }
  const large = { name: 'huge.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(4_194_305) }
  await page.getByLabel('Add an image').setInputFiles(large)
  await page.getByText('huge.jpg: Image must be smaller than 4MB').waitFor()
  await page.getByLabel('Add an image').setInputFiles({ ...large, name: 'moving.gif', mimeType: 'image/gif' })
  await page.getByText('moving.gif: Only JPEG, PNG, and WebP images are allowed').waitFor()
  await page.getByLabel('Add an image').setInputFiles(good)
  await page.getByRole('img', { name: 'proof.png' }).waitFor()
  await write(page).fill('Look at this')

  await page.route('**/api/v1/media', (route) => route.abort())
  await page.getByRole('button', { name: 'Post Comment' }).click()
  await page.getByText('Failed to upload image: The site could not be reached.').waitFor()
  expect(await write(page).inputValue()).toBe('Look at this')
  expect((await send(product, { method: 'GET', path: `/api/v1/campaigns/${campaign.id}/comments` })).body.items).toEqual([])
  await page.unroute('**/api/v1/media')

  // The upload can be stopped, which is not reported as a failure.
  await page.route('**/api/v1/media', () => {})
  await page.getByRole('button', { name: 'Post Comment' }).click()
  await page.getByRole('progressbar', { name: 'Upload progress' }).waitFor()
  await page.getByRole('button', { name: 'Stop uploading' }).click()
  await page.getByRole('button', { name: 'Stop uploading' }).waitFor({ state: 'detached' })
  expect(await page.getByText('Failed to upload image').count()).toBe(0)
  expect(await write(page).inputValue()).toBe('Look at this')
  await page.unroute('**/api/v1/media')
  await page.getByRole('button', { name: 'Post Comment' }).click()
  const shown = page.locator('#talk article img[srcset]')
  await shown.waitFor()
  // The image was scaled before the upload.
  expect(await shown.getAttribute('width')).toBe('1920')
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  expect(problems).toEqual([])
  await context.close()
})

test('the creator posts updates with images, readers get an announcement, and an update is deleted after a confirmation', async () => {
  const campaign = await aCampaign()
  const reader = await visiting(campaign, { query: '' })
  const { page, context, problems } = await visiting(campaign, { who: creator, query: '?tab=updates' })
  // The first event of a stream is not announced, so this comment makes sure that the page has received it.
  await comment(creator, campaign, 'Who listens?')
  await reader.page.getByRole('button', { name: '1 new comment' }).waitFor()
  await page.getByRole('button', { name: 'Post an update' }).click()
  await page.getByLabel('Update', { exact: true }).fill('They have **answered**.')
  const picture = async (name: string, width: number) => ({ name, mimeType: 'image/png', buffer: await aPicture(width, 200) })
  await page.getByLabel('Add an image').setInputFiles(await Promise.all([1, 2, 3, 4, 5].map((n) => picture(`${n}.png`, 200 + n))))
  await page.getByText('At most 4 images can be added').waitFor()
  await page.getByRole('button', { name: 'Remove the image 2.png' }).click()
  await page.getByRole('button', { name: 'Post Update' }).click()
  await page.getByRole('heading', { level: 3, name: 'Update', exact: true }).waitFor()
  await expect.poll(() => page.locator('#talk article img[srcset]').count()).toBe(3)

  await reader.page.getByText('1 new', { exact: true }).waitFor()
  await reader.page.getByRole('link', { name: /^Updates/ }).click()
  await arrivesAt(reader.page, '**?tab=updates')
  await reader.page.getByText('They have answered.').waitFor()

  await page.getByRole('button', { name: 'Delete the update' }).click()
  await page.getByRole('alertdialog').getByText('Delete this update?').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No updates yet.').waitFor()
  for (const visit of [{ context, problems }, reader]) {
    expect(visit.problems).toEqual([])
    await visit.context.close()
  }
})

test('a link to a reply on a later page of a long thread opens it, scrolls to it and marks it for three seconds', async () => {
  const campaign = await aCampaign()
  const [ada, eve] = [await signedUp(product, 'Ada Lovelace'), await signedUp(product, 'Eve Adams')]
  const root = await comment(ada, campaign, 'The oldest thread')
  const answers: { id: string }[] = []
  for (let n = 0; n < 110; n++) answers.push(await comment(n % 2 ? ada : eve, campaign, `Answer ${n}`, root.id))
  for (let n = 0; n < 25; n++) await comment(ada, campaign, `Newer ${n}`)
  const linked = answers[105]?.id
  const visit = await aVisit()
  const { page } = visit
  const marked = await marking(page, `comment-${linked}`)
  await page.goto(`${product.origin}/campaigns/${campaign.slug}?tab=discussion&commentId=${linked}`)
  await marked()
  const place = () => page.locator(`#comment-${linked}`).evaluate((element) => element.getBoundingClientRect().top)
  await expect.poll(async () => Math.abs((await place()) - 220)).toBeLessThan(180)
  expect(await page.locator('[aria-current=page]', { hasText: 'Discussion' }).count()).toBe(1)
  await page.locator(`#comment-${linked}:not([data-linked])`).waitFor()
  await page.getByRole('link', { name: 'Go to the newest comments' }).click()
  await page.getByText('Newer 24').waitFor()

  for (const query of [`?commentId=${campaign.id}`, `?tab=discussion&commentId=${campaign.id}`]) {
    await page.goto(`${product.origin}/campaigns/${campaign.slug}${query}`)
    for (const text of ['This comment was deleted.', 'Newer 24']) await page.getByText(text).waitFor()
  }
  expect(visit.problems).toEqual([])
  await visit.context.close()
})

test('a link to an update on a later page opens its tab and shows it', async () => {
  const campaign = await aCampaign()
  const ids: string[] = []
  for (let n = 0; n < 15; n++) ids.push((await post(creator, `/campaigns/${campaign.id}/updates`, { title: `News ${n}`, body: 'It goes on.' })).id)
  const { page, context, problems } = await aVisit({ width: 360, height: 740 })
  const marked = await marking(page, `update-${ids[1]}`)
  await page.goto(`${product.origin}/campaigns/${campaign.slug}?tab=updates&updateId=${ids[1]}`)
  await marked()
  await page.getByRole('heading', { name: 'News 1', exact: true }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('more threads load below, while new ones are announced above and move nothing', async () => {
  const campaign = await aCampaign()
  const ada = await signedUp(product, 'Ada Lovelace')
  for (let n = 0; n < 45; n++) await comment(ada, campaign, `Thread ${String(n).padStart(2, '0')}`)
  const { page, context } = await visiting(campaign)
  for (const more of [1, 2]) {
    await comment(ada, campaign, `Meanwhile ${more}`)
    await page.getByRole('link', { name: 'Load More' }).click()
    await expect.poll(() => page.locator('#talk article').count()).toBe(Math.min(45, 20 * (more + 1)))
  }
  const texts = await page.locator('#talk article').allInnerTexts()
  expect(texts.map((text) => /Thread \d+/.exec(text)?.[0])).toEqual(Array.from({ length: 45 }, (_, n) => `Thread ${String(44 - n).padStart(2, '0')}`))
  await page.getByRole('button', { name: '2 new comments' }).waitFor()
  await context.close()
})

test('without JavaScript updates, threads and replies can be read page by page', async () => {
  const campaign = await aCampaign()
  const ada = await signedUp(product, 'Ada Lovelace')
  await post(creator, `/campaigns/${campaign.id}/updates`, { title: 'News', body: 'They have **answered**.' })
  for (let n = 0; n < 21; n++) await comment(ada, campaign, `Thread ${n}`)
  const { body } = await send(product, { method: 'GET', path: `/api/v1/campaigns/${campaign.id}/comments` })
  await comment(ada, campaign, 'An answer', body.items[3].id)
  const { page, context } = await visiting(campaign, { javaScript: false, query: '' })
  await page.getByText('They have answered.').waitFor()
  await page.getByRole('link', { name: 'Discussion' }).click()
  await page.getByText('Thread 20').waitFor()
  await page.getByRole('link', { name: 'Load More' }).click()
  await page.getByText('Thread 0', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Go to the newest comments' }).click()
  await page.getByRole('link', { name: '1 reply' }).click()
  await page.getByText('An answer').waitFor()
  await page.getByRole('link', { name: 'Sign in to comment' }).click()
  await arrivesAt(page, ({ searchParams }) => searchParams.get('returnTo') === `/campaigns/${campaign.slug}?tab=discussion`)
  await context.close()
})

test('after the end everything can be read, own comments can be changed, and nothing new can be posted', async () => {
  const campaign = await aCampaign()
  const ada = await signedUp(product, 'Ada Lovelace')
  await comment(ada, campaign, 'Said in time')
  await send(product, { method: 'POST', path: `/api/v1/campaigns/${campaign.id}/archive`, cookie: creator.cookie, body: {} })
  const { page, context, problems } = await visiting(campaign, { who: ada })
  await page.getByText('comments and likes are closed').waitFor()
  expect(await write(page).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Like, 0 so far' }).isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: /^Reply/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Edit your comment').fill('Said better')
  await page.getByRole('button', { name: 'Save' }).click()
  // The edit box contains these words too.
  await page.getByLabel('Edit your comment').waitFor({ state: 'detached' })
  await page.getByText('Said better').waitFor()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.route('**/rpc/comments/remove', (route) => route.abort())
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByText('Failed to delete comment').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await page.unroute('**/rpc/comments/remove')
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await gone(page, 'Said better')
  expect(problems).toEqual([])
  await context.close()
})

test('the code of the discussion is not part of a first visit', async () => {
  const campaign = await aCampaign()
  const { page, context } = await aVisit({ height: 600 })
  const scripts: string[] = []
  page.on('response', (response) => response.url().endsWith('.js') && scripts.push(response.url()))
  await page.goto(`${product.origin}/campaigns/${campaign.slug}`)
  await hydrated(page)
  const before = scripts.length
  await page.locator('#talk').scrollIntoViewIfNeeded()
  await expect.poll(() => scripts.length).toBeGreaterThan(before)
  await context.close()
})
