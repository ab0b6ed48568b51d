import fc from 'fast-check'
import { z } from 'zod'
import { Me } from '#features/accounts/contract.ts'
import { joinFields } from '#features/pledges/terms.ts'
import { tokenOfSecret } from '#platform/server/mailed-secret.ts'
import { oddText } from './hostile.ts'
import { checkOf, type Operation, parametersOf, type Schema } from './operations.ts'
import { type Actor, actorOf, confirmingLinks, membersPassword } from './people.ts'
import { Ref } from './pools.ts'

/** A route outside the contract, with schemas written by hand. `share`: how often it is requested, where 1 is a reading operation. */
export type OtherRoute = Operation & { share: number; actors: fc.Arbitrary<Actor>; inputs?: fc.Arbitrary<unknown> }

const text = { type: 'string', maxLength: 60 } as const
const object = (properties: Record<string, Schema>, required: string[] = []): Schema => ({ type: 'object', properties, required })
const anything = () => null

function refusals(codes: Record<string, number>): Operation['refusals'] {
  return new Map(Object.entries(codes).map(([code, status]) => [code, { status, data: anything }]))
}

type Options = Partial<OtherRoute> & Pick<OtherRoute, 'name' | 'path'>
function route(given: Options): OtherRoute {
  return {
    method: 'GET',
    base: '',
    parameters: parametersOf(given.path),
    input: object({}),
    isUpload: false,
    isDownload: false,
    successStatus: 200,
    answer: anything,
    refusals: refusals({}),
    share: 0.5,
    actors: actorOf,
    ...given,
  }
}

const said = checkOf(z.object({ message: z.string() }))

// Signing in and out ends sessions, so only actors that the rest of the run does not need sign in or out.
const leaving: fc.Arbitrary<Actor> = fc.oneof(
  fc.record({ kind: fc.constant('leaver' as const), number: fc.nat(999) }),
  fc.record({ kind: fc.constantFrom('visitor' as const, 'expired' as const, 'forged' as const), number: fc.nat(1) }),
)
/** Accounts that the preparation signs up. */
export const signers = ['signer.0@people.test', 'signer.1@people.test']
export const signersPassword = 'a passphrase of a signer'

const emails = fc.oneof(
  fc.constantFrom(...signers),
  fc.nat(400).map((number) => `somebody.${number}@people.test`),
)

const anyToken = fc.constantFrom('', 'x', 'a.b.c', 'eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6ImEifQ.x', '01900000-0000-7000-8000-000000000000.x')
/** Tokens as they are mailed to people who have not confirmed their address. */
const mailedTokens = confirmingLinks.map(tokenOfSecret)

