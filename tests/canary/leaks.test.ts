import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '#platform/server/store/open-store.ts'
import { readRights } from '#tests/matrix/read-rights.ts'
import { actors, words } from '#tests/matrix/rights.ts'
import { eventually } from '#tests/support/load.ts'
import type { Product } from '#tests/support/product.ts'
import { seed } from '#tests/support/seed.ts'
import { untilServed } from '#tests/support/until-served.ts'
import { send } from '#tests/support/visitor.ts'
import { storeDigest } from '../support/content-hash.ts'
import { addressesOf, type Endpoint, endpointsOf, moderationAddresses, plain, routePatterns } from './addresses.ts'
import { columns } from './columns.ts'
import { crawlTogether, inLanes, type Reader } from './crawl.ts'
import { type Crawl, openCrawl } from './crawler.ts'
import type { Canary } from './secrets.ts'
import { makeWorldSite, type WorldSite } from './site.ts'
import { listen, openSpellings, sendInvalidRequests } from './trouble.ts'
import type { Name, World } from './world.ts'

// Applicants to the private community, and people banned from it, must not see its content either.
const foreigners = ['visitor', 'stranger', 'unconfirmed', 'supporter', 'moderator', 'admin', 'suspended', 'waiting', 'shutOut'] as const
const owners = ['creator', 'pledger', 'insider'] as const
/** Readers who read the whole API also in the short run. */
const reading: Record<string, Reader['reads']> = { creator: 'all', stranger: 'all' }
/** Secrets that must not be in a log at any level: all personal data except ids and values that are part of URLs. */
const isUnloggable = ({ what, needle }: Canary) =>
  /^(\w+: (?!who it is)|draft: idempotency key|late: )/.test(what) && !/^draft: (?!idem)/.test(what) && needle !== ''

let site: WorldSite
let world: World
let product: Product
let endpoints: Endpoint[]
let said = ''
let before: Record<string, string>
let unlisted: string[]
const crawls = new Map<string, Crawl>()
const patterns = routePatterns()
const start = () => site.start({ LOG_LEVEL: 'debug', TRUSTED_PROXIES: '127.0.0.1' })

beforeAll(async () => {
  site = await makeWorldSite()
  world = site.world
  ;[before, unlisted] = await site.withStore(async (store) => [await storeDigest(store), await unlikeTheList(store, world)])
  product = await start()
  endpoints = await endpointsOf(product.origin)
})
afterAll(async () => {
  await product?.stop()
  await site?.remove()
})

test('every private column contains a secret, and every text column is classified as private or public', () => {
  expect(unlisted).toEqual([])
})

test(`every address is read by every kind of person, first by its owners (TEST_SEED=${seed})`, async () => {
  for (const name of [...owners, ...foreigners]) {
    const cookie = name === 'visitor' ? null : world.people[name].cookie
    const pairs = ['pledger', 'moderator', 'admin'].includes(name) ? pairsOf(world) : {}
    crawls.set(name, openCrawl({ origin: product.origin, secrets: world.secrets, visitor: { name, cookie }, pairs }))
  }
  const readers = [...crawls.values()].map((crawl) => ({ crawl, reads: reading[crawl.name] ?? 'sample' }))
  await crawlTogether(readers, addressesOf({ world, endpoints, patterns }))
  for (const name of foreigners) await sendInvalidRequests(crawlOf(name), { world, endpoints })
})

function crawlOf(name: string): Crawl {
  const crawl = crawls.get(name)
  if (!crawl) throw new Error(`${name} has read nothing`)
  return crawl
}

test('the crawl of a secret’s owner finds the secret if any response shows it, which proves that crawls find secrets', () => {
  const own = owners.map(crawlOf)
  const shown = new Set(own.flatMap((crawl) => [...crawl.shown]))
  const missed = world.secrets.all().filter(({ atHome, seenBy, what }) => atHome && owners.some((name) => seenBy.includes(name)) && !shown.has(what))
  // Compared together, because an owner who was refused by an error has missed secrets for that reason.
  const errors = own.flatMap(({ leaks: told, oracles }) => [...[...told].map(([what, where]) => `${what} at ${where}`), ...oracles])
  expect({ missed: missed.map(({ what }) => what), errors }).toEqual({ missed: [], errors: [] })
  expect(shown).toContain('draft: picture')
})

