import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { anEmail, password } from '#tests/support/accounts.ts'
import { freePort } from '#tests/support/product.ts'
import { useSite as openSite, theSite } from '#tests/support/site.ts'

/** Runs `look` on a public site without mail, on its own port, as a proxy would reach it. */
async function withPublicSite(settings: Record<string, string>, look: (send: Send) => Promise<void>) {
  const port = await freePort()
  const publicSite = {
    ...{ BASE_URL: 'https://holdout.test', HOST: '127.0.0.1', PORT: String(port), AUTH_SECRET: randomBytes(32).toString('base64') },
    SOURCE_URL: 'https://source.test/holdout',
  }
  const close = await openSite({ ...publicSite, ...settings })
  const send: Send = async (method, path, { body, cookie = '' } = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { origin: 'https://holdout.test', cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: response.status, body: await response.json(), cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
  }
  try {
    await look(send)
  } finally {
    await close()
  }
}
type Send = (method: string, path: string, options?: { body?: unknown; cookie?: string }) => Promise<{ status: number; body: any; cookie: string }>

async function member(send: Send): Promise<string> {
  const email = anEmail()
  expect((await send('POST', '/api/auth/sign-up/email', { body: { name: 'Test Person', email, password, openSeconds: 30 } })).status).toBe(200)
  return (await send('POST', '/api/auth/sign-in/email', { body: { email, password } })).cookie
}

/** Returns the warnings on the operators' page. */
async function warnings(send: Send): Promise<string[]> {
  const { store } = await theSite()
  const cookie = await member(send)
  const { id } = (await send('GET', '/api/v1/me', { cookie })).body
  await store.db.updateTable('person').set({ role: 'admin' }).where('id', '=', id).execute()
  return (await send('GET', '/api/v1/jobs', { cookie })).body.warnings
}

test('a public site without mail counts nobody until the operator chooses that, and reports it', async () => {
  await withPublicSite({}, async (send) => {
    const cookie = await member(send)
    expect((await send('GET', '/api/v1/me', { cookie })).body.isCounted).toBe(false)
    expect((await send('GET', '/api/v1/me/settings', { cookie })).body.addressConfirmation).toBe('unavailable')
    expect(await warnings(send)).toEqual(['COUNTS_NOBODY', 'NO_CONTACT', 'NO_LAW', 'NO_MODERATORS'])
    const lines = (await theSite()).warnings
    for (const missing of ['COUNT_WITHOUT_MAIL=yes', 'grant ADDRESS admin', 'contact addresses', 'governing law'])
      expect(lines).toContainEqual(expect.stringContaining(missing))
  })
  await withPublicSite({ COUNT_WITHOUT_MAIL: 'yes' }, async (send) => {
    const cookie = await member(send)
    expect((await send('GET', '/api/v1/me', { cookie })).body.isCounted).toBe(true)
    expect((await send('GET', '/api/v1/me/settings', { cookie })).body.addressConfirmation).toBe('not_needed')
    expect(await warnings(send)).toEqual(['COUNTS_WITHOUT_MAIL', 'NO_CONTACT', 'NO_LAW', 'NO_MODERATORS'])
    expect((await theSite()).warnings).toContainEqual(expect.stringContaining('without confirmation'))
  })
})
