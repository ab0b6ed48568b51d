import { beforeAll, expect, test } from 'vitest'
import { anotherSession } from '#tests/support/accounts.ts'
import { listening } from '#tests/support/live-listener.ts'
import { aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'
import { contractActs } from './acts.ts'
import { allOperations, type Operation, send, viaRest, viaRpc } from './clients.ts'
import { readRights } from './read-rights.ts'
import { theWorld } from './world.ts'

const rows = readRights()
/** Operations that require a visitor to sign in, for at least one thing. */
const closed = allOperations().filter(({ name }) => rows.some(({ operation, cells }) => operation === name && cells.visitor === 'sign-in'))

beforeAll(async () => {
  await theWorld()
})

test('from the next request on a suspended person has the rights of a visitor, in every session', async () => {
  const person = await aPerson()
  const second = await anotherSession(person)
  expect(await endpointsOpenTo(person)).toEqual(closed.map(({ name }) => name))
  await suspend(person)
  for (const session of [person, second]) {
    expect(await endpointsOpenTo(session)).toEqual([])
    expect((await send(session, { path: '/api/auth/get-session' })).text).toBe('{"viewer":null}')
  }
})

test('the open stream of a suspended person is closed, and a new one is a visitor’s', async () => {
  const { fresh, people } = await theWorld()
  const { origin } = await theSite()
  const { creator } = people
  if (!creator) throw new Error('nobody')
  const person = await aPerson()
  const [campaign, draft] = [await fresh('campaign', 'active', 'creator'), await fresh('campaign', 'draft', 'creator')]
  const topics = `campaign:${campaign.id},campaign:${draft.id}`
  const [theirs, visitors] = [await listening({ origin, who: person, topics }), await listening({ origin, who: null, topics })]
  await suspend(person)
  await until(theirs.hasEnded)
  const later = await listening({ origin, who: person, topics })
  // Waits until both streams have begun, so that both receive the following events live, and not as a part of their initial state.
  await until(() => [later, visitors].every(({ received }) => received().includes('event: begun\n')))
  await call(await aPerson(), 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })
  await call(creator, 'PATCH', `/campaigns/${draft.id}`, { body: { summary: 'Nobody else may hear of it' } })
  const streams = [later, visitors]
  await until(() => streams.every(({ received }) => received().includes('"supporters":3')))
  for (const { received } of [theirs, ...streams]) expect(received()).not.toContain(draft.id)
  expect(joinIn(later.received())).toBe(joinIn(visitors.received()))
  for (const { close } of streams) close()
})

test('an ended session is refused at the next request, and the person’s other sessions stay', async () => {
  const person = await aPerson()
  const [kept, ended, deleted] = [person, await anotherSession(person), await anotherSession(person)]
  await send(ended, { method: 'POST', path: '/api/auth/sign-out', body: '{}' })
  const { store } = await theSite()
  const token = decodeURIComponent(deleted.cookie.slice('holdout.session='.length)).split('.')[0] ?? ''
  await store.db.deleteFrom('auth_session').where('token', '=', token).execute()
  expect(await endpointsOpenTo(ended)).toEqual([])
  expect(await endpointsOpenTo(deleted)).toEqual([])
  expect(await endpointsOpenTo(kept)).toEqual(closed.map(({ name }) => name))
})

test('a cookie with an invalid signature identifies nobody', async () => {
  const { cookie, id } = await aPerson()
  const [name, value] = cookie.split('=')
  const token = decodeURIComponent(value ?? '').split('.')[0]
  for (const forged of [
    `${name}=${token}`,
    `${name}=${token}.`,
    `${name}=${value}x`,
    `${name}=${encodeURIComponent(`${token}.AAAA`)}`,
    `${name}=`,
    `x${name}=${value}`,
  ])
    expect({ forged, open: await endpointsOpenTo({ id, cookie: forged }) }).toEqual({ forged, open: [] })
})

/** The closed operations that do not answer 401 to this person, through the REST API or `/rpc`. */
async function endpointsOpenTo(person: Person): Promise<string[]> {
  const open: string[] = []
  // A few at a time: too many at once would be refused as overload, before the session is checked.
  for (let at = 0; at < closed.length; at += 9)
    for (const { name, isOpen } of await Promise.all(closed.slice(at, at + 9).map((operation) => knock(person, operation)))) if (isOpen) open.push(name)
  return open
}

async function knock(person: Person, operation: Operation): Promise<{ name: string; isOpen: boolean }> {
  const world = await theWorld()
  const act = contractActs[operation.name]
  if (!act) throw new Error(operation.name)
  // Uses absent things and an invalid picture, so that an open operation changes nothing.
  const state = { '-': '-', cover: 'absent picture' }[String(act.kind)] ?? 'absent'
  const thing = await world.known(act.kind, state, 'stranger')
  const whole = act.input({ world, actor: 'stranger', thing, state })
  const input = whole.file ? { ...whole, file: new File(['no picture'], 'x.png', { type: 'image/png' }) } : whole
  const statuses = [(await viaRest(person, operation, input)).status, (await viaRpc(person, operation, input)).status]
  return { name: operation.name, isOpen: !statuses.every((status) => status === 401) }
}

async function suspend({ id }: Person): Promise<void> {
  const { store } = await theSite()
  await store.db.updateTable('person').set({ suspended_at: new Date() }).where('id', '=', id).execute()
}

const joinIn = (received: string) => received.split('\n\n').find((event) => event.includes('"supporters":3'))
