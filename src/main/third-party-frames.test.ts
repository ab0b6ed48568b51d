import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '#platform/server/config.ts'
import { setPageHeaders } from '#platform/server/http/security-headers.ts'
import { theSite, useSite } from '#tests/support/site.ts'

const dataDir = '/nonexistent'
const read = (env: Record<string, string>) => readConfig({ AUTH_SECRET: 'x'.repeat(32), DATA_DIR: dataDir, ...env }).thirdParties
const headersFor = (env: Record<string, string>) => setPageHeaders('<p>x</p>', { nonce: 'n', thirdParties: read(env).shown }).policy

test('without configured third parties a page’s policy allows our own files only', () => {
  expect(headersFor({})).not.toMatch(/https?:|frame-src|unsafe-eval|script-src[^;]*unsafe/)
})

test('configured third parties add only their script, its endpoint, and frames of this site to the policy', () => {
  const policy = headersFor({
    ANALYTICS_SCRIPT_URL: 'https://stats.test/a/script.js',
    ADS_CLIENT_ID: 'ca-1',
    ADS_SLOTS: 'home=1',
    DONATE_SCRIPT_URL: 'https://give.test/b.js',
  })
  expect(policy).toContain("script-src 'self' https://stats.test/a/script.js;")
  expect(policy).toContain("connect-src 'self' https://stats.test;")
  expect(policy).toContain("frame-src 'self';")
  expect(policy.match(/https?:/g)).toHaveLength(2)
})

test.each([
  [{ ANALYTICS_SCRIPT_URL: "https://stats.test/x.js;script-src'*'" }, 'ANALYTICS_SCRIPT_URL must be'],
  [{ ANALYTICS_SCRIPT_URL: 'javascript:alert(1)' }, 'ANALYTICS_SCRIPT_URL must be'],
  [{ ANALYTICS_SCRIPT_URL: 'https://plausible.test/js/script.js' }, 'script.manual.js'],
  [{ ANALYTICS_SITE_ID: 'x' }, 'ANALYTICS_SCRIPT_URL is missing'],
  [{ DONATE_URL: 'javascript:alert(1)' }, 'DONATE_URL must be'],
  [{ ADS_CLIENT_ID: 'ca-1' }, 'ADS_SLOTS is missing'],
  [{ ADS_SLOTS: 'home=1' }, 'ADS_CLIENT_ID is missing'],
  [{ ADS_CLIENT_ID: 'ca-1', ADS_SLOTS: 'nowhere=1' }, 'ADS_SLOTS must be'],
  [{ ADS_CLIENT_ID: 'ca-1', ADS_SLOTS: 'home=<b>' }, 'ADS_SLOTS must be'],
])('%o is refused at the start, with the reason', (env, text) => {
  expect(() => read(env)).toThrow(ConfigError)
  expect(() => read(env)).toThrow(text)
})

test('third-party frames are sandboxed without our origin, can be embedded by our pages only, and are not cached', async () => {
  const close = await useSite({ ADS_CLIENT_ID: 'ca-1"><b>', ADS_SLOTS: 'home=1' }).catch((error: Error) => error)
  expect(close).toBeInstanceOf(ConfigError)
  const stop = await useSite({ ADS_CLIENT_ID: 'ca-1', ADS_SLOTS: 'home=77', DONATE_SCRIPT_URL: 'https://give.test/b.js?c=1&d=2' })
  const { origin } = await theSite()
  for (const [path, shows] of [
    ['/ads/frame?slot=home', 'data-ad-slot="77"'],
    ['/donate/frame', 'src="https://give.test/b.js?c=1&amp;d=2"'],
  ]) {
    const response = await fetch(`${origin}${path}`)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect([response.status, response.headers.get('cache-control'), response.headers.get('x-frame-options')]).toEqual([200, 'private, no-store', 'SAMEORIGIN'])
    expect(policy).toMatch(/^sandbox allow-scripts /)
    expect(policy).not.toMatch(/allow-same-origin|allow-top-navigation/)
    expect(policy).toContain("frame-ancestors 'self'")
    expect(await response.text()).toContain(shows)
  }
  for (const path of ['/ads/frame', '/ads/frame?slot=campaign', '/ads/frame?slot=__proto__']) expect((await fetch(`${origin}${path}`)).status).toBe(404)
  await stop()
})