const auth: OtherRoute[] = [
  route({
    name: 'auth.sign-up',
    method: 'POST',
    path: '/api/auth/sign-up/email',
    // Most are refused before hashing: hashing one password costs as much as a hundred other requests.
    inputs: fc.record(
      {
        name: fc.constantFrom('Ada Example', 'A', 'Bao', ''),
        email: emails,
        username: fc.constantFrom('ada_1', 'admin', 'x', null, ''),
        password: fc.oneof(
          { weight: 12, arbitrary: fc.constantFrom('short', 'password1', '12345678', '') },
          { weight: 1, arbitrary: fc.constant('quite another passphrase') },
        ),
      },
      { requiredKeys: ['email', 'password'] },
    ),
    input: object({ name: text, email: text, username: text, password: text }),
    answer: said,
    refusals: refusals({
      ...{ FULL_NAME_REQUIRED: 422, FULL_NAME_TOO_LONG: 422, EMAIL_INVALID: 422, USERNAME_CHARACTERS: 422, USERNAME_TOO_SHORT: 422, USERNAME_TOO_LONG: 422 },
      ...{
        FULL_NAME_RESERVED: 422,
        USERNAME_RESERVED: 422,
        USERNAME_TAKEN: 422,
        PASSWORD_TOO_SHORT: 422,
        PASSWORD_TOO_LONG: 422,
        PASSWORD_COMMON: 422,
        PASSWORD_REPEATS: 422,
        PASSWORD_PERSONAL: 422,
      },
    }),
    share: 0.6,
    actors: leaving,
  }),
  route({
    name: 'auth.sign-in',
    method: 'POST',
    path: '/api/auth/sign-in/email',
    inputs: fc.record({
      email: fc.oneof({ weight: 4, arbitrary: fc.constantFrom('nobody', '@', '', 'a@b') }, { weight: 1, arbitrary: fc.constantFrom(...signers) }),
      password: fc.constant(signersPassword),
    }),
    input: object({ email: text, password: text }, ['email', 'password']),
    answer: said,
    refusals: refusals({ INVALID_CREDENTIALS: 401, ACCOUNT_SUSPENDED: 403 }),
    share: 0.4,
    actors: leaving,
  }),
  route({ name: 'auth.sign-out', method: 'POST', path: '/api/auth/sign-out', answer: said, actors: leaving }),
  route({
    name: 'auth.request-password-reset',
    method: 'POST',
    path: '/api/auth/request-password-reset',
    inputs: fc.record({ email: fc.oneof(emails, fc.constantFrom('nobody', '', 'a@b')) }),
    input: object({ email: text }, ['email']),
    answer: said,
    refusals: refusals({ EMAIL_INVALID: 422 }),
  }),
  route({
    name: 'auth.reset-password',
    method: 'POST',
    path: '/api/auth/reset-password',
    inputs: fc.record({ token: anyToken, password: fc.constantFrom('short', 'password1', 'quite another passphrase') }),
    input: object({ token: text, password: text }, ['token', 'password']),
    answer: said,
    refusals: refusals({
      INVALID_TOKEN: 400,
      PASSWORD_TOO_SHORT: 422,
      PASSWORD_TOO_LONG: 422,
      PASSWORD_COMMON: 422,
      PASSWORD_REPEATS: 422,
      PASSWORD_PERSONAL: 422,
    }),
  }),
  route({
    name: 'auth.send-confirmation',
    method: 'POST',
    path: '/api/auth/send-confirmation',
    answer: said,
    refusals: refusals({ UNAUTHORIZED: 401, NO_ADDRESS: 409 }),
  }),
  route({
    name: 'auth.verify-email',
    method: 'POST',
    path: '/api/auth/verify-email',
    inputs: fc.record({ token: fc.oneof(anyToken, fc.constantFrom(...mailedTokens)) }),
    input: object({ token: text }, ['token']),
    answer: said,
    refusals: refusals({ INVALID_TOKEN: 400 }),
  }),
  route({
    name: 'auth.verify-new-email',
    method: 'POST',
    path: '/api/auth/verify-new-email',
    inputs: fc.record(
      { token: fc.oneof(anyToken, fc.constantFrom(...mailedTokens)), password: fc.constantFrom('x', '', membersPassword) },
      { requiredKeys: ['token'] },
    ),
    input: object({ token: text, password: text }, ['token']),
    answer: said,
    refusals: refusals({ INVALID_TOKEN: 400, PASSWORD_NEEDED: 401, UNAUTHORIZED: 401, CURRENT_PASSWORD_WRONG: 422 }),
  }),
  route({
    name: 'auth.change-email',
    method: 'POST',
    path: '/api/auth/change-email',
    inputs: fc.record({ email: fc.oneof(emails, fc.constantFrom('nobody', '')), password: fc.constantFrom('x', '') }),
    input: object({ email: text, password: text }, ['email']),
    answer: said,
    refusals: refusals({ UNAUTHORIZED: 401, EMAIL_INVALID: 422, EMAIL_UNCHANGED: 422, CURRENT_PASSWORD_WRONG: 422 }),
  }),
  route({ name: 'auth.get-session', path: '/api/auth/get-session', answer: checkOf(z.object({ viewer: Me.nullable() })) }),
  route({
    name: 'auth.social',
    method: 'POST',
    path: '/api/auth/sign-in/social',
    input: object({ provider: text, returnTo: text }, ['provider']),
    inputs: fc.record({ provider: fc.constantFrom('google', 'twitch', 'apple', ''), returnTo: oddText }, { requiredKeys: ['provider'] }),
    answer: checkOf(z.object({ url: z.url() })),
    refusals: refusals({ NOT_FOUND: 404 }),
    share: 0.3,
    actors: leaving,
  }),
  route({
    name: 'auth.link',
    method: 'POST',
    path: '/api/auth/link/google',
    input: object({ password: text }),
    answer: checkOf(z.object({ url: z.url() })),
    refusals: refusals({ UNAUTHORIZED: 401, CURRENT_PASSWORD_WRONG: 422 }),
    share: 0.2,
  }),
  route({
    name: 'auth, unknown',
    method: 'POST',
    path: '/api/auth/{what}',
    refusals: refusals({ NOT_FOUND: 404 }),
    input: object({ what: text }, ['what']),
    answer: () => 'an answer where nothing is',
    share: 0.2,
  }),
]

