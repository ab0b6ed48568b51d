import { beforeAll, expect, test } from 'vitest'
import { phrase } from '#features/leaving/policy.ts'
import { quietDigest, storeDigest } from '#tests/support/digest.ts'
import { aPerson, type Person, theSite } from '#tests/support/site.ts'
import { contractActs } from './acts.ts'
import { allOperations, type Input, isRead, type Operation, type Raw, restRequest, send } from './doors.ts'
import { readRights } from './read-rights.ts'
import { actors } from './rights.ts'
import { theWorld } from './world.ts'

const writes = allOperations().filter((operation) => !isRead(operation))
const rows = readRights()

beforeAll(async () => {
  await theWorld()
})

/** What no body may say, whoever sends it. */
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

test.each(writes)('$name: a body that says more than it may is refused whole, wherever in it', async (operation) => {
  const { who, input } = await allowedCall(operation)
  const accepted = await changesNothing(async () => {
    const { path, body } = restRequest(operation, input)
    if (body instanceof FormData) return formsWithMore(who, path, body)
    const bodies = extras.flatMap((extra) => withExtra(JSON.parse(body ?? '{}'), extra))
    const rpc = extras.flatMap((extra) => withExtra(input, extra))
    return [
      ...(await answers(bodies, (text) => send(who, { method: operation.method, path, body: text }))),
      ...(await answers(rpc, (text) => send(who, { method: 'POST', path: rpcPath(operation), body: `{"json":${text}}` }))),
    ]
  })
  expect(accepted).toEqual([])
  await isStillAllowed(operation, who, input)
})

test('what a body says of the thing’s id does not stand against the address', async () => {
  const world = await theWorld()
  const [mine, other] = [await world.fresh('campaign', 'active', 'stranger'), await world.fresh('campaign', 'active', 'stranger')]
  const { stranger } = world.people
  await send(stranger, { method: 'PUT', path: `/api/v1/campaigns/${mine.id}/pledge`, body: JSON.stringify({ id: other.id }) })
  const { text } = await send(stranger, { path: `/api/v1/campaigns/${other.id}` })
  expect(JSON.parse(text).viewer.pledge).toBeNull()
})

const account = { email: 'new@nobody.test', password: 'a good passphrase' }
test.each([
  ['sign-up/email', { ...account, name: 'New Body' }],
  ['sign-in/email', account],
  ['sign-out', {}],
  ['request-password-reset', { email: account.email }],
  ['reset-password', { token: 'x', password: account.password }],
  ['send-confirmation', {}],
  ['verify-email', { token: 'x' }],
  ['change-email', { email: account.email, password: account.password }],
  ['verify-new-email', { token: 'x' }],
])('/api/auth/%s: a body that says more than it may is refused', async (path, body) => {
  const accepted = await changesNothing(() =>
    answers(
      extras.flatMap((extra) => withExtra(body, extra)),
      (text) => send(null, { method: 'POST', path: `/api/auth/${path}`, body: text }),
    ),
  )
  expect(accepted).toEqual([])
})

const foreignHeaders: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
]
const foreignTypes = ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x', 'application/xml']

test.each(writes)('$name: another site cannot do it with somebody’s cookie, through neither door', async (operation) => {
  const { who, input } = await allowedCall(operation)
  const accepted = await changesNothing(async () => {
    const heard: string[] = []
    const rest = restRequest(operation, input)
    const rpc = { method: 'POST', path: rpcPath(operation), body: JSON.stringify({ json: input }) }
    for (const door of [rest, rpc])
      for (const headers of foreignHeaders) {
        // As a form of another page would send it, too.
        for (const type of [undefined, ...foreignTypes.slice(0, 2)]) {
          const { status, code } = await send(who, {
            ...door,
            headers: { ...headers, ...(type && !(door.body instanceof FormData) ? { 'content-type': type } : {}) },
          })
          if (status !== 403 || code !== 'CROSS_SITE') heard.push(`${door.path} ${JSON.stringify(headers)} ${type}: ${status}`)
        }
      }
    if (rest.body instanceof FormData) return heard
    for (const type of foreignTypes) {
      const { status } = await send(who, { ...rest, body: rest.body ?? '{}', headers: { 'content-type': type } })
      if (status !== 415) heard.push(`${rest.path} as ${type}: ${status}`)
    }
    return heard
  })
  expect(accepted).toEqual([])
  await isStillAllowed(operation, who, input)
})

