import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oauthServers, openOAuthClient } from './server/social/providers.ts'
import { type WayName, wayNames } from './ways.ts'

type Received = { path: string; body: string; authorization: string | undefined }

const received: Received[] = []
/** The responses of the provider's server; its token endpoint fails without one. */
let responses: Record<string, unknown> = {}
const server = createServer(async (request, response) => {
  const path = request.url ?? ''
  let body = ''
  for await (const piece of request) body += piece
  received.push({ path, body, authorization: request.headers.authorization })
  if (path === '/moved') response.writeHead(302, { location: '/profile' })
  else response.writeHead(path in responses ? 200 : 400, { 'content-type': 'application/json' })
  response.end(JSON.stringify(responses[path] ?? { error: 'invalid_grant' }))
})
let place = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  place = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

/** The client of a provider whose server is on this machine. */
function clientOf(way: WayName, profile = '/profile') {
  const real = oauthServers[way]
  const local = { ...real, token: `${place}/token`, profile: real.profile === null ? null : `${place}${profile}` }
  const provider = { clientId: 'our-id', clientSecret: 'our-secret', issuer: undefined }
  return openOAuthClient(way, { provider, origin: 'https://holdout.example', server: local })
}

const returned = { code: 'the-code', verifier: 'the-verifier' }
const idToken = (claims: object) => ['{}', JSON.stringify(claims), 'signature'].map((part) => Buffer.from(part).toString('base64url')).join('.')

test.each<[WayName, object]>([
  ['google', { sub: '42', name: 'Ada Ünal', email: 'ada@people.test', email_verified: true }],
  ['twitch', { sub: '42', preferred_username: 'Ada Ünal', email: 'ada@people.test', email_verified: true }],
  ['discord', { id: '42', global_name: 'Ada Ünal', email: 'ada@people.test', verified: true }],
  ['facebook', { id: '42', name: 'Ada Ünal', email: 'ada@people.test' }],
])('the code of %s is exchanged for the profile, with our secret and callback URL', async (way, profile) => {
  const isIdToken = oauthServers[way].profile === null
  responses = { '/token': { access_token: 'the-token', ...(isIdToken ? { id_token: idToken(profile) } : {}) }, '/profile': profile }
  received.length = 0
  const email = way === 'facebook' ? null : 'ada@people.test'
  expect(await clientOf(way).profileFor(returned)).toEqual({ subject: '42', name: 'Ada Ünal', email })
  expect(Object.fromEntries(new URLSearchParams(received[0]?.body))).toEqual({
    grant_type: 'authorization_code',
    code: 'the-code',
    redirect_uri: `https://holdout.example/api/auth/callback/${way}`,
    client_id: 'our-id',
    client_secret: 'our-secret',
    ...(way === 'google' ? { code_verifier: 'the-verifier' } : {}),
  })
  expect(received.slice(1)).toEqual(isIdToken ? [] : [{ path: '/profile', body: '', authorization: 'Bearer the-token' }])
})

test('a person is sent away with the state, and to Google with the hash of the verifier', async () => {
  for (const way of wayNames) {
    const query = new URL(await clientOf(way).authorizationUrl({ state: 'the-state', verifier: 'the-verifier' })).searchParams
    const challenge = way === 'google' ? createHash('sha256').update('the-verifier').digest('base64url') : null
    expect([query.get('response_type'), query.get('client_id'), query.get('state'), query.get('code_challenge')]).toEqual([
      'code',
      'our-id',
      'the-state',
      challenge,
    ])
    expect(query.toString()).not.toContain('our-secret')
  }
})

test('a refused code, a redirect, and a profile without an id identify nobody', async () => {
  responses = {}
  await expect(clientOf('discord').profileFor(returned)).rejects.toThrow('responded with 400')
  responses = { '/token': { access_token: 'the-token' }, '/profile': { id: '42', name: 'Ada' } }
  await expect(clientOf('discord', '/moved').profileFor(returned)).rejects.toThrow()
  await expect(clientOf('google').profileFor(returned)).rejects.toThrow()
  for (const id of [undefined, null, '', ' ', {}]) {
    responses = { '/token': { access_token: 'the-token' }, '/profile': { id, name: 'Ada' } }
    await expect(clientOf('facebook').profileFor(returned)).rejects.toThrow()
  }
})
