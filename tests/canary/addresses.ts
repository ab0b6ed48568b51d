import { readdirSync, readFileSync } from 'node:fs'
import { isFull } from '#tests/support/figures.ts'
import { allOperations } from '../matrix/clients.ts'
import type { CrawlRequest } from './crawler.ts'
import type { Value, World } from './world.ts'

type Parameter = { name: string; in: 'path' | 'query'; schema: { enum?: string[]; default?: string; anyOf?: { enum?: string[] }[] } }
export type Endpoint = { name: string; method: string; path: string; parameters: Parameter[] }

/** A request that contains `value`, or no value at all. Requests that differ only in a value of the same kind share a pattern. */
export type Address = { pattern: string; value: Value | null; request: (text: string) => CrawlRequest }
type Sources = { world: World; endpoints: Endpoint[]; patterns: string[] }

/** Every operation of the contract, with its parameters as the served OpenAPI document describes them. */
export async function endpointsOf(origin: string): Promise<Endpoint[]> {
  const described = (await (await fetch(`${origin}/api/openapi.json`)).json()) as { paths: Record<string, Record<string, { parameters?: Parameter[] }>> }
  return allOperations().map(({ name, method, path }) => {
    const operation = described.paths[path]?.[method.toLowerCase()]
    if (!operation) throw new Error(`${method} ${path} (${name}) is not described`)
    return { name, method, path, parameters: operation.parameters ?? [] }
  })
}

/** The URL patterns of all pages, read from the generated route tree. Throws if their number differs from the number of route files. */
export function routePatterns(): string[] {
  const tree = readFileSync('src/routeTree.gen.ts', 'utf8')
  const listed = /interface FileRoutesByFullPath \{([^}]*)\}/.exec(tree)?.[1] ?? ''
  const patterns = [...listed.matchAll(/'([^']+)':/g)].map(([, pattern]) => pattern ?? '')
  const files = readdirSync('src/routes', { recursive: true }).filter((file) => /^[^-].*\.tsx$/.test(String(file)) && file !== '__root.tsx')
  if (files.length !== patterns.length) throw new Error(`${files.length} route files, but ${patterns.length} routes`)
  return patterns
}

/** Fixed addresses: existing ones, planned ones, and ones that must never exist. */
const others = [
  ...[
    '/robots.txt',
    '/sitemap.xml',
    ...['campaigns', 'targets', 'industries', 'causes', 'communities'].map((kind) => `/sitemaps/${kind}-1.xml`),
    '/manifest.webmanifest',
    '/favicon.svg',
    '/favicon.ico',
    '/sw.js',
    '/.well-known/security.txt',
    '/api',
    '/api/openapi.json',
  ],
  ...['/healthz', '/readyz', '/metrics', '/api/auth/get-session', '/api/auth/list-sessions', '/api/v1', '/rpc', '/media/', '/feeds', '/feeds/campaigns.xml'],
  ...['/oembed', '/embed', '/search?q=zqk', '/api/v1/search?q=zqk', '/api/v1/search/preview?q=zqk', '/notifications', '/settings', '/api/v1/notifications'],
]
const families = [
  '/feeds/campaigns/',
  '/embed/campaigns/',
  '/oembed?url=/campaigns/',
  '/u/',
  '/profile/',
  '/api/v1/profiles/',
  '/targets/',
  '/industries/',
  '/causes/',
]
const ofOne = ['/admin', '/pledge', '/updates', '/updates/reach', '/chat', '/supporters', '/pledges', '/cover', '/og.png']

export const plain = (path: string): Address => ({ pattern: path, value: null, request: () => ({ path }) })
const about = (given: { pattern: string; value: Value; path: (text: string) => string }): Address => ({
  pattern: given.pattern,
  value: given.value,
  request: (text) => ({ path: given.path(text) }),
})

/** Every address that is known without following links: API operations, pages, and everything else. */
export function addressesOf({ world, endpoints, patterns }: Sources): Address[] {
  return [...operationAddresses(world, endpoints), ...pageAddresses(world, patterns), ...otherAddresses(world)]
}

