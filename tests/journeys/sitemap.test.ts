import { expect, test } from 'vitest'
import { theDemo } from '#tests/support/the-product.ts'

const product = theDemo()
const textOf = async (path: string) => (await fetch(`${product.origin}${path}`)).text()
const placesIn = (text: string) => [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => new URL(address ?? '').pathname)

test('every address of the sitemap is an indexable page with that canonical address; a demo excludes search engines', async () => {
  const addresses = (await Promise.all(placesIn(await textOf('/sitemap.xml')).map(async (part) => placesIn(await textOf(part))))).flat()
  expect(addresses.length).toBeGreaterThan(50)
  const wrong: string[] = []
  for (const address of addresses) {
    const response = await fetch(`${product.origin}${address}`, { redirect: 'manual' })
    const page = await response.text()
    const canonical = /<link rel="canonical" href="([^"]*)"/.exec(page)?.[1]
    if (response.status !== 200 || canonical !== new URL(address, product.origin).href || page.includes('content="noindex"'))
      wrong.push(`${address}: ${response.status}, ${canonical}`)
  }
  expect(wrong).toEqual([])
  expect(await textOf('/robots.txt')).toBe('User-agent: *\nDisallow: /\n')
})
