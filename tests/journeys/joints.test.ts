import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { aVisit, hydrated } from '#tests/support/browser.ts'
import { isFull } from '#tests/support/figures.ts'
import { signedUp } from '#tests/support/members.ts'
import { aFolder, freePort, inheritedEnv, remove } from '#tests/support/product.ts'
import { theDemo } from '#tests/support/the-product.ts'
import { send, sendPatiently } from '#tests/support/visitor.ts'

const product = theDemo()
const folders: string[] = []
afterAll(() => folders.forEach(remove))

test('pages rendered concurrently for two people are never mixed up', async () => {
  const [ada, bao] = [await signedUp(product, 'Adamaria First'), await signedUp(product, 'Baolin Second')]
  const pages = await Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      const [own, other] = n % 2 ? ['Adamaria F.', 'Baolin S.'] : ['Baolin S.', 'Adamaria F.']
      const { body } = await sendPatiently(product, { method: 'GET', path: '/', cookie: (n % 2 ? ada : bao).cookie })
      return { hasOwn: body.includes(own), hasOther: body.includes(other) }
    }),
  )
  expect(pages.filter(({ hasOwn, hasOther }) => !hasOwn || hasOther)).toEqual([])
  const visitor = await send(product, { method: 'GET', path: '/' })
  expect(visitor.body).not.toMatch(/Adamaria|Baolin/)
})

test('a cached page hydrates without violating its content security policy', async () => {
  await fetch(`${product.origin}/`)
  for (const path of ['/', '/campaigns', await firstCampaign()]) {
    await fetch(`${product.origin}${path}`)
    const { page, context, problems } = await aVisit()
    const response = await page.goto(`${product.origin}${path}`)
    expect(response?.headers()['content-security-policy']).toMatch(/script-src 'self' 'sha256-/)
    await hydrated(page)
    expect(problems).toEqual([])
    await context.close()
  }
})

test('a signed-in person’s page must not be cached by others', async () => {
  const { cookie } = await signedUp(product, 'Cacheless Reader')
  const { headers } = await send(product, { method: 'GET', path: '/', cookie })
  expect(headers.get('cache-control')).toMatch(/private/)
})

test('a signed-in person’s page is as compressed as a visitor’s, and uncompressed for clients that accept no compression', async () => {
  const { cookie } = await signedUp(product, 'Slowline Reader')
  const page = async (encoding: string, who: Record<string, string> = {}) => {
    const response = await fetch(`${product.origin}/campaigns`, { headers: { 'accept-encoding': encoding, accept: 'text/html', ...who } })
    const { headers } = response
    return { encoding: headers.get('content-encoding'), length: Number(headers.get('content-length')), vary: headers.get('vary'), text: await response.text() }
  }
  const [own, visitors, gzipped, plain] = [await page('br', { cookie }), await page('br'), await page('gzip', { cookie }), await page('identity', { cookie })]
  expect([own.encoding, visitors.encoding, gzipped.encoding, plain.encoding]).toEqual(['br', 'br', 'gzip', null])
  expect(own.length).toBeLessThan(visitors.length * 1.2)
  expect(own.vary).toMatch(/Cookie.*Accept-Encoding/)
  for (const { text } of [own, gzipped, plain]) expect(text).toMatch(/Slowline[\s\S]*<\/html>/)
})

test('odd addresses never cause a redirect loop', async () => {
  for (const path of [
    '/%5E',
    '/campaigns/%5E',
    '/%2e%2e',
    '/campaigns?causes=a,b',
    '/campaigns?causes=a%2Cb&sort=newest',
    '/campaigns?sort=%5E',
    '/campaigns/',
    '/auth?returnTo=//evil.example',
    '/?x=%E0%A4%A',
  ]) {
    let address = `${product.origin}${path}`
    let hops = 0
    for (;;) {
      const response = await fetch(address, { redirect: 'manual' })
      if (response.status < 300 || response.status >= 400) break
      address = new URL(response.headers.get('location') ?? '/', address).href
      expect(new URL(address).origin, path).toBe(product.origin)
      expect(++hops, `${path} -> ${address}`).toBeLessThan(3)
    }
  }
})

test.runIf(isFull)(
  'a change to the sources appears in the running development server',
  async () => {
    const copy = aFolder()
    folders.push(copy)
    for (const part of ['src', 'messages', 'db', 'project.inlang', 'public', 'package.json', 'tsconfig.json', 'vite.config.ts', 'brand.json', 'scripts'])
      cpSync(part, join(copy, part), { recursive: true })
    symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'))
    const port = await freePort()
    const development = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/dev.mjs', '--inside'], {
      cwd: copy,
      env: { ...inheritedEnv(), NODE_ENV: 'development', PORT: String(port), DATA_DIR: join(copy, 'data'), DEMO: 'off' },
      // An unread pipe would block the process when it is full.
      stdio: 'ignore',
    })
    const ended = once(development, 'exit')
    const address = `http://127.0.0.1:${port}/auth`
    // Without a browser, which would load a thousand modules one by one.
    const shown = async () => (await fetch(address)).text()
    try {
      await answered(`http://127.0.0.1:${port}/readyz`)
      const file = join(copy, 'messages/en/accounts.json')
      const words = 'Join, speak up, or start something of your own.'
      const page = await shown()
      expect(page).toContain(words)
      const [script = 'none'] = /(?<=src=")[^"]+(?=")/.exec(page) ?? []
      expect((await fetch(new URL(script, address))).status).toBe(200)
      const changed = readFileSync(file, 'utf8').replace(words, 'Changed while it runs')
      let savedAt = 0
      // Saved again until it appears: the server's file watcher may still be scanning, and ignores what changes meanwhile.
      const isShown = async () => {
        if (Date.now() > savedAt + 5_000) {
          writeFileSync(file, changed)
          savedAt = Date.now()
        }
        return (await shown()).includes('Changed while it runs')
      }
      await expect.poll(isShown, { timeout: 100_000, interval: 200 }).toBe(true)
    } finally {
      development.kill('SIGTERM')
      // A process that still runs would write into the folder that is being removed.
      await ended
    }
  },
  400_000,
)

async function firstCampaign(): Promise<string> {
  const { body } = await send(product, { method: 'GET', path: '/api/v1/campaigns?status=active&limit=1' })
  return `/campaigns/${body.items[0].slug}`
}

async function answered(address: string): Promise<void> {
  const end = Date.now() + 150_000
  while (
    !(await fetch(address).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (Date.now() > end) throw new Error(`${address} does not answer`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
