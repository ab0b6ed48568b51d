import { expect, test } from 'vitest'
import { aMember, password } from '#tests/support/accounts.ts'
import { request } from '#tests/support/http.ts'
import { call, theSite } from '#tests/support/site.ts'

test('the sign-in form, sent without JavaScript, redirects within this site only, or back to the form with the reason', async () => {
  const { email } = await aMember()
  const { origin } = await theSite()
  const sent = async (fields: Record<string, string>, headers?: Record<string, string>) => {
    const response = await request(origin, {
      method: 'POST',
      path: '/api/auth/sign-in/form',
      body: new URLSearchParams({ email, password, ...fields }),
      headers,
    })
    return { status: response.status, location: response.headers.get('location'), cookies: response.headers.getSetCookie() }
  }
  const { location, cookies } = await sent({ returnTo: '/explore' })
  expect(location).toBe('/explore')
  expect((await call({ id: '', cookie: cookies[0]?.split(';')[0] ?? '' }, 'GET', '/me')).status).toBe(200)
  expect(await sent({ returnTo: 'https://elsewhere.test/' })).toMatchObject({ status: 303, location: '/' })
  expect(await sent({ returnTo: '/explore', password: 'not the passphrase' })).toEqual({
    status: 303,
    location: '/auth?refused=INVALID_CREDENTIALS&returnTo=%2Fexplore',
    cookies: [],
  })
  expect(await sent({}, { origin: 'https://elsewhere.test' })).toEqual({ status: 403, location: null, cookies: [] })
})
