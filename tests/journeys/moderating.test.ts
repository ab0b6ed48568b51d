import { expect, test } from 'vitest'
import { openStore } from '#platform/server/store/open-store.ts'
import { accessibilityProblems } from '#tests/support/accessibility.ts'
import { aVisit, hydrated, takenOver } from '#tests/support/browser.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { signedUp } from '#tests/support/members.ts'
import { theProduct } from '#tests/support/the-product.ts'
import { clientOf } from '#tests/support/visitor.ts'

const product = theProduct()

const withRole = (name: string, role: 'moderator' | 'member') => signedUp(product, name, { role })
const as = ({ cookie }: { cookie: string }, width?: number) => aVisit({ ...(width && { width }), as: { cookie, origin: product.origin } })

test('a moderator hides a campaign by a rule; its creator reads rule and reason, and the decision is on the transparency page', async () => {
  const asked = clientOf(product)
  const [moderator, creator] = [await withRole('Mo Derates', 'moderator'), await signedUp(product, 'Cree Ator')]
  const { slug } = await asked(creator, 'POST', '/campaigns', aCampaignBody({ title: 'Everybody knows what they did' }))

  const { page, problems, context } = await aVisit({ width: 360, as: { cookie: moderator.cookie, origin: product.origin } })
  await page.goto(`${product.origin}/campaigns/${slug}`)
  await hydrated(page)
  const moderate = page.getByRole('button', { name: 'Moderate this Holdout' })
  await takenOver(moderate)
  await moderate.click()
  const dialog = page.getByRole('dialog', { name: 'Moderate' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The second sentence is a claim without a source.')
  await dialog.getByRole('button', { name: 'Decide' }).click()
  await dialog.getByText('Choose the rule on which this rests.').waitFor()
  await dialog.getByLabel('Which rule?').selectOption('No false claims of fact')
  expect(await accessibilityProblems(page, 'dialog')).toEqual([])
  await dialog.getByRole('button', { name: 'Decide' }).click()
  await page.getByText('Only its author and moderators see it.').waitFor()
  expect(problems).toEqual([])
  await context.close()

  const own = await aVisit({ as: { cookie: creator.cookie, origin: product.origin } })
  await own.page.goto(`${product.origin}/campaigns/${slug}`)
  await own.page.getByText('Why: The second sentence is a claim without a source.').waitFor()
  await own.page.getByRole('link', { name: 'Rule 4: No false claims of fact' }).click()
  await own.page.getByRole('heading', { name: '4. No false claims of fact' }).waitFor()
  await own.page.getByRole('link', { name: 'Transparency' }).first().click()
  await own.page
    .getByRole('row', { name: /Hidden for review.*No false claims of fact.*In force/s })
    .first()
    .waitFor()
  expect(own.problems).toEqual([])
  await own.context.close()
})

test('a moderator hides a reported update and removes a chat message; readers no longer see either, and both authors read why', async () => {
  const asked = clientOf(product)
  const [moderator, creator, reader] = [await withRole('Mo Queue', 'moderator'), await signedUp(product, 'Una Updates'), await signedUp(product, 'Rea Ports')]
  const campaign = await asked(creator, 'POST', '/campaigns', aCampaignBody({ title: 'Pause it until the lights are on' }))
  const update = await asked(creator, 'POST', `/campaigns/${campaign.id}/updates`, { title: 'What he did', body: 'He took bribes for years.' })
  await asked(creator, 'POST', `/campaigns/${campaign.id}/chat`, { body: 'He lives at 5 Oak Road.' })
  const store = await openStore({ url: product.databaseUrl, onError: () => {} })
  await store.db.updateTable('person').set({ email_verified: true }).where('id', '=', reader.id).execute().finally(store.close)
  await asked(reader, 'POST', '/reports', { kind: 'update', id: update.id, reason: 'false_claim' })

  const { page, problems, context } = await as(moderator, 360)
  const decide = async (choice: string, rule: string) => {
    const dialog = page.getByRole('dialog', { name: 'Moderate' })
    await dialog.getByRole('radio', { name: choice }).check()
    await dialog.getByLabel('Which rule?').selectOption(rule)
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('There is no source.')
    await dialog.getByRole('button', { name: 'Decide' }).click()
  }
  await page.goto(`${product.origin}/moderation/reports`)
  await hydrated(page)
  const reported = page.getByRole('listitem').filter({ hasText: 'He took bribes for years.' }).first()
  await reported.getByRole('button', { name: 'Moderate' }).click()
  await decide('Hide for review', 'No false claims of fact')
  await reported.getByText('A moderator has hidden this for review. Remove it, or show it again.').waitFor()
  await page.goto(`${product.origin}/campaigns/${campaign.slug}`)
  await page.locator('#chat').scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Moderate the message by Una U.' }).click()
  await decide('Remove', 'No private details about private people')
  await page.getByText('He lives at 5 Oak Road.').waitFor({ state: 'detached' })
  expect(problems).toEqual([])
  await context.close()

  const other = await as(reader)
  await other.page.goto(`${product.origin}/campaigns/${campaign.slug}?tab=updates`)
  await other.page.getByText('No updates yet.').waitFor()
  expect(await other.page.content()).not.toMatch(/He took bribes|Oak Road/)
  await other.context.close()

  const own = await as(creator, 360)
  await own.page.goto(`${product.origin}/campaigns/${campaign.slug}?tab=updates`)
  await own.page.getByText('A moderator hid this').first().waitFor()
  await own.page.locator('#chat').scrollIntoViewIfNeeded()
  await own.page.getByText('A moderator removed this').first().waitFor()
  expect(await accessibilityProblems(own.page, 'main')).toEqual([])
  expect(own.problems).toEqual([])
  await own.context.close()
})

test('the pages of a removed campaign and community answer 410 with the rule that was broken; pages of hidden ones answer 404', async () => {
  const asked = clientOf(product)
  const [moderator, creator] = [await withRole('Mo Remover', 'moderator'), await signedUp(product, 'Rem Oved')]
  const campaign = await asked(creator, 'POST', '/campaigns', aCampaignBody({ title: 'Everybody knows where he lives' }))
  const card = { name: 'Against one person', slug: `against-${campaign.id.slice(-12)}`, description: 'We watch them', privacy: 'public' }
  const community = await asked(creator, 'POST', '/communities', card)
  const decided = { rule: 'harassment', reason: 'The second sentence.' }
  const places = [
    { path: `/campaigns/${campaign.slug}`, api: `/campaigns/${campaign.id}`, title: 'This Holdout was removed' },
    { path: `/communities/${community.slug}`, api: `/communities/${community.id}`, title: 'This community was removed' },
  ]
  for (const { path, api, title } of places) {
    await asked(moderator, 'PUT', `${api}/moderation`, { state: 'hidden', ...decided })
    expect((await fetch(product.origin + path, { headers: { accept: 'text/html' } })).status).toBe(404)
    await asked(moderator, 'PUT', `${api}/moderation`, { state: 'removed', ...decided })
    const { page, context } = await aVisit({ width: 360 })
    const answer = await page.goto(product.origin + path)
    expect(answer?.status()).toBe(410)
    await page.getByRole('heading', { name: title }).waitFor()
    await page.getByText('Rule 2: No harassment, no hate.').waitFor()
    expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex')
    expect(await page.content()).not.toContain('The second sentence.')
    await hydrated(page)
    await page.getByText('Rule 2: No harassment, no hate.').waitFor()
    await context.close()

    const own = await as(creator)
    expect((await own.page.goto(product.origin + path))?.status()).toBe(200)
    await own.page.getByText('A moderator removed this').waitFor()
    expect(own.problems).toEqual([])
    await own.context.close()
  }
})

test('a moderator complies with a legal order: the page answers 451 and names the court; a refused demand is recorded, and everybody reads both', async () => {
  const asked = clientOf(product)
  const [moderator, creator] = [await withRole('Mo Orders', 'moderator'), await signedUp(product, 'Cora Court')]
  const { slug } = await asked(creator, 'POST', '/campaigns', aCampaignBody({ title: 'What the court forbade' }))
  const { page, problems, context } = await as(moderator, 360)
  await page.goto(`${product.origin}/campaigns/${slug}`)
  await hydrated(page)
  const moderate = page.getByRole('button', { name: 'Moderate this Holdout' })
  await takenOver(moderate)
  await moderate.click()
  const dialog = page.getByRole('dialog', { name: 'Moderate' })
  await dialog.getByRole('radio', { name: 'Remove' }).check()
  await dialog.getByRole('checkbox', { name: 'A legal order demands this' }).check()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The order of 3 March.')
  await dialog.getByRole('button', { name: 'Decide' }).click()
  await dialog.getByText('Enter who demands it').waitFor()
  await dialog.getByRole('textbox', { name: 'Its name' }).fill('Leeds County Court')
  expect(await accessibilityProblems(page, 'dialog')).toEqual([])
  await dialog.getByRole('button', { name: 'Decide' }).click()
  await page.getByText('Only its author and moderators see it.').waitFor()

  await page.goto(`${product.origin}/moderation/demands`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Record a refused demand' }).click()
  const refused = page.getByRole('dialog', { name: 'Record a refused demand' })
  await refused.getByRole('radio', { name: 'A company' }).check()
  await refused.getByRole('textbox', { name: 'Its name' }).fill('Flickermoor Holdings')
  await refused.getByLabel('About').selectOption('Comment')
  await refused.getByRole('textbox', { name: 'Reason' }).fill('Criticism is no crime.')
  await refused.getByRole('button', { name: 'Record', exact: true }).click()
  await page.getByRole('row', { name: 'Flickermoor Holdings' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await accessibilityProblems(page, 'main')).toEqual([])
  expect(problems).toEqual([])
  await context.close()

  const other = await aVisit({})
  expect((await other.page.goto(`${product.origin}/campaigns/${slug}`))?.status()).toBe(451)
  await other.page.getByText('Leeds County Court demanded it by law.').waitFor()
  await other.page.goto(`${product.origin}/transparency`)
  await other.page.getByRole('row', { name: 'Flickermoor Holdings' }).getByText('Refused').waitFor()
  await other.page.getByRole('row', { name: 'Leeds County Court' }).getByText('Removed').waitFor()
  await other.context.close()
})

test('the owner of a community removes what was reported there; the author reads who decided, and readers no longer see it', async () => {
  const asked = clientOf(product)
  const [owner, author, reader] = [await signedUp(product, 'Olga Owner'), await signedUp(product, 'Sal Seller'), await signedUp(product, 'Rex Reports')]
  const store = await openStore({ url: product.databaseUrl, onError: () => {} })
  const confirmed = store.db.updateTable('person').set({ email_verified: true }).where('id', 'in', [owner.id, author.id, reader.id])
  await confirmed.execute().finally(store.close)
  const card = { name: 'Corner shops', slug: `corner-${owner.id.slice(-12)}`, description: 'We keep them', privacy: 'private' }
  const { id, slug } = await asked(owner, 'POST', '/communities', card)
  for (const who of [author, reader]) await asked(who, 'PUT', `/communities/${id}/membership`, {})
  const post = await asked(author, 'POST', `/communities/${id}/posts`, { title: 'Shoes', body: 'At half price, only today.' })
  await asked(reader, 'POST', '/reports', { kind: 'post', id: post.id, reason: 'spam', details: 'In three communities.' })

  const { page, problems, context } = await as(owner, 360)
  await page.goto(`${product.origin}/communities/${slug}`)
  await hydrated(page)
  await page.getByRole('link', { name: 'Reports 1 open' }).click()
  await page.getByText('In three communities.').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await accessibilityProblems(page, 'main')).toEqual([])
  await page.getByRole('button', { name: 'Remove' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove this' })
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await dialog.getByText('Choose the rule on which this rests.').waitFor()
  await dialog.getByLabel('Which rule?').selectOption('No spam, no fakes')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('It is an advertisement.')
  expect(await accessibilityProblems(page, 'dialog')).toEqual([])
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Nothing is reported.').waitFor()
  expect(problems).toEqual([])
  await context.close()

  const own = await as(author)
  await own.page.goto(`${product.origin}/communities/${slug}`)
  await own.page.getByText('The community’s moderators removed this').waitFor()
  await own.page.getByRole('link', { name: 'All reasons, and how to ask for a review' }).click()
  await own.page.getByText('the moderators of the community removed this').waitFor()
  await own.page.getByText('An appeal goes to the moderators of this site.').waitFor()
  expect(own.problems).toEqual([])
  await own.context.close()

  const other = await as(reader)
  await other.page.goto(`${product.origin}/communities/${slug}?tab=reports`)
  await other.page.getByText('Only the owner and moderators of this community can read its reports.').waitFor()
  expect((await asked(reader, 'GET', `/communities/${id}/posts`)).items).toEqual([])
  await other.context.close()
})

test('the organizer hides a comment with a reason, which its author reads, and shows it again', async () => {
  const asked = clientOf(product)
  const [organizer, author] = [await signedUp(product, 'Orla Ganizer'), await signedUp(product, 'Arno Author')]
  const campaign = await asked(organizer, 'POST', '/campaigns', aCampaignBody({ title: 'Stay away until the queue moves' }))
  const comment = await asked(author, 'POST', `/campaigns/${campaign.id}/comments`, { body: 'What about the shop next door?' })
  const address = `${product.origin}/campaigns/${campaign.slug}?tab=discussion&commentId=${comment.id}`

  const { page, problems, context } = await as(organizer, 360)
  await page.goto(address)
  await hydrated(page)
  const hide = page.getByRole('button', { name: 'Hide the comment by Arno A.' })
  await takenOver(hide)
  await hide.click()
  const dialog = page.getByRole('dialog', { name: 'Hide this comment' })
  await dialog.getByRole('button', { name: 'Hide' }).click()
  await dialog.getByText('Enter a reason').waitFor()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('This is about another shop.')
  expect(await accessibilityProblems(page, 'dialog')).toEqual([])
  await dialog.getByRole('button', { name: 'Hide' }).click()
  await page.getByText('Only its author, the organizer and moderators see it.').waitFor()

  const own = await as(author)
  await own.page.goto(address)
  await own.page.getByText('Why: This is about another shop.').waitFor()
  await own.page.getByRole('link', { name: 'All reasons, and how to ask for a review' }).click()
  await own.page.getByText('The organizer decided, not one of our moderators.').waitFor()
  expect(own.problems).toEqual([])
  await own.context.close()

  await page.getByRole('button', { name: 'Show again' }).click()
  await hide.waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('a moderator slows a discussion and then closes it, which an open page shows at once', async () => {
  const asked = clientOf(product)
  const [moderator, creator, member] = [
    await withRole('Milo Derates', 'moderator'),
    await signedUp(product, 'Cleo Ator'),
    await signedUp(product, 'Mia Member'),
  ]
  const campaign = await asked(creator, 'POST', '/campaigns', aCampaignBody({ title: 'Leave them until they answer letters' }))
  await asked(creator, 'POST', `/campaigns/${campaign.id}/comments`, { body: 'I have written to them.' })
  const address = `${product.origin}/campaigns/${campaign.slug}?tab=discussion`
  const reader = await as(member, 360)
  await reader.page.goto(address)
  const field = reader.page.getByRole('textbox', { name: 'Add a comment' })
  await field.scrollIntoViewIfNeeded()
  await hydrated(reader.page)
  await takenOver(field)

  const { page, problems, context } = await as(moderator, 360)
  await page.goto(address)
  const open = page.getByRole('button', { name: 'Lock or slow the discussion' })
  await open.scrollIntoViewIfNeeded()
  await hydrated(page)
  await takenOver(open)
  const dialog = page.getByRole('dialog', { name: 'Lock or slow the discussion' })
  const choose = async (choice: string) => {
    await open.click()
    await dialog.getByRole('radio', { name: choice }).check()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Two people quarrel here.')
    expect(await accessibilityProblems(page, 'dialog')).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
  await choose('Each person once in 5 minutes')
  await reader.page.getByText('Slow mode: you can write once in 5 minutes.').waitFor()
  const post = reader.page.getByRole('button', { name: 'Post Comment' })
  await field.fill('So have I.')
  await post.click()
  await reader.page.getByRole('article', { name: 'Mia M.' }).waitFor()
  await field.fill('And again.')
  await post.click()
  await reader.page.getByText(/You can write again in \d minutes\./).waitFor()
  await choose('Not at all')
  await reader.page.getByText('Moderators have closed this discussion.').waitFor()
  expect(await field.count()).toBe(0)
  await page.getByText('This discussion is closed for everyone but moderators.').waitFor()
  expect(problems).toEqual([])
  await reader.context.close()
  await context.close()
})