function otherAddresses(world: World): Address[] {
  const { draft } = world.campaigns
  const hidden: Value[] = [
    { value: draft.id, kind: 'id', of: 'draft' },
    { value: world.people.pledger.id, kind: 'id', of: 'person' },
  ]
  const ofDraft = ofOne.flatMap((end) => [`/campaigns/${draft.id}${end}`, `/api/v1/campaigns/${draft.id}${end}`])
  return [
    ...others.map(plain),
    ...families.flatMap((family) => hidden.map((value) => about({ pattern: family, value, path: (text) => `${family}${text}` }))),
    ...ofDraft.map((path) => about({ pattern: path, value: { value: path, kind: 'word', of: 'draft' }, path: (text) => text })),
    ...world.values.filter(({ kind }) => kind === 'file').map((value) => about({ pattern: value.value, value, path: (text) => text })),
  ]
}

/** Every reading operation through `/api/v1` and through `/rpc`, requested about every secret and about public things of each kind. */
export function operationAddresses(world: World, endpoints: Endpoint[]): Address[] {
  const { active, victory, archived } = world.campaigns
  const { communities } = world
  const both = ({ id, slug }: { id: string; slug: string }, of: string): Value[] => [
    { value: id, kind: 'id', of },
    { value: slug, kind: 'slug', of },
  ]
  const things: Value[] = [
    ...secretOnes(world, ['id', 'slug']),
    ...both(communities.private, 'private community'),
    ...[active, victory, archived, communities.public].flatMap((one) => both(one, 'public')),
    ...[world.comment, world.removedComment, world.update].map((value): Value => ({ value, kind: 'id', of: 'public' })),
  ]
  const words = secretOnes(world, ['word', 'slug'])
  return endpoints
    .filter(({ method }) => method === 'GET')
    .flatMap(({ name, path, parameters }): Address[] => {
      const rpc = (input: object) => ({ method: 'POST', path: `/rpc/${name.replace('.', '/')}`, body: JSON.stringify({ json: input }) })
      const inPath = parameters.find((parameter) => parameter.in === 'path')
      const query = parameters.filter((parameter) => parameter.in === 'query')
      const most = query.some((parameter) => parameter.name === 'limit') ? { limit: 100 } : {}
      const combined = combinations(query).map((chosen) => ({ ...most, ...chosen }))
      if (inPath) {
        const pairs = things.flatMap((value) => combined.map((input) => ({ value, input })))
        return pairs.flatMap(({ value, input }) => [
          about({ pattern: name, value, path: (text) => `/api/v1${path.replace(/\{\w+\}/g, encodeURIComponent(text))}${queryOf(input)}` }),
          { pattern: `${name} rpc`, value, request: (text) => rpc({ ...input, [inPath.name]: text }) },
        ])
      }
      return [
        ...combined.flatMap((input): Address[] => [
          { ...plain(`/api/v1${path}${queryOf(input)}`), pattern: name },
          { pattern: `${name} rpc`, value: null, request: () => rpc(input) },
        ]),
        ...query
          .filter(({ name: key, schema }) => key !== 'limit' && !schema.enum)
          .flatMap(({ name: key }) =>
            words.map((value) => about({ pattern: `${name}?${key}`, value, path: (text) => `/api/v1${path}${queryOf({ [key]: text })}` })),
          ),
      ]
    })
}

/** Everything that only moderators and administrators may read, also requested about the person of the private pledge and about its campaign. */
export function moderationAddresses(world: World, endpoints: Endpoint[]): Address[] {
  const theirs = endpoints.filter(({ method, path }) => method === 'GET' && /^\/(moderation|jobs|switches)\b/.test(path))
  const { pledger } = world.people
  const asked = [pledger.id, 'Shownpledger', world.campaigns.active.id]
  const filtered = theirs.flatMap(({ path, parameters }) =>
    parameters
      .filter(({ in: place, name, schema }) => place === 'query' && name !== 'limit' && !schema.enum)
      .flatMap(({ name }) => asked.map((value) => plain(`/api/v1${path}${queryOf({ [name]: value })}`))),
  )
  return [...operationAddresses(world, theirs), ...filtered, plain('/moderation/reports'), plain('/operator/jobs')]
}

