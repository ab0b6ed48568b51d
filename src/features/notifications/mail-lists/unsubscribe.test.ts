import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { aReader, must } from '#tests/support/readers.ts'
import { call, left, type Person, theSite } from '#tests/support/site.ts'
import { openMailListTokens } from './server/public.ts'
import type { MailList } from './terms.ts'

async function tokenOf({ id }: Person, list: MailList): Promise<string> {
  return openMailListTokens((await theSite()).config.authSecret).make({ personId: id, list })
}

/** Sends the request of a mail provider: a cross-site form without cookies. */
async function oneClick(token: string, headers: Record<string, string> = {}) {
  const { origin } = await theSite()
  return fetch(`${origin}/unsubscribe/${token}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: 'List-Unsubscribe=One-Click',
  })
}

const switches = async (who: Person) => (await must(who, 'GET', '/me/settings')).notifications
const all = { email: true, dms: true, campaignUpdates: true, recommendations: true }

test('one POST from any origin unsubscribes from the mail list of that email only; a second one changes nothing', async () => {
  const from: Record<string, string>[] = [{}, { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }, { cookie: 'other=1' }]
  const lists = { all: { email: false }, updates: { campaignUpdates: false }, recommendations: { recommendations: false } } as const
  for (const list of ['all', 'updates', 'recommendations'] as const) {
    const reader = await aReader()
    const token = await tokenOf(reader, list)
    for (const headers of from) {
      expect((await oneClick(token, headers)).status).toBe(200)
      expect(await switches(reader)).toEqual({ ...all, ...lists[list] })
    }
  }
})

test('opening the unsubscribe link changes nothing, and the page shows what its button would stop', async () => {
  const reader = await aReader()
  const token = await tokenOf(reader, 'updates')
  expect((await call(null, 'GET', `/mail-lists/${token}`)).body).toEqual({ list: 'updates', isOn: true, isMailOff: false })
  expect(await switches(reader)).toEqual(all)
  await must(reader, 'PATCH', '/me/settings', { body: { notifications: { email: false } } })
  expect((await call(null, 'GET', `/mail-lists/${token}`)).body).toEqual({ list: 'updates', isOn: false, isMailOff: true })
})

test('the button on the unsubscribe page redirects back to the page', async () => {
  const { origin } = await theSite()
  const reader = await aReader()
  const token = await tokenOf(reader, 'all')
  const pressed = await fetch(`${origin}/unsubscribe/${token}`, { method: 'POST', redirect: 'manual', headers: { origin } })
  expect([pressed.status, pressed.headers.get('location')]).toEqual([303, `/unsubscribe/${token}`])
  expect((await call(null, 'GET', `/mail-lists/${token}`)).body).toEqual({ list: 'all', isOn: false, isMailOff: true })
})

test('an invalid or modified token unsubscribes nobody', async () => {
  const reader = await aReader()
  const token = await tokenOf(reader, 'all')
  const { make } = openMailListTokens('the secret of another site')
  const changed = [...token].map((letter, at) => token.slice(0, at) + (letter === 'A' ? 'B' : 'A') + token.slice(at + 1))
  for (const wrong of [...changed, `${token}A`, token.slice(1), make({ personId: reader.id, list: 'all' }), randomBytes(45).toString('base64url'), 'x']) {
    expect([wrong, (await oneClick(wrong)).status]).toEqual([wrong, 404])
    expect((await call(null, 'GET', `/mail-lists/${wrong}`)).status).toBe(404)
  }
  expect(await switches(reader)).toEqual(all)
})

test('a token does not reveal its person, and stops working when the account is deleted', async () => {
  const reader = await aReader()
  const token = await tokenOf(reader, 'all')
  expect(Buffer.from(token, 'base64url').includes(Buffer.from(reader.id.replaceAll('-', ''), 'hex'))).toBe(false)
  expect(await tokenOf(reader, 'all')).toBe(token)
  expect(await tokenOf(reader, 'updates')).not.toBe(token)
  await left(reader)
  expect((await oneClick(token)).status).toBe(200)
  expect((await call(null, 'GET', `/mail-lists/${token}`)).status).toBe(404)
})

test('only this endpoint accepts requests from other sites, and only with POST', async () => {
  const { origin } = await theSite()
  const token = await tokenOf(await aReader(), 'all')
  const elsewhere = { origin: 'https://mail.example', 'content-type': 'application/x-www-form-urlencoded' }
  const asked = (method: string, path: string) => fetch(`${origin}${path}`, { method, headers: elsewhere }).then(({ status }) => status)
  expect(await asked('PUT', `/unsubscribe/${token}`)).toBe(405)
  expect(await asked('DELETE', `/unsubscribe/${token}`)).toBe(405)
  expect(await asked('POST', `/unsubscribe/${token}/more`)).toBe(405)
  expect(await asked('POST', '/unsubscribe')).toBe(405)
  expect(await asked('POST', '/api/v1/contact')).toBe(403)
})