const reference = (noun: string) => fc.nat(10_000).map((pick) => new Ref(noun, 'any', pick))
const someText = fc.oneof(oddText, fc.constantFrom('Apparel', 'target', 'x'))
/** The query parameters that pages read; most requests leave most of them out. */
const pageQuery = {
  target: someText,
  industry: someText,
  causes: someText,
  status: fc.constantFrom('active', 'victory', 'archived', 'all', 'x', ''),
  sort: fc.constantFrom('trending', 'newest', 'most_pledged', 'x', ''),
  page: fc.constantFrom(1, 2, -1, 1e21, 'x'),
  returnTo: fc.constantFrom(
    '/campaigns',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/%5cevil',
    '/auth?returnTo=/auth',
    'javascript:alert(1)',
  ),
  mode: fc.constantFrom('signup', 'forgot', 'reset', 'email', 'x'),
  token: fc.constantFrom('x', 1, '<script>'),
  tab: fc.constantFrom('discussion', 'updates', 'about', 'members', 'campaigns', 'x'),
  postId: reference('posts'),
  invite: fc.constantFrom('x', '', '%00'),
  tag: someText,
  privacy: fc.constantFrom('all', 'public', 'private', 'x'),
  commentId: reference('comments'),
  kind: fc.constantFrom('campaigns', 'communities', 'x'),
  q: someText,
  updateId: reference('people'),
  cursor: reference('cursor'),
  x: someText,
}
const someOf = (most: number) =>
  fc
    .subarray(Object.keys(pageQuery) as (keyof typeof pageQuery)[], { maxLength: most })
    .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, pageQuery[name]])) as Record<string, fc.Arbitrary<unknown>>))