const isSecret = ({ secrets }: World, { value }: Value) => secrets.find(value).length > 0
const secretOnes = (world: World, kinds: Value['kind'][]) => world.values.filter((value) => kinds.includes(value.kind) && isSecret(world, value))

/** Short run: at most this many slugs of each kind. */
const fewSlugs = 5

/** Every page with every id and slug in its path, and with secrets in the query parameters that pages read. */
function pageAddresses(world: World, patterns: string[]): Address[] {
  const slugs = world.values.filter(({ kind }) => kind === 'slug')
  const some = isFull ? slugs : [...Map.groupBy(slugs, ({ of }) => of).values()].flatMap((ofOne) => ofOne.slice(-fewSlugs))
  const pages = patterns.flatMap((pattern): Address[] => {
    if (!pattern.includes('$')) return [plain(pattern)]
    return [...some, ...secretOnes(world, ['id'])].map((value) => about({ pattern, value, path: (text) => pattern.replace(/\$\w+/, encodeURIComponent(text)) }))
  })
  // One secret word from a draft, one from a private community.
  const secretWords = secretOnes(world, ['word', 'slug'])
  const inCommunity = secretWords.filter(({ value }) => world.secrets.find(value).some(({ what }) => what.startsWith('a private community')))
  const words = [...secretWords.slice(0, 1), ...inCommunity.slice(0, 1)]
  const { communities, campaigns } = world
  // Also requests things of the private community from pages to which they do not belong: a public community, a campaign.
  const deep: [page: string, names: string[]][] = [
    [`/communities/${communities.private.slug}`, ['postId', 'commentId', 'cursor', 'q', 'invite']],
    [`/communities/${communities.public.slug}`, ['postId', 'commentId', 'invite']],
    [`/campaigns/${campaigns.active.slug}`, ['commentId', 'updateId']],
  ]
  const inside = secretOnes(world, ['id']).flatMap((value) =>
    deep.flatMap(([page, given]) => given.map((name) => about({ pattern: `${page}?${name}`, value, path: (text) => `${page}?${name}=${text}` }))),
  )
  const tabs = [communities.private, communities.public].flatMap(({ slug }) =>
    ['about', 'members', 'campaigns'].map((tab) => plain(`/communities/${slug}?tab=${tab}`)),
  )
  const found = inCommunity.map((value) => about({ pattern: '/search?q', value, path: (text) => `/search${queryOf({ q: text, kind: 'communities' })}` }))
  const names = [
    ...['target', 'industry', 'causes', 'status', 'sort', 'q', 'search', 'tab', 'mode'],
    ...['updateId', 'commentId', 'postId', 'invite', 'tag', 'privacy', 'kind', 'returnTo'],
  ]
  const searches = patterns
    .filter((pattern) => !pattern.includes('$'))
    .flatMap((pattern) =>
      words.map((value) =>
        about({ pattern: `${pattern}?`, value, path: (text) => `${pattern}${queryOf(Object.fromEntries(names.map((name) => [name, text])))}` }),
      ),
    )
  return [...pages, ...searches, ...inside, ...tabs, ...found]
}

/** All combinations of the values of those parameters that have an enum. */
function combinations(parameters: Parameter[]): Record<string, string>[] {
  return parameters.reduce<Record<string, string>[]>(
    (chosen, { name, schema }) => {
      const options = schema.enum ?? schema.anyOf?.flatMap((part) => part.enum ?? []) ?? []
      return options.length === 0 ? chosen : chosen.flatMap((one) => options.map((option) => ({ ...one, [name]: option })))
    },
    [{}],
  )
}

export const queryOf = (input: object) => {
  const text = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}
