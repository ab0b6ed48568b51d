import { beforeAll, expect, test } from 'vitest'
import { openStore } from '#platform/server/store/open-store.ts'
import { accessibilityProblems } from '#tests/support/accessibility.ts'
import { aVisit, hydrated } from '#tests/support/browser.ts'
import { type Member, signedUp } from '#tests/support/members.ts'
import { theProduct } from '#tests/support/the-product.ts'
import { answersAsUnknown } from '#tests/support/unknown-page.ts'
import { send } from '#tests/support/visitor.ts'

const product = theProduct()
const path = '/moderation/people'
const people: Record<'moderator' | 'admin' | 'member' | 'helper', Member> = Object.create(null)

beforeAll(async () => {
  for (const [kind, name] of [
    ['moderator', 'Mo Lifts'],
    ['admin', 'Ad Grants'],
    ['member', 'Quentin Insults'],
    ['helper', 'Hanna Answers'],
  ] as const)
    people[kind] = await signedUp(product, name)
  const store = await openStore({ url: product.databaseUrl, onError: () => {} })
  for (const role of ['moderator', 'admin'] as const) await store.db.updateTable('person').set({ role }).where('id', '=', people[role].id).execute()
  await store.close()
})

/** The id of the newest decision about a person, which a sign-in through another site puts into the address. */
async function decisionAbout({ id }: Member): Promise<string> {
  const store = await openStore({ url: product.databaseUrl, onError: () => {} })
  const newest = store.db.selectFrom('moderation_decision').select('id').where('subject_id', '=', id).orderBy('created_at', 'desc').limit(1)
  return (await newest.executeTakeFirstOrThrow().finally(store.close)).id
}

const visitAs = (who: Member, width?: number) => aVisit({ ...(width ? { width } : {}), as: { cookie: who.cookie, origin: product.origin } })

test('for everybody but moderators the page of people is byte for byte like an unknown one, and nothing links to it', async () => {
  for (const cookie of [undefined, people.member.cookie]) {
    expect(await answersAsUnknown(product, { path, cookie })).not.toContain('Which people')
    if (cookie) expect((await send(product, { method: 'GET', path: '/', cookie })).body).not.toContain('/moderation')
  }
})

test('a moderator finds and suspends somebody, who reads at sign-in until when and why, and signs in again when it is lifted', async () => {
  const { moderator, member } = people
  const { page, problems, context } = await visitAs(moderator)
  await page.goto(product.origin)
  await hydrated(page)
  await page.locator('summary', { hasText: 'Account:' }).click()
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
  await page.getByLabel('Name, username, id').fill(`${product.origin}/u/${member.id}`)
  await page.getByRole('button', { name: 'Find' }).click()
  const row = page.getByRole('listitem').filter({ hasText: member.id })
  await row.waitFor()
  await hydrated(page)
  await row.getByRole('button', { name: 'Suspend Quentin I.' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('7 days').check()
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await dialog.getByText('Enter a reason').waitFor()
  await dialog.getByText('Choose the rule on which this rests.').waitFor()
  await dialog.getByLabel('Which rule?').selectOption('harassment')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('You insulted a cashier.')
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await row.getByText(/^Suspended until/).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])

  const other = await aVisit({})
  const signIn = async () => {
    await other.page.goto(`${product.origin}/auth`)
    await hydrated(other.page)
    await other.page.getByLabel('Email').fill(member.email)
    await other.page.getByLabel('Password').fill(member.password)
    await other.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  await signIn()
  await other.page.getByText(/This account is suspended until .*UTC\. Rule 2: No harassment, no hate\. .*You insulted a cashier\./).waitFor()

  await other.page.getByRole('link', { name: 'Read the full decision and ask for a review' }).click()
  await other.page.getByRole('heading', { name: 'About your account' }).waitFor()
  await other.page.getByRole('button', { name: 'Ask for a review' }).waitFor()

  const returned = `/auth?problem=suspended&provider=google&suspension=${await decisionAbout(member)}`
  const { body } = await send(product, { method: 'GET', path: `${returned}&statement=a-token` })
  expect(body).toContain('You insulted a cashier.')
  // Without JavaScript, too.
  expect(body).toMatch(/href="\/statement\/[\w-]+\?token=a-token"/)

  await row.getByRole('button', { name: 'Lift the suspension of Quentin I.' }).click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('They apologised.')
  await dialog.getByRole('button', { name: 'Lift' }).click()
  await row.getByRole('button', { name: 'Suspend Quentin I.' }).waitFor()
  await signIn()
  await other.page.locator('summary', { hasText: 'Account:' }).waitFor()
  expect(problems).toEqual([])
  await other.context.close()
  await context.close()
})

test('an hour of sign-ups leads to the page of joins, where its day is selected, and so does a mail domain', async () => {
  const { page, problems, context } = await visitAs(people.moderator)
  await page.goto(`${product.origin}${path}`)
  await page.getByText('Every hour').click()
  await page.locator('a[href*="/moderation/joins?day="]').first().click()
  await page.getByRole('heading', { level: 1, name: 'Joins and corrections' }).waitFor()
  const day = new URL(page.url()).searchParams.get('day')
  const selection = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Take pledges out of the count' }) })
  expect(await selection.locator('input[type="date"]').evaluateAll((fields: HTMLInputElement[]) => fields.map(({ value }) => value))).toEqual([day, day])
  expect(await page.getByLabel('Account when it joined').inputValue()).toBe('1')
  await page.goto(`${product.origin}/moderation/joins?domain=burst.example`)
  await hydrated(page)
  expect(await page.getByLabel('Mail domain', { exact: true }).inputValue()).toBe('burst.example')
  expect(problems).toEqual([])
  await context.close()
})

test('an email address appears only after a reason, and only administrators can change roles, on a page that fits 360 pixels', async () => {
  const { moderator, admin, helper } = people
  const asModerator = await visitAs(moderator)
  await asModerator.page.goto(`${product.origin}${path}?q=${helper.id}`)
  await asModerator.page.getByRole('button', { name: /^Email address of/ }).waitFor()
  expect(await asModerator.page.getByRole('button', { name: /^Change the role of/ }).count()).toBe(0)
  expect(await asModerator.page.getByRole('heading', { name: 'Changes of roles' }).count()).toBe(0)
  await asModerator.context.close()

  const { page, problems, context } = await visitAs(admin, 360)
  await page.goto(`${product.origin}${path}?q=${helper.id}`)
  await hydrated(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await page.content()).not.toContain(helper.email)
  await page.getByRole('button', { name: /^Email address of/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The police asked, file 12/26.')
  await dialog.getByRole('button', { name: 'Show' }).click()
  await dialog.getByText(helper.email).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await page.getByRole('button', { name: 'Change the role of Hanna A.' }).click()
  await dialog.getByRole('radio', { name: /^Moderator/ }).check()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('A year of help.')
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await page.getByText('A year of help.').waitFor()
  await page.getByText('Member → Moderator').waitFor()
  expect((await send(product, { method: 'GET', path, cookie: helper.cookie })).status).toBe(200)
  expect(problems).toEqual([])
  await context.close()
})
