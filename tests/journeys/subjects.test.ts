import { expect, test } from 'vitest'
import { arrivesAt, aVisit, hydrated } from '#tests/support/browser.ts'
import { signedUp } from '#tests/support/members.ts'
import { theDemo } from '#tests/support/the-product.ts'
import { send } from '#tests/support/visitor.ts'

const product = theDemo()
const read = (path: string) => send(product, { method: 'GET', path })
const most = async (list: string, query: string) => (await read(`/api/v1/${list}?limit=1&${query}`)).body.items[0]

test('a visitor goes from a target to its industry and on to a cause, searches, sorts and shares', async () => {
  const target = await most('targets', 'sort=campaigns')
  const { page, context, problems } = await aVisit({ width: 1440 })
  await page.goto(`${product.origin}/targets/${target.slug}`)
  await hydrated(page)
  await page.getByRole('heading', { level: 1, name: target.name }).waitFor()
  await page.getByText(/^[\d,]+ (person is|people are) taking action$/).waitFor()
  await page.getByText(`${target.name} is an invented company.`).waitFor()
  for (const name of ['Recommended Alternatives', 'Trending Now', 'Impact by campaign', 'Supporters over time'])
    await page.getByRole('heading', { name }).waitFor()
  expect(await page.getByRole('link', { name: 'Get Started' }).getAttribute('href')).toBe(`/auth?returnTo=${encodeURIComponent(`/targets/${target.slug}`)}`)
  expect(await page.getByRole('link', { name: 'Create Campaign' }).count()).toBe(0)

  await page.getByRole('searchbox', { name: 'Search campaigns...' }).fill('no such words anywhere')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'No campaigns match your search' }).waitFor()
  expect(new URL(page.url()).search).toBe('?q=no+such+words+anywhere')
  await page.getByRole('link', { name: 'Clear search' }).click()
  // Until then the ways to sort still search.
  await page.getByRole('link', { name: 'Clear search' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Newest' }).click()
  await arrivesAt(page, '**?sort=newest')

  await page.getByText('Share', { exact: true }).first().click()
  await page.getByRole('button', { name: 'Copy Link', exact: true }).waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: target.industry.name }).click()
  await page.getByRole('heading', { name: `All Targets in ${target.industry.name}` }).waitFor()
  await page.getByRole('link', { name: /^With Campaigns/ }).click()
  await arrivesAt(page, '**?has=campaigns')
  const box = page.getByRole('searchbox', { name: 'Search targets...' })
  // The change of the list, which draws the box anew, may come in between.
  const searched = async () => {
    await box.fill('nobody is called so')
    await box.press('Enter')
    return page.url()
  }
  await expect.poll(searched).toContain('nobody+is+called+so')
  await page.getByRole('heading', { name: 'No targets found matching your filters.' }).waitFor()
  await page.getByRole('region', { name: 'Related Causes' }).getByRole('link').first().click()
  await page.getByRole('heading', { name: 'Top Targets' }).waitFor()
  await page.getByRole('heading', { name: 'Related Industries' }).waitFor()
  // Drawn in the browser this time.
  await page.getByRole('heading', { name: 'Supporters over time' }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('the pages work without JavaScript, drop what they do not know from the address, and the unknown is a 404 with a way back', async () => {
  const { slug } = await most('industries', 'sort=campaigns')
  const page = await read(`/industries/${slug}?q=zzzzzz&search=zzzzzz`)
  expect(String(page.body)).toContain('No campaigns match your search')
  expect(String(page.body)).toContain('No targets found matching your filters.')
  for (const query of ['sort=worst', 'sort=trending', 'order=az', 'has=all', 'cursor=bad', 'from=bad']) {
    const { status, headers } = await read(`/industries/${slug}?${query}`)
    expect({ query, status, to: new URL(headers.get('location') ?? '', product.origin).search }).toEqual({ query, status: 307, to: '' })
  }
  for (const [kind, title, back] of [
    ['targets', 'Target not found', '/targets'],
    ['industries', 'Industry not found', '/explore/industries'],
    ['causes', 'Cause not found', '/explore/causes'],
  ]) {
    expect((await read(`/${kind}/%25`)).status).toBe(404)
    for (const odd of ['nobody', "'", '%F0%9F%8D%9E', 'a'.repeat(300)]) {
      const { status, body } = await read(`/${kind}/${odd}`)
      expect({ odd, status }).toEqual({ odd, status: 404 })
      expect(String(body)).toContain(`<title>${title} · `)
      expect(String(body)).toContain(`href="${back}"`)
    }
  }
})

test('a member is offered to create a campaign about the target, never over another that was begun, and not to sign in', async () => {
  const { slug, name } = await most('targets', 'sort=campaigns')
  const other = await most('targets', 'has=none')
  const { cookie } = await signedUp(product, 'Mem Ber')
  const { body } = await send(product, { method: 'GET', path: `/targets/${slug}`, cookie })
  expect(String(body)).toContain('Create Campaign')
  expect(String(body)).not.toContain('Join the Movement')
  expect(String(body)).toContain(`href="/campaigns/create?target=${slug}"`)

  const { page, context, problems } = await aVisit({ as: { cookie, origin: product.origin } })
  await page.goto(`${product.origin}/targets/${slug}`)
  await hydrated(page)
  await page.getByRole('main').getByRole('link', { name: 'Create Campaign' }).first().click()
  // The page that is left names the target too.
  await page.getByRole('textbox', { name: 'Title' }).waitFor()
  await page.getByText(name, { exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Title' }).fill('A title that must not get lost')
  await page.goto(`${product.origin}/campaigns/create?target=nobody-is-called-so`)
  await page.getByText(name, { exact: true }).waitFor()
  await page.goto(`${product.origin}/campaigns/create?target=${other.slug}`)
  await page.getByRole('button', { name: `Begin anew about ${other.name}` }).waitFor()
  await page.getByRole('button', { name: 'Go on with what I began' }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('A title that must not get lost')
  await page.reload()
  await page.getByRole('button', { name: `Begin anew about ${other.name}` }).click()
  await page.getByText(other.name, { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('')
  expect(problems).toEqual([])
  await context.close()
})