test.each(foreigners)('a crawl as %s through every address finds no secret, and no response reveals one by differing', (name) => {
  const crawl = crawlOf(name)
  const notified = [...crawl.leaks].map(([what, where]) => `${what} at ${where}`)
  expect({ told: notified, oracles: crawl.oracles }).toEqual({ told: [], oracles: [] })
  expect(crawl.asked.size).toBeGreaterThan(500)
})

/** The person of a private pledge and its campaign, and an author of a reported comment and its campaign. */
function pairsOf({ people, campaigns: { active } }: World) {
  const namesOf = (name: 'pledger' | 'author') => [people[name].id, people[name].lastName, `Shown${name}`]
  const campaign = [active.id, active.slug]
  return { 'private pledge': { person: namesOf('pledger'), campaign }, 'reported comment': { person: namesOf('author'), campaign } }
}

test.each(['moderator', 'admin'])('no response to a %s names the person of a private pledge together with its campaign', async (name) => {
  const crawl = crawlOf(name)
  await inLanes(moderationAddresses(world, endpoints), crawl.read)
  for (let round = 0; round < 2; round++)
    await inLanes(
      [...crawl.links].filter((link) => /^\/(moderation|operator)\b/.test(link)),
      (link) => crawl.read(plain(link)),
    )
  const foundBy = (reader: Crawl, pair: string) => reader.together.filter((each) => each.pair === pair).map(({ where }) => where)
  expect(foundBy(crawl, 'private pledge')).toEqual([])
  expect({ told: [...crawl.leaks], oracles: crawl.oracles }).toEqual({ told: [], oracles: [] })
  // Controls: the queue names an author together with a campaign, and the person of the pledge sees both.
  expect(foundBy(crawl, 'reported comment').filter((where) => where.includes('/moderation/'))).not.toEqual([])
  expect(foundBy(crawlOf('pledger'), 'private pledge')).not.toEqual([])
})

test('every page of the route tree and every reading operation was crawled by every kind of person', () => {
  for (const crawl of crawls.values()) {
    const paths = [...crawl.asked].map((where) => where.split(' ')[1]?.split('?')[0] ?? '')
    const unvisited = [...patterns, ...endpoints.filter(({ method }) => method === 'GET').map(({ path }) => `/api/v1${path}`)].filter(
      (pattern) => !paths.some((path) => asPattern(pattern).test(path)),
    )
    expect({ name: crawl.name, unvisited }).toEqual({ name: crawl.name, unvisited: [] })
  }
})

async function someSlug(list: string): Promise<{ slug: string }> {
  const answer = await fetch(`${product.origin}/api/v1/${list}?limit=1`)
  return (await answer.json()).items[0]
}

test('every page responds to everybody as the table of rights says', async () => {
  const rows = readRights().filter(({ operation }) => operation.startsWith('page '))
  expect([...new Set(rows.map(({ operation }) => operation.slice(5)))].sort()).toEqual(patterns.map(tablePath).sort())
  const wrong: string[] = []
  const subjects = { target: await someSlug('targets'), industry: await someSlug('industries'), cause: await someSlug('causes') }
  await inLanes(
    rows.flatMap((row) => actors.map((actor) => ({ row, actor }))),
    async ({ row, actor }) => {
      const people = {
        member: { slug: world.people.creator.id },
        left: { slug: world.left },
        decision: { slug: world.decision },
        'company statement': world.campaigns.victory,
      }
      const slug =
        { ...world.campaigns, ...people, ...subjects, ...world.communities, absent: { slug: 'never-was' } }[row.thing as 'draft' | 'absent']?.slug ?? ''
      const path = row.operation
        .slice(5)
        .replace('{token}', world.mailListToken)
        .replace('{page}', row.thing === 'absent' ? slug : row.operation.includes('/moderation') ? 'joins' : 'jobs')
        .replace(/\{\w+\}/, slug)
      const { cookie } = actor === 'visitor' ? { cookie: '' } : world.people[actor]
      const { status, headers } = await untilServed(
        () => read(fetch(`${product.origin}${path}`, { headers: { cookie }, redirect: 'manual' })),
        ({ status }) => status === 503,
      )
      const location = headers.get('location') ?? ''
      const word = row.cells[actor]
      const leads = { 'to-auth': '/auth?returnTo=', 'to-home': '/', 'to-profile': '/u/', 'to-list': path.replace('/explore', '') }[String(word)] ?? ''
      if (status !== words[word].status || !location.startsWith(leads)) wrong.push(`${actor} on ${path}: ${word} expected, ${status} ${location}`)
    },
  )
  expect(wrong).toEqual([])
})

