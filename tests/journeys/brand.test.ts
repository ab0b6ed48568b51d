import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aVisit, hydrated } from '#tests/support/browser.ts'
import { aFolder } from '#tests/support/product.ts'
import { ownProduct } from '#tests/support/the-product.ts'
import { send } from '#tests/support/visitor.ts'

const file = join(aFolder(), 'brand.json')
writeFileSync(
  file,
  JSON.stringify({
    name: 'Lantern',
    noun: { one: 'Strike', many: 'Strikes' },
    tagline: 'Lights on together',
    contact: { general: 'hello@lantern.test', privacy: 'privacy@lantern.test' },
    governingLaw: 'The law of Poland applies.',
  }),
)
const product = ownProduct({ BRAND_FILE: file, DEMO: 'on' })

const pages = ['/', '/about', '/terms', '/privacy', '/legal', '/contact', '/rules', '/auth?mode=signup', '/campaigns', '/explore', '/transparency']

test('another brand is on every page and in the mails after a restart, without a new build', async () => {
  for (const path of pages) {
    const { body } = await send(product, { method: 'GET', path })
    const text = String(body)
      .replace(/<script[\s\S]*?<\/script>/g, ' ')
      .replace(/ data-brand="[^"]*"/, '')
    expect({ path, isNamed: text.includes('Lantern') }).toEqual({ path, isNamed: true })
    // The name of the software, and words of the demo, are not the site's name.
    const others = text.replace(/runs Holdout|Holdout [\d.]+|source\.test\/holdout/g, '').match(/.{30}\bHoldouts?\b.{30}/g) ?? []
    expect({ path, others }).toEqual({ path, others: [] })
  }
  const body = async (path: string) => String((await send(product, { method: 'GET', path })).body)
  expect(await body('/terms')).toContain('The law of Poland applies.')
  expect(await body('/contact')).toContain('hello@lantern.test')
  expect(await (await fetch(`${product.origin}/manifest.webmanifest`)).json()).toMatchObject({
    name: 'Lantern',
    short_name: 'Lantern',
    description: 'Lights on together',
  })

  // The browser has it too: nothing changes when the page hydrates or the router opens another one.
  const { page, context, problems } = await aVisit()
  await page.goto(`${product.origin}/`)
  await hydrated(page)
  await page.getByRole('heading', { name: 'Trending Strikes' }).waitFor()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Campaigns', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Strikes' }).waitFor()
  await expect.poll(() => page.title()).toContain('Lantern')
  expect(problems).toEqual([])
  await context.close()

  const email = `lena.${Date.now()}@people.test`
  await fetch(`${product.origin}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { origin: product.origin, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Lena Lantern', email, password: 'a long enough passphrase', openSeconds: 30 }),
  })
  const outbox = join(product.dataDir, 'outbox')
  await expect.poll(() => readdirSync(outbox).length).toBeGreaterThan(0)
  const mail = readFileSync(join(outbox, readdirSync(outbox)[0] ?? ''), 'utf8')
  expect(mail).toContain('Lantern')
  expect(mail).not.toMatch(/Holdout/)
})
