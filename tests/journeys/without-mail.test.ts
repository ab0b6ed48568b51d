import { expect, test } from 'vitest'
import { aVisit, hydrated } from '#tests/support/browser.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { signedUp } from '#tests/support/members.ts'
import { theProduct } from '#tests/support/the-product.ts'
import { clientOf, send } from '#tests/support/visitor.ts'

// This site has no mail server.
const product = theProduct()
const asked = clientOf(product)

/** Sentences that promise mail, or speak of addresses that somebody confirmed. */
const untrue = [
  /check your (e-?mail|inbox)/i,
  /(?<!sent )by email/i,
  /confirmed (email )?address/i,
  /mailbox/i,
  /e-?mail you (a|when|about)/i,
  /link we sent/i,
  /confirm your email/i,
]
const promisesIn = (text: string) => untrue.flatMap((sentence) => text.match(sentence)?.[0] ?? [])

test('a site that sends no email promises none, on no page', async () => {
  const ada = await signedUp(product, 'Ada Mailless')
  const campaign = await asked(ada, 'POST', '/campaigns', aCampaignBody())
  const { target, causes } = await asked(ada, 'GET', `/campaigns/${campaign.slug}`)
  const community = await asked(ada, 'POST', '/communities', { name: 'Without letters', slug: `mailless-${campaign.id}`, description: 'We talk.' })
  const forAll = [
    ...['/', '/about', '/terms', '/privacy', '/legal', '/rules', '/transparency', '/accessibility', '/explore', '/targets', '/industries', '/causes'],
    ...['/campaigns', '/communities', '/search?q=nothing', '/auth', '/auth?mode=signup', '/auth?mode=forgot', '/report', '/moderation'],
    ...[`/campaigns/${campaign.slug}`, `/campaigns/${campaign.slug}/proof`, `/targets/${target.slug}`, `/causes/${causes[0].slug}`],
    ...[`/communities/${community.slug}`, `/u/${ada.id}`],
  ]
  const forMembers = [
    ...['/dashboard', '/dashboard/pledges', '/notifications', '/campaigns/create', '/communities/create', '/reports', `/campaigns/${campaign.slug}/admin`],
    ...['account', 'profile', 'security', 'notifications', 'connected-apps', 'danger'].map((tab) => `/settings?tab=${tab}`),
  ]
  const found: Record<string, string[]> = {}
  for (const [cookie, paths] of [
    ['', forAll],
    [ada.cookie, [...forAll, ...forMembers]],
  ] as const) {
    for (const path of paths) {
      const { body } = await send(product, { method: 'GET', path, cookie })
      const text = String(body)
        .replace(/<(script|style)[\s\S]*?<\/\1>/g, ' ')
        .replace(/<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ')
      const promises = promisesIn(text)
      if (promises.length > 0) found[`${cookie ? 'member' : 'visitor'} ${path}`] = promises
    }
  }
  expect(found).toEqual({})
})

test('after joining, in the settings and on the page for a lost password nothing waits for an email', async () => {
  const ada = await signedUp(product, 'Ada Mailless')
  const campaign = await asked(ada, 'POST', '/campaigns', aCampaignBody())
  const bao = await signedUp(product, 'Bao Mailless')
  const { page, context, problems } = await aVisit({ as: { cookie: bao.cookie, origin: product.origin } })
  const said = async () => promisesIn((await page.getByRole('main').textContent()) ?? '')
  await page.goto(`${product.origin}/campaigns/${campaign.slug}`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Join this Holdout' }).first().click()
  await page.getByText('Updates appear under the bell.').waitFor()
  expect(await said()).toEqual([])
  await page.goto(`${product.origin}/campaigns/${campaign.slug}/proof`)
  await page.getByText('and shows no receipts.').waitFor()
  expect(await said()).toEqual([])
  await page.goto(`${product.origin}/settings`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Change email' }).click()
  await page.getByLabel('New email address').fill(`new.${bao.email}`)
  await page.getByLabel('Current password').fill(bao.password)
  await page.getByRole('button', { name: 'Send confirmation' }).click()
  await page.getByText('ask the people who run it for the link', { exact: false }).waitFor()
  expect(await said()).toEqual([])
  await context.close()

  const visitor = await aVisit()
  await visitor.page.goto(`${product.origin}/auth?mode=forgot`)
  await hydrated(visitor.page)
  await visitor.page.getByLabel('Email').fill(bao.email)
  await visitor.page.getByRole('button', { name: 'Send Reset Link' }).click()
  await visitor.page.getByText('the people who run this site can give you a link').waitFor()
  expect([...problems, ...visitor.problems]).toEqual([])
  await visitor.context.close()
})