test('no other spelling of a closed address gives access to it', async () => {
  const { draft } = world.campaigns
  const secret = [`/api/v1/campaigns/${draft.id}`, `/api/v1/campaigns/${draft.id}/history`, `/campaigns/${draft.id}`]
  const files = world.values.flatMap(({ kind, value }) => (kind === 'file' && world.secrets.find(value).length > 0 ? [value] : []))
  const reads = [...secret, ...files].map((path) => ({ method: 'GET', path }))
  const signedIn = ['/api/v1/me', '/api/v1/me/campaigns', '/dashboard', '/campaigns/create'].map((path) => ({ method: 'GET', path }))
  const isOpen = (name: string) => readRights().some(({ operation, cells }) => operation === name && cells.visitor === 'yes')
  const writes = endpoints
    .filter(({ name, method }) => method !== 'GET' && !isOpen(name))
    .map(({ method, path }) => ({
      method,
      path: `/api/v1${path.replace(/\{\w+\}/, path.includes('/comments/{') || path.includes('likes') ? world.comment : draft.id)}`,
    }))
  expect(await openSpellings(product.origin, { cookie: null }, [...reads, ...signedIn, ...writes])).toEqual([])
  expect(await openSpellings(product.origin, world.people.stranger, reads)).toEqual([])
  // Control: the creator has access, so some of the spellings must succeed for them.
  expect((await openSpellings(product.origin, world.people.creator, reads)).length).toBeGreaterThan(5)
})

test('the crawl has written nothing', async () => {
  await product.stop()
  said += product.output()
  const after = await site.withStore(storeDigest)
  product = await start()
  expect(after).toEqual(before)
})

test('open streams receive nothing about private acts', async () => {
  const { draft, active, victory, archived } = world.campaigns
  const topics = [
    'stats',
    ...[draft, active, victory, archived].flatMap(({ id }) => [`campaign:${id}`, `chat:${id}`, `talk:${id}`]),
    `community:${world.communities.private.id}`,
    `post:${world.communities.post}`,
  ]
  const cookies = [null, ...foreigners.slice(1).map((name) => world.people[name as Name].cookie)]
  const streams = await Promise.all(cookies.map((cookie) => listen(product.origin, cookie, topics)))
  const { creator, author, latecomer, insider } = world.people
  const own = await listen(product.origin, insider.cookie, topics)
  const as = (who: { cookie: string }, method: string, path: string, body: object) =>
    send(product, { method, path: `/api/v1${path}`, cookie: who.cookie, body })
  const changed = await as(creator, 'PATCH', `/campaigns/${draft.id}`, { summary: `Newer ${world.secrets.word('late: the draft’s goal', ['creator'])}` })
  const said = await as(author, 'POST', `/campaigns/${active.id}/comments`, { body: world.secrets.word('late: a removed comment', []) })
  await as(author, 'DELETE', `/comments/${said.body.id}`, {})
  const chatted = await as(author, 'POST', `/campaigns/${active.id}/chat`, { body: 'Anybody here?' })
  await as(creator, 'DELETE', `/chat/${chatted.body.id}`, {})
  const posted = await as(insider, 'POST', `/communities/${world.communities.private.id}/posts`, {
    body: world.secrets.word('late: a post', ['insider', 'creator']),
  })
  world.secrets.keep('late: a post’s id', posted.body.id, ['insider', 'creator'])
  const joined = await as(latecomer, 'PUT', `/campaigns/${active.id}/pledge`, { isPrivate: true })
  expect([changed.status, joined.status]).toEqual([200, 200])
  const { supporters } = joined.body.count
  await eventually('every stream receives the count', () =>
    streams.every(({ received }) => received().includes(`"topic":"campaign:${active.id}","data":{"supporters":${supporters}`)),
  )
  await eventually('every stream receives the deletion', () => streams.every(({ received }) => received().includes(`{"removed":"${chatted.body.id}"}`)))
  // A member's stream receives it, so it was published and the other streams could have received it.
  await eventually('a member receives it', () => own.received().includes(posted.body.id))
  own.close()
  for (const { received, close } of streams) {
    expect(world.secrets.find(received()).map(({ what }) => what)).toEqual([])
    close()
  }
  for (const topic of [`me:${creator.id}`, 'chat:*', `draft:${draft.id}`, `person:${creator.id}`, '*'])
    expect((await read(fetch(`${product.origin}/api/v1/live?topics=${topic}`))).status).toBe(400)
})

