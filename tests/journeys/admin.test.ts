import { expect, test } from 'vitest'
import { openStore } from '#platform/server/store/open-store.ts'
import { arrivesAt, aVisit, hydrated, takenOver } from '#tests/support/browser.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { signedUp } from '#tests/support/members.ts'
import { theProduct } from '#tests/support/the-product.ts'
import { send } from '#tests/support/visitor.ts'

const product = theProduct()

type Made = { id: string; slug: string }

test('only its creator can manage a campaign: a visitor signs in and returns, others get a message, and a draft is not found', async () => {
  const ada = await signedUp(product, 'Ada Owner')
  const campaign = await made(ada.cookie)
  const draft = await made(ada.cookie, { publish: false })
  const visitor = await send(product, { method: 'GET', path: `/campaigns/${campaign.slug}/admin?tab=updates` })
  expect(visitor).toMatchObject({ status: 307 })
  expect(visitor.headers.get('location')).toBe(`/auth?returnTo=${encodeURIComponent(`/campaigns/${campaign.slug}/admin?tab=updates`)}`)

  const bao = await signedUp(product, 'Bao Other')
  const page = async (path: string) => {
    const { status, body } = await send(product, { method: 'GET', path, cookie: bao.cookie })
    return { status, body: String(body) }
  }
  expect(await page(`/campaigns/${campaign.slug}/admin`)).toMatchObject({
    status: 403,
    body: expect.stringContaining('You do not have permission to access this page'),
  })
  const absent = await page('/campaigns/never-was-one/admin')
  expect(absent).toMatchObject({ status: 404, body: expect.stringContaining('Campaign not found') })
  expect(absent.body).toContain('Back to Dashboard')
  const hidden = await page(`/campaigns/${draft.id}/admin`)
  expect(hidden.status).toBe(404)
  expect(comparable(hidden.body, draft.id)).toBe(comparable(absent.body, 'never-was-one'))

  const { page: seen, context } = await visitOf(ada.cookie)
  await seen.goto(`${product.origin}/campaigns/${campaign.id}/admin`)
  expect(new URL(seen.url()).pathname).toBe(`/campaigns/${campaign.slug}/admin`)
  await seen.getByText('Published').waitFor()
  await context.close()
})

