import { readdirSync, readFileSync } from 'node:fs'
import { allOperations } from '#tests/matrix/doors.ts'
import { type Asked, type Crawl, inLanes } from './crawler.ts'
import type { Value, World } from './world.ts'

type Parameter = { name: string; in: 'path' | 'query'; schema: { enum?: string[]; default?: string; anyOf?: { enum?: string[] }[] } }
export type Door = { name: string; method: string; path: string; parameters: Parameter[] }

/** Every operation as the product describes it, with its name in the contract. */
export async function doorsOf(origin: string): Promise<Door[]> {
  const described = (await (await fetch(`${origin}/api/openapi.json`)).json()) as { paths: Record<string, Record<string, { parameters?: Parameter[] }>> }
  return allOperations().map(({ name, method, path }) => {
    const operation = described.paths[path]?.[method.toLowerCase()]
    if (!operation) throw new Error(`${method} ${path} (${name}) is not described`)
    return { name, method, path, parameters: operation.parameters ?? [] }
  })
}

/** The pages of the route tree, by their patterns; one for each file. */
export function routePatterns(): string[] {
  const tree = readFileSync('src/routeTree.gen.ts', 'utf8')
  const listed = /interface FileRoutesByFullPath \{([^}]*)\}/.exec(tree)?.[1] ?? ''
  const patterns = [...listed.matchAll(/'([^']+)':/g)].map(([, pattern]) => pattern ?? '')
  const files = readdirSync('src/routes', { recursive: true }).filter((file) => /^[^-].*\.tsx$/.test(String(file)) && file !== '__root.tsx')
  if (files.length !== patterns.length) throw new Error(`${files.length} route files, but ${patterns.length} routes`)
  return patterns
}