test('signing up and in give the same responses for known and unknown addresses', async () => {
  const crawl = openCrawl({ origin: product.origin, secrets: world.secrets, visitor: { name: 'visitor', cookie: null } })
  const known = world.values.filter(({ kind, value }) => kind === 'word' && value.includes('@')).slice(0, 1)
  expect(known.length).toBeGreaterThan(0)
  for (const email of known) {
    const post = (path: string, more: object) =>
      crawl.requestAsEverybody(email, (address) => ({ method: 'POST', path, body: JSON.stringify({ email: address, ...more }) }))
    await post('/api/auth/sign-up/email', { name: 'Some Body', password: 'a good passphrase' })
    await post('/api/auth/sign-in/email', { password: 'not the passphrase' })
    await post('/api/auth/request-password-reset', {})
  }
  expect(crawl.oracles).toEqual([])
  expect([...crawl.leaks]).toEqual([])
})

test('the log at its most detailed level contains no cookie, token, password, email address or network address', async () => {
  const { secrets } = world
  const [email, password, browser] = ['email address', 'password', 'user agent'].map((what) => secrets.word(`late: ${what}`, []))
  const from = secrets.keep('late: network address', '203.0.113.77', [])
  const post = (path: string, body: object) =>
    read(
      fetch(`${product.origin}/api/auth/${path}`, {
        method: 'POST',
        headers: { origin: product.origin, 'content-type': 'application/json', 'user-agent': String(browser), 'x-forwarded-for': from },
        body: JSON.stringify(body),
      }),
    )
  await post('sign-up/email', { name: 'Some Body', email: `${email}@people.test`, password, openSeconds: 30 })
  await post('sign-in/email', { email: `${email}@people.test`, password: `${password}x` })
  const { headers } = await post('sign-in/email', { email: `${email}@people.test`, password })
  const [cookie = ''] = headers.getSetCookie()[0]?.split(';') ?? []
  const [token = '', signature = ''] = decodeURIComponent(cookie.split('=')[1] ?? '').split('.')
  secrets.keep('late: session token', token, [])
  secrets.keep('late: cookie’s signature', signature, [])
  const me = () => read(fetch(`${product.origin}/api/v1/me`, { headers: { cookie } })).then(({ status }) => status)
  expect(await me()).toBe(200)
  // Cuts the product's database connections, so that it logs errors.
  await site.withStore((store) =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(store.db),
  )
  await eventually('the product is ready again', async () => (await me()) === 200)
  // PostgreSQL cannot represent this timestamp, so the query fails and is logged.
  const cursor = Buffer.from(`["99999-01-01 00:00:00+00","${world.comment}"]`).toString('base64url')
  await read(fetch(`${product.origin}/api/v1/campaigns?sort=newest&cursor=${cursor}`))
  await product.stop()
  said += product.output()
  const found = secrets.find(said).filter(isUnloggable)
  expect(found.map(({ what }) => what)).toEqual([])
  expect(said.split('\n').filter((line) => line.includes('"path":"/api/v1/me"')).length).toBeGreaterThan(3)
})

/** Reads the body to its end, so that the connection is free for the next request. */
async function read(answer: Promise<Response>): Promise<Response> {
  const response = await answer
  await response.arrayBuffer()
  return response
}

/** Formats a route's pattern as it is written in the table of rights. */
const tablePath = (pattern: string) => pattern.replace(/\$(\w+)/, '{$1}').replace(/(?<=.)\/$/, '')

const asPattern = (pattern: string) => new RegExp(`^${pattern.replace(/\$\w+|\{\w+\}/g, '[^/]+').replace(/(?<=.)\/$/, '/?')}$`)

/** Text columns that are missing from the list, and private columns that contain no secret. */
async function unlikeTheList({ db }: Store, { secrets }: World): Promise<string[]> {
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select c.table_name, c.column_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'jsonb', 'json', 'character varying', 'bytea', 'inet')`.execute(
    db,
  )
  const wrong: string[] = []
  for (const { table_name, column_name } of rows) {
    const kind = columns[table_name]?.[column_name]
    if (kind === undefined) wrong.push(`${table_name}.${column_name} is not in tests/canary/columns.ts`)
    if (kind !== 'private') continue
    const { rows: values } = await sql<{ value: string }>`select ${sql.ref(column_name)}::text as value from ${sql.table(table_name)}`.execute(db)
    if (secrets.find(values.map(({ value }) => value).join('\n')).length === 0) wrong.push(`${table_name}.${column_name} holds no secret`)
  }
  return wrong
}