test('an incomplete draft shows the step with the problem, is published when complete, and another one is deleted after a confirmation', async () => {
  const ada = await signedUp(product, 'Ada Drafts')
  const draft = await made(ada.cookie, { publish: false, causes: [], actions: [], summary: '' })
  const { page, context, problems } = await visitOf(ada.cookie)
  await page.goto(`${product.origin}/dashboard`)
  await page.getByRole('link', { name: /^Manage/ }).click()
  await arrivesAt(page, `**/campaigns/${draft.id}/admin`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Publish Campaign' }).click()
  const reported = page.getByRole('alert').filter({ hasText: 'Before you can publish:' })
  await reported.waitFor()
  for (const text of ['Enter a goal of at least 6 characters.', 'Choose at least one cause.', 'Add at least one action.'])
    await reported.getByText(text).waitFor()
  const step = reported.getByRole('link', { name: /^Step 2/ })
  expect(await step.getAttribute('href')).toBe(`/campaigns/create?draft=${draft.id}&step=2`)

  const { summary, causes, actions } = aCampaignBody()
  await send(product, { method: 'PATCH', path: `/api/v1/campaigns/${draft.id}`, cookie: ada.cookie, body: { summary, causes, actions } })
  await page.getByRole('button', { name: 'Publish Campaign' }).click()
  await page.getByText('Published', { exact: true }).waitFor()
  // A published campaign has a slug, so the page moves to the address with the slug.
  const { body: published } = await send(product, { method: 'GET', path: `/api/v1/campaigns/${draft.id}` })
  expect(published).toMatchObject({ status: 'active', slug: expect.any(String) })
  await arrivesAt(page, `**/campaigns/${published.slug}/admin`)

  const other = await made(ada.cookie, { publish: false })
  await page.goto(`${product.origin}/campaigns/${other.id}/admin`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Delete draft' }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this draft? This action cannot be undone.' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.route('**/rpc/campaigns/remove', (route) => route.abort())
  await page.getByRole('button', { name: 'Delete draft' }).click()
  await question.getByRole('button', { name: 'Delete draft' }).click()
  await page.getByRole('alertdialog', { name: 'Failed to delete draft. Please try again.' }).getByRole('button', { name: 'OK' }).click()
  await page.unroute('**/rpc/campaigns/remove')
  await page.getByRole('button', { name: 'Delete draft' }).click()
  // The deletion and the navigation must not wait for each other: such a wait would last five seconds, and the page's clock advances by less.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await question.getByRole('button', { name: 'Delete draft' }).click()
  const after = page.getByRole('heading', { name: 'My Campaigns (1)' })
  for (let passed = 0; passed < 4_000 && !(await after.isVisible()); passed += 10) {
    await page.clock.runFor(10)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  expect(await after.isVisible()).toBe(true)
  await page.clock.resume()
  await arrivesAt(page, '**/dashboard')
  expect((await send(product, { method: 'GET', path: `/api/v1/campaigns/${other.id}`, cookie: ada.cookie })).status).toBe(404)
  expect(problems).toEqual([])
  await context.close()
})

test('an unsaved edit survives a reload, is saved as a whole, and makes the previous version public, also without JavaScript', async () => {
  const ada = await signedUp(product, 'Ada Edits')
  const campaign = await made(ada.cookie)
  const { page, context, problems } = await visitOf(ada.cookie)
  await page.goto(`${product.origin}/campaigns/${campaign.slug}/admin`)
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  // The previous page has a field named Title too, so the test waits for the form.
  await page.getByLabel('Action 1').waitFor()
  await page.getByRole('textbox', { name: 'Title' }).fill('A title that came to me at night')
  await page.getByLabel('Action 1').fill('Walk past it, every morning')
  await page.getByText('Not saved yet.').waitFor()
  await page.reload()
  await page.getByText('These are your unsaved changes from earlier.').waitFor()
  expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('A title that came to me at night')

  // After any failure the typed text stays, and a repeated save takes effect once.
  await page.route('**/rpc/campaigns/update', (route) => route.abort())
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('The site could not be reached.').waitFor()
  await page.unroute('**/rpc/campaigns/update')
  await page.getByLabel('Action 1').fill('')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('One field needs another look.').waitFor()
  await page.getByLabel('Action 1').fill('Walk past it, every morning')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await arrivesAt(page, '**/admin')
  await page.getByRole('heading', { level: 1, name: 'A title that came to me at night' }).waitFor()
  expect(problems).toEqual([])
  await context.close()

  const reader = await aVisit({ javaScript: false })
  await reader.page.goto(`${product.origin}/campaigns/${campaign.slug}`)
  await reader.page.getByRole('link', { name: /^Edited/ }).click()
  await reader.page.getByRole('link', { name: /^Show the change from/ }).click()
  await reader.page.getByText('Stop buying there').waitFor()
  await reader.page.getByText('Walk past it, every morning').waitFor()
  expect(await reader.page.getByRole('link', { name: /^Show the change from/ }).count()).toBe(0)
  await reader.context.close()
})

test('text typed in one tab survives another tab without typed text', async () => {
  const ada = await signedUp(product, 'Ada Tabs')
  const edit = `${product.origin}/campaigns/${(await made(ada.cookie)).slug}/edit`
  const { page, context } = await visitOf(ada.cookie)
  await page.goto(edit)
  const idle = await context.newPage()
  await idle.goto(edit)
  await idle.getByText('No changes yet.').waitFor()
  await page.getByLabel('Action 1').fill('Walk past it, whatever the other tab does')
  await page.getByText('Not saved yet.').waitFor()
  await page.goto(product.origin)
  await idle.goto(product.origin)
  await page.goto(edit)
  await page.getByText('These are your unsaved changes from earlier.').waitFor()
  expect(await page.getByLabel('Action 1').inputValue()).toBe('Walk past it, whatever the other tab does')
  await context.close()
})

test('fields that supporters joined for are locked with the reason; if somebody joins during an edit, the other fields are saved', async () => {
  const ada = await signedUp(product, 'Ada Freezes')
  const campaign = await made(ada.cookie)
  const { page, context, problems } = await visitOf(ada.cookie)
  await page.goto(`${product.origin}/campaigns/${campaign.slug}/edit`)
  await page.getByRole('textbox', { name: 'Title' }).fill('Quite another title, too late')
  await page.getByLabel('More about this').fill('With **sources** at last.')
  await join((await signedUp(product, 'Bao Joins')).cookie, campaign)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Someone has joined in the meantime').waitFor()
  await page.getByRole('region', { name: 'These changes could not be saved:' }).getByText('Quite another title, too late').waitFor()
  // Locked values are text.
  for (const name of ['Title', 'Goal']) expect(await page.getByRole('textbox', { name, exact: true }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Change', exact: true }).count()).toBe(0)
  expect(await page.getByText('People have joined this version').count()).toBeGreaterThan(1)
  expect(await page.getByLabel('More about this').inputValue()).toBe('With **sources** at last.')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await arrivesAt(page, '**/admin')
  const { body } = await send(product, { method: 'GET', path: `/api/v1/campaigns/${campaign.slug}` })
  expect(body.bodyHtml).toContain('<strong>sources</strong>')
  expect(body.title).not.toContain('too late')
  expect(problems).toEqual([])
  await context.close()
})

test('an edit made elsewhere is not overwritten silently: the creator loads it or saves over it, also after a reload', async () => {
  const ada = await signedUp(product, 'Ada Twice')
  const campaign = await made(ada.cookie)
  const { page, context, problems } = await visitOf(ada.cookie)
  const story = page.getByLabel('More about this')
  const elsewhere = (body: string) => send(product, { method: 'PATCH', path: `/api/v1/campaigns/${campaign.id}`, cookie: ada.cookie, body: { body } })
  const saved = async () => (await send(product, { method: 'GET', path: `/api/v1/campaigns/${campaign.id}/editable`, cookie: ada.cookie })).body
  await page.goto(`${product.origin}/campaigns/${campaign.slug}/edit`)
  await story.fill('Typed here')
  await elsewhere('Written elsewhere')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('This draft was changed somewhere else after you opened it here.').waitFor()
  await expect
    .poll(() => page.getByText('This draft was changed somewhere else after you opened it here.').evaluate((text) => text.getBoundingClientRect().top))
    .toBeGreaterThan(0)
  expect((await saved()).body).toBe('Written elsewhere')
  await page.getByRole('button', { name: 'Load the saved version' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Load the saved version' }).click()
  await page.getByText('No changes yet.').waitFor()
  expect(await story.inputValue()).toBe('Written elsewhere')

  // Text that was typed and not saved keeps the version on which it is based.
  await story.fill('Typed here again')
  await page.waitForFunction(() => Object.values(localStorage).some((text) => String(text).includes('Typed here again')))
  await elsewhere('Written elsewhere again')
  await page.reload()
  await page.getByText('This draft was changed somewhere else').waitFor()
  await page.getByRole('button', { name: 'Keep what I typed here' }).click()
  expect(await story.inputValue()).toBe('Typed here again')
  await elsewhere('Written elsewhere once more')
  await join((await signedUp(product, 'Bao Twice')).cookie, campaign)
  await page.getByRole('textbox', { name: 'Title' }).fill('A title that comes too late')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('button', { name: 'Replace it with my version' }).click()
  // A supporter joined in between, which freezes the campaign. The page reports that before it saves anything.
  await page.getByRole('region', { name: 'These changes could not be saved:' }).getByText('A title that comes too late').waitFor()
  expect((await saved()).body).toBe('Written elsewhere once more')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await arrivesAt(page, '**/admin')
  expect(await saved()).toMatchObject({ title: campaign.title, body: 'Typed here again' })
  expect(problems).toEqual([])
  await context.close()
})

test('a victory requires a statement, which survives a failure and a reload; afterwards the campaign can only be archived', async () => {
  const ada = await signedUp(product, 'Ada Wins')
  const campaign = await made(ada.cookie)
  await join((await signedUp(product, 'Bao Wins')).cookie, campaign)
  const { page, context, problems } = await visitOf(ada.cookie)
  await page.goto(`${product.origin}/campaigns/${campaign.slug}/admin`)
  await hydrated(page)
  const declare = page.getByRole('button', { name: 'Declare victory' })
  await page.getByRole('heading', { name: 'End this Holdout' }).click()
  await declare.click()
  const dialog = page.getByRole('dialog', { name: 'Declare victory' })
  await dialog.getByRole('button', { name: 'Declare victory' }).click()
  await dialog.getByText('Say what was won.').waitFor()
  await dialog.getByLabel('What was won').fill('They signed. **Thank you.**')
  await page.route('**/rpc/campaigns/declareVictory', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Declare victory' }).click()
  await dialog.getByText('The site could not be reached.').waitFor()
  await page.unroute('**/rpc/campaigns/declareVictory')
  await page.reload()
  await hydrated(page)
  await page.getByRole('heading', { name: 'End this Holdout' }).click()
  await declare.click()
  await expect.poll(() => dialog.getByLabel('What was won').inputValue()).toBe('They signed. **Thank you.**')
  // The response with the updates is delayed until the page shows the victory; the new update must appear all the same.
  const { promise: held, resolve: letCome } = Promise.withResolvers<void>()
  await page.route(/\/rpc\/updates\/list/, async (route) => {
    await held
    await route.continue().catch(() => undefined)
  })
  await dialog.getByRole('button', { name: 'Declare victory' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText(/^Won on/).waitFor()
  letCome()
  await page.getByRole('region', { name: 'Updates History' }).getByText('Thank you.').waitFor()
  expect(await declare.count()).toBe(0)

  const reader = await aVisit({ javaScript: false })
  await reader.page.goto(`${product.origin}/campaigns/${campaign.slug}`)
  await reader.page.getByRole('region', { name: 'Victory' }).getByText('Thank you.').waitFor()
  await reader.page.getByText('This Holdout has ended and can no longer be joined.').waitFor()
  expect(await reader.page.getByRole('link', { name: /^Join/ }).count()).toBe(0)
  await reader.context.close()

  await page.getByRole('heading', { name: 'Archive' }).click()
  await page.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click()
  await page.getByText('Archived', { exact: true }).first().waitFor()
  await page.getByText('They signed.').first().waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('after an update is posted while an old one is shown further down, the page opens the new one', async () => {
  const ada = await signedUp(product, 'Ada Posts')
  const campaign = await made(ada.cookie)
  const numberedUpdate = (n: number) => ({
    method: 'POST',
    path: `/api/v1/campaigns/${campaign.id}/updates`,
    cookie: ada.cookie,
    body: { title: `News ${n}`, body: 'On.' },
  })
  const { body: oldest } = await send(product, numberedUpdate(0))
  for (let n = 1; n < 12; n++) await send(product, numberedUpdate(n))
  const { page, context, problems } = await visitOf(ada.cookie)
  await page.goto(`${product.origin}/campaigns/${campaign.slug}?tab=updates&updateId=${oldest.id}`)
  await page.getByRole('link', { name: 'Go to the newest updates' }).waitFor()
  await takenOver(page.getByRole('button', { name: 'Post an update' }))
  await page.getByRole('button', { name: 'Post an update' }).click()
  await page.getByLabel('Update', { exact: true }).fill('The newest of all')
  await page.getByRole('button', { name: 'Post Update' }).click()
  // The page itself is an article too, which contains this one.
  await page.locator('article article', { hasText: 'The newest of all' }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('growth is plotted for everybody without a script of its own, with a table and a CSV file', async () => {
  const ada = await signedUp(product, 'Ada Grows')
  const campaign = await made(ada.cookie)
  // Growth is plotted from five supporters on.
  for (const name of ['Bao Grows', 'Carmen Grows', 'Dora Grows', 'Emil Grows']) await join((await signedUp(product, name)).cookie, campaign)
  const { page, context, problems } = await aVisit({ width: 360 })
  const scripts: string[] = []
  page.on('request', (request) => void (request.resourceType() === 'script' && scripts.push(request.url())))
  await page.goto(`${product.origin}/campaigns/${campaign.slug}`)
  await hydrated(page)
  const growth = page.getByRole('region', { name: 'Supporters over time' })
  await growth.getByRole('img', { name: /^5 supporters from/ }).waitFor()
  await growth.getByText('Show as a table').click()
  expect(await growth.getByRole('row').last().getByRole('cell').allTextContents()).toEqual(['5', '5'])
  // Without the hash of the file, which may contain d3 by chance.
  const names = scripts.map((address) => address.replace(/-[\w-]{8}\.js$/, ''))
  expect(names.filter((name) => /plot|d3/.test(name))).toEqual([])
  const [download] = await Promise.all([page.waitForEvent('download'), growth.getByRole('link', { name: 'Download daily numbers (CSV)' }).click()])
  expect(download.suggestedFilename()).toBe(`${campaign.slug}-supporters.csv`)
  // After a navigation without a page load the plot is drawn too; its code is loaded at that time.
  await page.getByRole('link', { name: 'Ada G.' }).first().click()
  await page.getByRole('region', { name: 'Campaigns Created' }).getByRole('link', { name: campaign.title }).first().click()
  await growth.getByRole('img').waitFor()
  expect(problems).toEqual([])
  await context.close()
})

async function made(cookie: string, changes: Record<string, unknown> = {}): Promise<Made & { title: string }> {
  const body = aCampaignBody(changes)
  const { status, body: saved } = await send(product, { method: 'POST', path: '/api/v1/campaigns', cookie, body })
  if (status !== 201) throw new Error(`not made: ${JSON.stringify(saved)}`)
  return { ...saved, title: body.title }
}

const join = (cookie: string, { id }: Made) => send(product, { method: 'PUT', path: `/api/v1/campaigns/${id}/pledge`, cookie, body: {} })

const visitOf = (cookie: string) => aVisit({ as: { cookie, origin: product.origin } })

/** The page's HTML without its own slug and without values that differ in every response. */
const comparable = (html: string, slug: string) =>
  html
    .replaceAll(slug, 'SLUG')
    .replaceAll(/(u|dehydratedAt|updatedAt|t):\d{13}/g, '$1:NOW')
    .replaceAll(/\d{13}/g, 'NOW')

test('a hidden campaign has no number and no Join, also for a moderator who joined it, and its creator is offered nothing that would be refused', async () => {
  const [ada, moderator] = [await signedUp(product, 'Ada Hidden'), await signedUp(product, 'Mo Derates')]
  const store = await openStore({ url: product.databaseUrl, onError: () => {} })
  await store.db.updateTable('person').set({ role: 'moderator' }).where('id', '=', moderator.id).execute()
  await store.close()
  const { id, slug } = await made(ada.cookie)
  const act = (cookie: string, method: 'PUT' | 'POST', below: string, body: object) =>
    send(product, { method, path: `/api/v1/campaigns/${id}${below}`, cookie, body })
  await act(ada.cookie, 'POST', '/comments', { body: 'As its creator I say so.' })
  await act(ada.cookie, 'POST', '/updates', { title: 'First', body: 'We are one.' })
  await act(moderator.cookie, 'PUT', '/pledge', { isPrivate: true })
  expect((await act(moderator.cookie, 'PUT', '/moderation', { state: 'hidden', reason: 'The claim needs a source.' })).status).toBe(200)

  const { page, context, problems } = await visitOf(moderator.cookie)
  await page.goto(`${product.origin}/campaigns/${slug}`)
  await hydrated(page)
  await page.getByText('Why: The claim needs a source.').waitFor()
  expect(await page.getByText(/Do this first|Joined/).count()).toBe(0)
  await context.close()

  const own = await visitOf(ada.cookie)
  for (const [path, shown] of [
    [`/campaigns/${slug}?tab=discussion`, 'As its creator I say so.'],
    [`/campaigns/${slug}/edit`, 'We are one.'],
  ] as const) {
    await own.page.goto(`${product.origin}${path}`)
    await hydrated(own.page)
    await own.page.getByText('Why: The claim needs a source.').waitFor()
    await own.page.getByText(shown).waitFor()
    expect(
      await own.page
        .getByRole('main')
        .getByRole('button', { name: /Join|Like|Reply|Edit|Delete|Post|Archive|Publish/, disabled: false })
        .count(),
    ).toBe(0)
  }
  expect([...problems, ...own.problems]).toEqual([])
  await own.context.close()
})
