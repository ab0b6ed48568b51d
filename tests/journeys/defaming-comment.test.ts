import { expect, test } from 'vitest'
import { accessibilityProblems } from '#tests/support/accessibility.ts'
import { aVisit, hydrated } from '#tests/support/browser.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { type Member, signedUp } from '#tests/support/members.ts'
import { theProduct } from '#tests/support/the-product.ts'
import { clientOf } from '#tests/support/visitor.ts'

const product = theProduct()
const words = 'Their manager took bribes for years.'

const visitOf = (member?: Member) => aVisit({ width: 360, ...(member && { as: { cookie: member.cookie, origin: product.origin } }) })

test('a defaming comment is reported, removed, appealed against and restored; everybody sees it gone and back, and reporter and author read why', async () => {
  const asked = clientOf(product)
  const [creator, author, reader] = [
    await signedUp(product, 'Ora Ganizer'),
    await signedUp(product, 'Ann Author'),
    await signedUp(product, 'Ray Reader', { isConfirmed: true }),
  ]
  const [first, second] = [await signedUp(product, 'Mona First', { role: 'moderator' }), await signedUp(product, 'Sam Second', { role: 'moderator' })]
  const { id, slug } = await asked(creator, 'POST', '/campaigns', aCampaignBody({ title: 'Pause it until the phone line is back' }))
  await asked(author, 'POST', `/campaigns/${id}/comments`, { body: words })
  const discussion = `${product.origin}/campaigns/${slug}?tab=discussion`

  const stranger = await visitOf()
  await stranger.page.goto(discussion)
  await hydrated(stranger.page)
  await stranger.page.getByText(words).waitFor()

  const reporter = await visitOf(reader)
  await reporter.page.goto(discussion)
  await reporter.page.getByRole('link', { name: 'Report the comment by Ann A.' }).click()
  await reporter.page.getByRole('heading', { name: 'Report something' }).waitFor()
  await hydrated(reporter.page)
  await reporter.page.getByRole('radio', { name: 'It claims something false' }).check()
  await reporter.page.getByRole('textbox', { name: 'What should a moderator know?' }).fill('Nobody has ever accused him.')
  await reporter.page.getByRole('button', { name: 'Send report' }).click()
  await reporter.page.getByRole('heading', { name: 'We have your report' }).waitFor()

  const remover = await visitOf(first)
  await remover.page.goto(`${product.origin}/moderation/reports`)
  await hydrated(remover.page)
  const reported = remover.page.getByRole('listitem').filter({ hasText: words })
  await reported.getByText('Nobody has ever accused him.').waitFor()
  expect(await remover.page.getByText('Ray R').count()).toBe(0)
  await reported.getByRole('button', { name: 'Moderate' }).click()
  const dialog = remover.page.getByRole('dialog', { name: 'Moderate' })
  await dialog.getByRole('radio', { name: 'Remove' }).check()
  await dialog.getByLabel('Which rule?').selectOption('No false claims of fact')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('It accuses a person of a crime, without a source.')
  await dialog.getByRole('button', { name: 'Decide' }).click()
  await reported.waitFor({ state: 'detached' })

  await stranger.page.goto(discussion)
  await hydrated(stranger.page)
  expect(await stranger.page.content()).not.toContain(words)

  await reporter.page.goto(`${product.origin}/notifications`)
  await hydrated(reporter.page)
  await reporter.page.getByRole('link', { name: 'What you reported was removed' }).click()
  await reporter.page.getByText('Removed by a moderator').waitFor()
  expect(await reporter.page.content()).not.toContain(words)
  expect(reporter.problems).toEqual([])
  await reporter.context.close()

  const own = await visitOf(author)
  await own.page.goto(`${product.origin}/notifications`)
  await hydrated(own.page)
  await own.page.getByRole('link', { name: 'A moderator removed something you posted' }).click()
  await own.page.getByRole('heading', { name: 'About something you posted' }).waitFor()
  for (const text of [words, 'It accuses a person of a crime, without a source.', 'Someone reported it.', 'Someone who was not involved'])
    await own.page.getByText(text).first().waitFor()
  expect(await accessibilityProblems(own.page, 'main')).toEqual([])
  await own.page.getByRole('button', { name: 'Ask for a review' }).click()
  await own.page.getByText('Say why the decision should be different').waitFor()
  await own.page.getByRole('textbox', { name: 'Why should the decision be different?' }).fill('A court has convicted him. The source is in the Holdout.')
  await own.page.getByRole('button', { name: 'Ask for a review' }).click()
  await own.page.getByText('You get a notification when it is decided.').waitFor()

  await remover.page.goto(`${product.origin}/moderation/appeals`)
  await remover.page.getByText('You hid or removed this yourself, so another moderator decides.').waitFor()
  expect(remover.problems).toEqual([])
  await remover.context.close()

  const { page, problems, context } = await visitOf(second)
  await page.goto(`${product.origin}/moderation/reports`)
  await hydrated(page)
  await page.getByRole('navigation', { name: 'Pages for moderators' }).getByRole('link', { name: 'Appeals' }).click()
  await page.getByText('A court has convicted him.').waitFor()
  expect(await accessibilityProblems(page, 'main')).toEqual([])
  await page.getByRole('button', { name: 'Decide' }).click()
  await page.getByText('Choose what should happen.').waitFor()
  await page.getByRole('radio', { name: 'Grant: show it again' }).check()
  await page.getByRole('textbox', { name: 'Reason' }).fill('The source proves it.')
  await page.getByRole('button', { name: 'Decide' }).click()
  await page.getByText('Nobody waits for an answer.').waitFor()
  expect(problems).toEqual([])
  await context.close()

  await own.page.goto(`${product.origin}/notifications`)
  await own.page.getByText('We looked again: what you posted is visible again').click()
  await own.page.getByText('The source proves it.').waitFor()
  expect(own.problems).toEqual([])
  await own.context.close()

  await stranger.page.goto(discussion)
  await stranger.page.getByText(words).waitFor()
  expect(stranger.problems).toEqual([])
  await stranger.context.close()
})
