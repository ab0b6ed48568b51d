import { beforeAll, describe, expect, test } from 'vitest'
import { phrase } from '#features/settings/leaving/terms.ts'
import { aPerson, type Person } from '#tests/support/site.ts'
import { contractActs } from './acts.ts'
import { allOperations, type Input, isRead, type Operation, type Raw, restRequest, send } from './clients.ts'
import { readRights } from './read-rights.ts'
import { actors } from './rights.ts'
import { complaintsOf, searchMs } from './unchanged.ts'
import { theWorld } from './world.ts'

const writes = allOperations().filter((operation) => !isRead(operation))
const rows = readRights()

/** Fields that no body may contain, no matter who sends it. */
const extras = [
  '"role":"admin"',
  '"is_admin":true',
  '"user_id":"0197a000-0000-7000-8000-000000000000"',
  '"creatorId":"0197a000-0000-7000-8000-000000000000"',
  '"author_id":"0197a000-0000-7000-8000-000000000000"',
  '"status":"victory"',
  '"created_at":"2020-01-01T00:00:00Z"',
  '"supporters":1000000',
  '"constructor":{"prototype":{"role":"admin"}}',
  '"__proto__":{"role":"admin"}',
]

type Call = { operation: Operation; who: Person | null; input: Input }
/** For each operation its errors, and the allowed call on which the forged requests are based. */
type Tried = { wrong: Map<string, string[]>; calls: Map<string, Call> }

/** Sends the forged requests of each writing operation, based on a call that the table allows. */
async function tryForged(forge: (call: Call) => Promise<string[]>): Promise<Tried> {
  const calls = new Map<string, Call>()
  const wrong = await complaintsOf(
    writes.map((operation) => ({
      name: operation.name,
      async prepare() {
        const call = { operation, ...(await allowedCall(operation)) }
        // `prepare` may run again on another site; only the first call is about people and things of this site.
        if (!calls.has(operation.name)) calls.set(operation.name, call)
        return () => forge(call)
      },
    })),
  )
  return { wrong, calls }
}

/** Expects no errors. As a control, the same call without anything forged must succeed. */
async function isRefusedWhereForged({ wrong, calls }: Tried, operation: Operation): Promise<void> {
  expect(wrong.get(operation.name)).toEqual([])
  const call = calls.get(operation.name)
  if (!call) throw new Error(operation.name)
  expect([200, 201]).toContain((await send(call.who, restRequest(operation, call.input))).status)
}

describe('a body with additional fields', () => {
  let tried: Tried
  beforeAll(async () => {
    tried = await tryForged(withMoreFields)
  }, searchMs)
  test.each(writes)('$name: is refused as a whole, wherever they are', (operation) => isRefusedWhereForged(tried, operation))
})

async function withMoreFields({ operation, who, input }: Call): Promise<string[]> {
  const { path, body } = restRequest(operation, input)
  if (body instanceof FormData) return formsWithMore(who, path, body)
  const bodies = extras.flatMap((extra) => withExtra(JSON.parse(body ?? '{}'), extra))
  const rpc = extras.flatMap((extra) => withExtra(input, extra))
  return [
    ...(await answers(bodies, (text) => send(who, { method: operation.method, path, body: text }))),
    ...(await answers(rpc, (text) => send(who, { method: 'POST', path: rpcPath(operation), body: `{"json":${text}}` }))),
  ]
}

test('an id in the body does not replace the id in the address', async () => {
  const world = await theWorld()
  const [mine, other] = [await world.fresh('campaign', 'active', 'stranger'), await world.fresh('campaign', 'active', 'stranger')]
  const { stranger } = world.people
  await send(stranger, { method: 'PUT', path: `/api/v1/campaigns/${mine.id}/pledge`, body: JSON.stringify({ id: other.id }) })
  const { text } = await send(stranger, { path: `/api/v1/campaigns/${other.id}` })
  expect(JSON.parse(text).viewer.pledge).toBeNull()
})

const account = { email: 'new@nobody.test', password: 'a good passphrase' }
const authBodies: [path: string, body: object][] = [
  ['sign-up/email', { ...account, name: 'New Body' }],
  ['sign-in/email', account],
  ['sign-out', {}],
  ['request-password-reset', { email: account.email }],
  ['reset-password', { token: 'x', password: account.password }],
  ['send-confirmation', {}],
  ['verify-email', { token: 'x' }],
  ['change-email', { email: account.email, password: account.password }],
  ['verify-new-email', { token: 'x' }],
]
describe('a body of /api/auth with additional fields', () => {
  let wrong: Map<string, string[]>
  beforeAll(async () => {
    wrong = await complaintsOf(authBodies.map(([path, body]) => ({ name: path, prepare: async () => () => moreFieldsOf(path, body) })))
  }, searchMs)
  test.each(authBodies)('%s: is refused', (path) => expect(wrong.get(path)).toEqual([]))
})

function moreFieldsOf(path: string, body: object): Promise<string[]> {
  const bodies = extras.flatMap((extra) => withExtra(body, extra))
  return answers(bodies, (text) => send(null, { method: 'POST', path: `/api/auth/${path}`, body: text }))
}