/** Addresses that are there, that will be, and that never should. */
const others = [
  ...[
    '/robots.txt',
    '/sitemap.xml',
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
const ofOne = ['/admin', '/updates', '/chat', '/supporters', '/pledges', '/cover', '/og.png']

/** Asks about a value; whoever knows a person's id may see their profile, anywhere else it is a secret like others. */
function ask(crawl: Crawl, about: { world: World; value: Value; call: (text: string) => Asked }): Promise<void> {
  const { world, value, call } = about
  const isPerson = Object.values(world.people).some(({ id }) => id === value.value)
  const isProfile = /^\/(u|profile|api\/v1\/profiles|rpc\/profiles|rpc\/communities\/ofPerson)(\/|$)/.test(call(value.value).path)
  return isPerson && isProfile ? crawl.askOpenly(value, call) : crawl.askAbout(value, call)
}

/** Everything that can be read, by every address we know of and every link found on the way. */
export async function crawlAll(crawl: Crawl, { world, doors, patterns }: { world: World; doors: Door[]; patterns: string[] }): Promise<void> {
  await crawlDoors(crawl, world, doors)
  await crawlPages(crawl, world, patterns)
  await inLanes(others, (path) => crawl.ask({ path }))
  const { draft: secret } = world.campaigns
  const hidden: Value[] = [secret.id, secret.slug, world.people.pledger.id].map((value) => ({ value, kind: 'id' }))
  await inLanes(
    families.flatMap((family) => hidden.map((value) => ({ family, value }))),
    ({ family, value }) => ask(crawl, { world, value, call: (text) => ({ path: `${family}${text}` }) }),
  )
  await inLanes(
    ofOne.flatMap((end) => [`/campaigns/${secret.slug}${end}`, `/api/v1/campaigns/${secret.id}${end}`]),
    (path) => crawl.askAbout({ value: path, kind: 'word' }, (text) => ({ path: text })),
  )
  await inLanes(
    world.values.filter(({ kind }) => kind === 'file'),
    (file) => crawl.askAbout(file, (path) => ({ path })),
  )
  for (let round = 0; round < 3; round++) await inLanes([...crawl.links].slice(0, 400), (path) => crawl.ask({ path }))
}

/** Every reading operation through both doors: about every secret, and about public things of each kind. */
export async function crawlDoors(crawl: Crawl, world: World, doors: Door[]): Promise<void> {
  const { active, victory, archived } = world.campaigns
  const { communities } = world
  const known = [active, victory, archived, communities.private, communities.public].flatMap(({ id, slug }): Value[] => [
    { value: id, kind: 'id' },
    { value: slug, kind: 'slug' },
  ])
  const things = [
    ...secretOnes(world, ['id', 'slug']),
    ...known,
    { value: world.comment, kind: 'id' as const },
    { value: world.removedComment, kind: 'id' as const },
    { value: world.update, kind: 'id' as const },
  ]
  const words = secretOnes(world, ['word', 'slug'])
  const calls = doors
    .filter(({ method }) => method === 'GET')
    .flatMap(({ name, path, parameters }): (() => Promise<unknown>)[] => {
      const rpc = (input: object) => ({ method: 'POST', path: `/rpc/${name.replace('.', '/')}`, body: JSON.stringify({ json: input }) })
      const inPath = parameters.find((parameter) => parameter.in === 'path')
      const query = parameters.filter((parameter) => parameter.in === 'query')
      const most = query.some((parameter) => parameter.name === 'limit') ? { limit: 100 } : {}
      const combined = combinations(query).map((chosen) => ({ ...most, ...chosen }))
      if (inPath) {
        const pairs = things.flatMap((value) => combined.map((input) => ({ value, input })))
        return pairs.flatMap(({ value, input }) => [
          () => ask(crawl, { world, value, call: (text) => ({ path: `/api/v1${path.replace(/\{\w+\}/g, encodeURIComponent(text))}${queryOf(input)}` }) }),
          () => ask(crawl, { world, value, call: (text) => rpc({ ...input, [inPath.name]: text }) }),
        ])
      }
      return [
        ...combined.flatMap((input) => [() => crawl.ask({ path: `/api/v1${path}${queryOf(input)}` }), () => crawl.ask(rpc(input))]),
        ...query
          .filter(({ name: key, schema }) => key !== 'limit' && !schema.enum)
          .flatMap(({ name: key }) => words.map((value) => () => crawl.askAbout(value, (text) => ({ path: `/api/v1${path}${queryOf({ [key]: text })}` })))),
      ]
    })
  await inLanes(calls, (call) => call())
}

const secretOnes = ({ values, secrets }: World, kinds: Value['kind'][]) =>
  values.filter(({ kind, value }) => kinds.includes(kind) && secrets.find(value).length > 0)

/** Every page by every id and slug, and with secrets in the parameters that pages read. */
async function crawlPages(crawl: Crawl, world: World, patterns: string[]): Promise<void> {
  const pages = patterns.flatMap((pattern): (() => Promise<unknown>)[] => {
    if (!pattern.includes('$')) return [() => crawl.ask({ path: pattern })]
    const slugs = world.values.filter(({ kind }) => kind === 'slug')
    return [...slugs, ...secretOnes(world, ['id'])].map(
      (value) => () => ask(crawl, { world, value, call: (text) => ({ path: pattern.replace(/\$\w+/, encodeURIComponent(text)) }) }),
    )
  })
  // One that stands in a draft, one that stands in a private community.
  const secretWords = secretOnes(world, ['word', 'slug'])
  const inCommunity = secretWords.filter(({ value }) => world.secrets.find(value).some(({ what }) => what.startsWith('a private community')))
  const words = [...secretWords.slice(0, 1), ...inCommunity.slice(0, 1)]
  const { communities, campaigns } = world
  // Also from where it is not: a public community, a campaign.
  const deep: [page: string, names: string[]][] = [
    [`/communities/${communities.private.slug}`, ['postId', 'commentId', 'cursor', 'q', 'invite']],
    [`/communities/${communities.public.slug}`, ['postId', 'commentId', 'invite']],
    [`/campaigns/${campaigns.active.slug}`, ['commentId', 'updateId']],
  ]
  const inside = secretOnes(world, ['id']).flatMap((value) =>
    deep.flatMap(([page, given]) => given.map((name) => () => crawl.askAbout(value, (text) => ({ path: `${page}?${name}=${text}` })))),
  )
  const tabs = [communities.private, communities.public].flatMap(({ slug }) =>
    ['about', 'members', 'campaigns'].map((tab) => () => crawl.ask({ path: `/communities/${slug}?tab=${tab}` })),
  )
  const found = inCommunity.map((word) => () => crawl.askAbout(word, (text) => ({ path: `/search${queryOf({ q: text, kind: 'communities' })}` })))
  const names = [
    'target',
    'industry',
    'causes',
    'status',
    'sort',
    'q',
    'search',
    'tab',
    'mode',
    'updateId',
    'commentId',
    'postId',
    'invite',
    'tag',
    'privacy',
    'kind',
    'returnTo',
  ]
  const searches = patterns
    .filter((pattern) => !pattern.includes('$'))
    .flatMap((pattern) =>
      words.map((word) => () => crawl.askAbout(word, (text) => ({ path: `${pattern}${queryOf(Object.fromEntries(names.map((name) => [name, text])))}` }))),
    )
  await inLanes([...pages, ...searches, ...inside, ...tabs, ...found], async (call) => call())
}

/** All choices of the parameters that name theirs. */
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