const others: OtherRoute[] = [
  route({
    name: 'live',
    path: '/api/v1/live',
    inputs: fc.record({
      topics: fc.oneof(
        fc.constantFrom(
          'stats',
          '',
          'everything',
          'stats,stats',
          'campaign:',
          'campaign:1',
          Array(101).fill('stats').join(),
          Array.from({ length: 120 }, (_, at) => `campaign:01900000-0000-7000-8000-${String(at).padStart(12, '0')}`).join(),
        ),
        fc.constantFrom('chat:', 'chat:01900000-0000-7000-8000-000000000001', 'stats,chat:x'),
        fc.constantFrom('community:', 'post:x', 'community:01900000-0000-7000-8000-000000000001,post:01900000-0000-7000-8000-000000000002'),
        fc.nat(99).map((number) => `stats,campaign:01900000-0000-7000-8000-0000000000${String(number).padStart(2, '0')}`),
      ),
    }),
    input: object({ topics: text, since: text }, ['topics']),
  }),
  route({
    name: 'media',
    path: '/media/{file}',
    refusals: refusals({ NOT_FOUND: 404 }),
    inputs: fc.record({
      file: fc.oneof(reference('files'), fc.constantFrom('x', '01900000-0000-7000-8000-000000000000-480.webp', '..%2f..%2fetc', 'a-0.webp', 'a-99999.webp')),
    }),
    input: object({ file: text }, ['file']),
  }),
  route({ name: 'alive', path: '/healthz', share: 0.2 }),
  route({ name: 'ready', path: '/readyz', share: 0.2 }),
  route({ name: 'metrics', path: '/metrics', share: 0.1 }),
  route({ name: 'description', path: '/api/openapi.json', share: 0.2 }),
  route({
    name: 'page views',
    method: 'POST',
    path: '/api/page-views',
    successStatus: 204,
    inputs: fc.oneof(fc.constantFrom('/', '/campaigns/$slug', '/nowhere', ''), oddText),
    share: 0.3,
  }),
  // This route always redirects, so it has no success response.
  route({
    name: 'join form',
    method: 'POST',
    path: '/campaigns/{id}/join',
    isForm: true,
    refusals: refusals({ NOT_FOUND: 404 }),
    inputs: fc.record(
      {
        id: fc.oneof({ weight: 6, arbitrary: reference('campaigns') }, { weight: 1, arbitrary: fc.oneof(reference('slugs'), oddText) }),
        [joinFields.isShown]: fc.constantFrom('yes', 'no', ''),
        [joinFields.isKnown]: fc.constantFrom('yes', 'x'),
        [joinFields.returnTo]: fc.oneof(pageQuery.returnTo, oddText),
        [joinFields.viewerId]: oddText,
      },
      { requiredKeys: ['id'] },
    ),
    input: object({ id: text, [joinFields.isShown]: text, [joinFields.isKnown]: text, [joinFields.returnTo]: text, [joinFields.viewerId]: text }, ['id']),
  }),
  route({ name: 'robots', path: '/robots.txt', share: 0.1 }),
  // The fuzzed site names no contact.
  route({ name: 'security text', path: '/.well-known/security.txt', refusals: refusals({ NOT_FOUND: 404 }), share: 0.1 }),
  route({ name: 'sitemap', path: '/sitemap.xml', share: 0.1 }),
  ...Object.entries({
    sitemaps: ['pages.xml', 'campaigns-1.xml', 'communities-1.xml', 'targets-1.xml', 'campaigns-0.xml', 'campaigns-99999999999999999999.xml', 'x'],
    logos: ['x.svg', '..%2fx'],
  }).map(([folder, files]) =>
    route({
      name: folder,
      path: `/${folder}/{file}`,
      refusals: refusals({ NOT_FOUND: 404 }),
      inputs: fc.record({ file: fc.oneof(fc.constantFrom(...files), oddText) }),
      input: object({ file: text }, ['file']),
      share: 0.2,
    }),
  ),
  // Not configured on the fuzzed site, so these addresses answer like pages that do not exist.
  ...['ads', 'donate'].map((what) =>
    route({ name: `frame of ${what}`, path: `/${what}/frame`, inputs: fc.record({ slot: oddText }), input: object({ slot: text }), share: 0.1 }),
  ),
  route({
    name: 'nothing',
    path: '/api/v1/{what}',
    refusals: refusals({ NOT_FOUND: 404 }),
    input: object({ what: text }, ['what']),
    answer: () => 'an answer where nothing is',
    share: 0.2,
  }),
]

const pages: OtherRoute[] = [
  '/',
  '/campaigns',
  '/campaigns/create',
  '/dashboard',
  '/auth',
  '/{nothing}',
  '/assets/{nothing}',
  '/campaigns/{slug}',
  '/campaigns/{slug}/history',
  '/campaigns/{slug}/admin',
  '/campaigns/{slug}/edit',
  '/communities',
  '/communities/create',
  '/communities/{slug}',
  '/communities/{slug}/edit',
].map((path) => {
  const names: Record<string, fc.Arbitrary<unknown>> = path.includes('{slug}')
    ? { slug: fc.oneof(reference('slugs'), reference('campaigns'), reference('communities'), oddText) }
    : path.endsWith('{nothing}')
      ? { nothing: oddText }
      : {}
  const inputs = fc.tuple(fc.record(names), someOf(3)).map(([named, query]) => ({ ...query, ...named }))
  return route({ name: `page ${path}`, path, inputs, share: path.includes('slug') ? 0.4 : 0.15 })
})

export const otherRoutes: OtherRoute[] = [...auth, ...others, ...pages]