const foreignHeaders: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
]
const foreignTypes = ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x', 'application/xml']

describe('another site', () => {
  let tried: Tried
  beforeAll(async () => {
    tried = await tryForged(sendFromElsewhere)
  }, searchMs)
  test.each(writes)('$name: cannot be called with a visitor’s cookie, neither through REST nor through RPC', (operation) =>
    isRefusedWhereForged(tried, operation),
  )
})

async function sendFromElsewhere({ operation, who, input }: Call): Promise<string[]> {
  const received: string[] = []
  const rest = restRequest(operation, input)
  const rpc = { method: 'POST', path: rpcPath(operation), body: JSON.stringify({ json: input }) }
  for (const endpoint of [rest, rpc])
    for (const headers of foreignHeaders) {
      // Also with the content types that a form on another site's page can send.
      for (const type of [undefined, ...foreignTypes.slice(0, 2)]) {
        const { status, code } = await send(who, {
          ...endpoint,
          headers: { ...headers, ...(type && !(endpoint.body instanceof FormData) ? { 'content-type': type } : {}) },
        })
        if (status !== 403 || code !== 'CROSS_SITE') received.push(`${endpoint.path} ${JSON.stringify(headers)} ${type}: ${status}`)
      }
    }
  if (rest.body instanceof FormData) return received
  for (const type of foreignTypes) {
    const { status } = await send(who, { ...rest, body: rest.body ?? '{}', headers: { 'content-type': type } })
    if (status !== 415) received.push(`${rest.path} as ${type}: ${status}`)
  }
  return received
}

test('no GET request writes anything: not at the write’s address, not through RPC, not with a header', async () => {
  const { wrong } = await tryForged(getInstead)
  expect([...wrong].filter(([, received]) => received.length > 0)).toEqual([])
})

async function getInstead({ operation, who, input }: Call): Promise<string[]> {
  const { path } = restRequest(operation, input)
  const query = `?data=${encodeURIComponent(JSON.stringify({ json: input }))}`
  const override = { 'x-http-method-override': operation.method, 'x-method-override': operation.method }
  await send(who, { path, headers: override })
  await send(who, { path: `${path}?_method=${operation.method}` })
  await send(who, { method: 'HEAD', path })
  const { status } = await send(who, { path: `${rpcPath(operation)}${query}`, headers: override })
  return status < 400 ? [`${status}`] : []
}

const rpcPath = ({ name }: Operation) => `/rpc/${name.replace('.', '/')}`

/** A call that the table allows, about a thing that no other test uses. */
async function allowedCall({ name }: Operation): Promise<{ who: Person | null; input: Input }> {
  // This deletes the account, so it needs a person that no other test uses.
  if (name === 'leaving.deleteAccount') return { who: await aPerson(), input: { phrase } }
  const world = await theWorld()
  const act = contractActs[name]
  const row = rows.find(({ operation, cells }) => operation === name && actors.some((actor) => cells[actor] === 'yes'))
  const actor = actors.find((one) => row?.cells[one] === 'yes' && one !== 'unconfirmed')
  if (!act || !row || !actor) throw new Error(`${name}: nobody may do it`)
  const thing = await world.fresh(act.kind, row.thing, actor)
  return { who: world.people[actor], input: act.input({ world, actor, thing, state: row.thing }) }
}

/** Returns the body as JSON texts, each with `extra` added to another of its objects. Skips objects that already have such a field. */
function withExtra(body: unknown, extra: string): string[] {
  const texts: string[] = []
  const objects = (at: unknown): object[] =>
    at !== null && typeof at === 'object' ? [...(Array.isArray(at) ? [] : [at]), ...Object.values(at).flatMap(objects)] : []
  const [, field = ''] = /^"(\w+)"/.exec(extra) ?? []
  for (const part of objects(body)) {
    if (Object.hasOwn(part, field)) continue
    Reflect.set(part, '@', 0)
    texts.push(JSON.stringify(body).replace('"@":0', extra))
    Reflect.deleteProperty(part, '@')
  }
  return texts
}

async function formsWithMore(who: Person | null, path: string, form: FormData): Promise<string[]> {
  const received: string[] = []
  for (const name of ['role', 'owner_id', '__proto__[role]', 'constructor']) {
    const more = new FormData()
    for (const [key, value] of form) more.append(key, value)
    more.append(name, 'admin')
    const { status, code } = await send(who, { method: 'POST', path, body: more })
    if (code !== 'MALFORMED') received.push(`${name}: ${status}`)
  }
  return received
}

/** The texts that were not refused as malformed, with the response. */
async function answers(texts: string[], ask: (text: string) => Promise<Raw>): Promise<string[]> {
  const received = await Promise.all(texts.map(async (sent) => ({ ...(await ask(sent)), sent })))
  return received.flatMap(({ sent, status, code }) => (status === 400 && code === 'MALFORMED' ? [] : [`${sent.slice(0, 120)}: ${status} ${code}`]))
}