test('no GET does what a write does: not at its address, not at the site’s own door, not by a header', async () => {
  const calls = await Promise.all(writes.map(async (operation) => ({ operation, ...(await allowedCall(operation)) })))
  const done = await changesNothing(async () => {
    const heard: string[] = []
    for (const { operation, who, input } of calls) {
      const { path } = restRequest(operation, input)
      const query = `?data=${encodeURIComponent(JSON.stringify({ json: input }))}`
      const override = { 'x-http-method-override': operation.method, 'x-method-override': operation.method }
      await send(who, { path, headers: override })
      await send(who, { path: `${path}?_method=${operation.method}` })
      await send(who, { method: 'HEAD', path })
      const { status } = await send(who, { path: `${rpcPath(operation)}${query}`, headers: override })
      if (status < 400) heard.push(`${operation.name}: ${status}`)
    }
    return heard
  })
  expect(done).toEqual([])
})

const rpcPath = ({ name }: Operation) => `/rpc/${name.replace('.', '/')}`

/** A call that the table allows, about a thing that nobody else touches. */
async function allowedCall({ name }: Operation): Promise<{ who: Person | null; input: Input }> {
  // Whoever did it is gone: somebody who is in no other test.
  if (name === 'leaving.deleteAccount') return { who: await aPerson(), input: { phrase } }
  const world = await theWorld()
  const act = contractActs[name]
  const row = rows.find(({ operation, cells }) => operation === name && actors.some((actor) => cells[actor] === 'yes'))
  const actor = actors.find((one) => row?.cells[one] === 'yes' && one !== 'unconfirmed')
  if (!act || !row || !actor) throw new Error(`${name}: nobody may do it`)
  const thing = await world.fresh(act.kind, row.thing, actor)
  return { who: world.people[actor], input: act.input({ world, actor, thing, state: row.thing }) }
}

/** The control: the same call without anything wrong about it goes through. */
async function isStillAllowed(operation: Operation, who: Person | null, input: Input): Promise<void> {
  expect([200, 201]).toContain((await send(who, restRequest(operation, input))).status)
}

/** The texts of this body with `extra` in it: once in each of the objects it is made of. */
function withExtra(body: unknown, extra: string): string[] {
  const texts: string[] = []
  const objects = (at: unknown): object[] =>
    at !== null && typeof at === 'object' ? [...(Array.isArray(at) ? [] : [at]), ...Object.values(at).flatMap(objects)] : []
  for (const part of objects(body)) {
    Reflect.set(part, '@', 0)
    texts.push(JSON.stringify(body).replace('"@":0', extra))
    Reflect.deleteProperty(part, '@')
  }
  return texts
}

async function formsWithMore(who: Person | null, path: string, form: FormData): Promise<string[]> {
  const heard: string[] = []
  for (const name of ['role', 'owner_id', '__proto__[role]', 'constructor']) {
    const more = new FormData()
    for (const [key, value] of form) more.append(key, value)
    more.append(name, 'admin')
    const { status, code } = await send(who, { method: 'POST', path, body: more })
    if (code !== 'MALFORMED') heard.push(`${name}: ${status}`)
  }
  return heard
}

/** The texts that were not refused as malformed, with what was answered. */
async function answers(texts: string[], ask: (text: string) => Promise<Raw>): Promise<string[]> {
  const heard = await Promise.all(texts.map(async (sent) => ({ ...(await ask(sent)), sent })))
  return heard.flatMap(({ sent, status, code }) => (status === 400 && code === 'MALFORMED' ? [] : [`${sent.slice(0, 120)}: ${status} ${code}`]))
}

async function changesNothing<T>(act: () => Promise<T>): Promise<T> {
  const { store } = await theSite()
  const before = await quietDigest(store)
  const result = await act()
  expect(await storeDigest(store)).toEqual(before)
  return result
}
