import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import { softwareVersion } from '#platform/server/software.ts'
import { freePort } from '#tests/support/product.ts'
import { useSite as openSite, theSite } from '#tests/support/site.ts'

/** Runs `look` on a public site with mail, on its own port, as a proxy would reach it. */
async function withPublicSite(settings: Record<string, string>, look: (ask: (path: string) => Promise<Response>) => Promise<void>) {
  const port = await freePort()
  const close = await openSite({
    ...{ BASE_URL: 'https://holdout.test', HOST: '127.0.0.1', PORT: String(port), AUTH_SECRET: randomBytes(32).toString('base64') },
    ...{ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'hello@holdout.test', ...settings },
  })
  try {
    await look((path) => fetch(`http://127.0.0.1:${port}${path}`))
  } finally {
    await close()
  }
}

test('/readyz has the version of package.json, package-lock.json and CHANGELOG.md', async () => {
  const [own, lock] = ['package.json', 'package-lock.json'].map((file) => JSON.parse(readFileSync(file, 'utf8')))
  expect([own.version, lock.version, lock.packages[''].version]).toEqual([softwareVersion, softwareVersion, softwareVersion])
  expect(readFileSync('CHANGELOG.md', 'utf8')).toContain(`\n## [${softwareVersion}] - `)
  const { origin } = await theSite()
  expect(await (await fetch(`${origin}/readyz`)).json()).toMatchObject({ status: 'ready', version: softwareVersion })
})

const aboutSource = async () => (await theSite()).warnings.filter((line) => line.includes('SOURCE_URL'))

test('a public site without SOURCE_URL gets one warning, which names the licence', async () => {
  await withPublicSite({}, async () => {
    expect(await aboutSource()).toEqual([expect.stringMatching(/AGPL-3\.0, section 13.*SOURCE_URL/)])
  })
  await withPublicSite({ SOURCE_URL: 'https://source.test/holdout' }, async () => {
    expect(await aboutSource()).toEqual([])
  })
  expect(readConfig({ SOURCE_URL: 'https://source.test/tree?h=v0.2.0', AUTH_SECRET: 'x'.repeat(32) }).sourceUrl).toBe('https://source.test/tree?h=v0.2.0')
  for (const wrong of ['javascript:alert(1)', 'source.test', 'https://', 'https://a b', 'ftp://source.test'])
    expect(() => readConfig({ SOURCE_URL: wrong }), wrong).toThrow('SOURCE_URL must be the address of the source code')
})

test('security.txt names the contact of a public site, and does not exist without one', async () => {
  await withPublicSite({}, async (ask) => expect((await ask('/.well-known/security.txt')).status).toBe(404))
  await withPublicSite({ OPERATOR_EMAIL: 'operator@holdout.test' }, async (ask) => {
    const response = await ask('/.well-known/security.txt')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    const text = await response.text()
    expect(text).toMatch(/^Contact: https:\/\/holdout\.test\/contact\nExpires: \d{4}-\d\d-\d\dT00:00:00Z\n/)
    expect(text).toContain('\nCanonical: https://holdout.test/.well-known/security.txt\n')
    expect(text).not.toContain('operator@')
  })
})
