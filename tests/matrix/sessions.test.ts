import { beforeAll, expect, test } from 'vitest'
import { anotherSession } from '#tests/support/accounts.ts'
import { listening } from '#tests/support/live-listener.ts'
import { aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'
import { contractActs } from './acts.ts'
import { allOperations, type Operation, send, viaRest, viaRpc } from './doors.ts'
import { readRights } from './read-rights.ts'
import { theWorld } from './world.ts'

const rows = readRights()
/** Operations for which a visitor is told to sign in, about whatever thing. */
const closed = allOperations().filter(({ name }) => rows.some(({ operation, cells }) => operation === name && cells.visitor === 'sign-in'))

beforeAll(async () => {
  await theWorld()
})

test('a suspended person is a visitor everywhere from the next request on, in every session', async () => {
  const person = await aPerson()
  const second = await anotherSession(person)
  expect(await doorsOpenTo(person)).toEqual(closed.map(({ name }) => name))
  await suspend(person)
  for (const session of [person, second]) {
    expect(await doorsOpenTo(session)).toEqual([])
    expect((await send(session, { path: '/api/auth/get-session' })).text).toBe('{"viewer":null}')
  }
})

test('an open stream of a suspended person is cut, and a new one tells what a visitor’s tells', async () => {
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
  // What is told from here on both hear as it happens, neither as what it finds when it begins.
  await until(() => [later, visitors].every(({ heard }) => heard().includes('event: position\n')))
  await call(await aPerson(), 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })
  await call(creator, 'PATCH', `/campaigns/${draft.id}`, { body: { summary: 'Nobody else may hear of it' } })
  const streams = [later, visitors]
  await until(() => streams.every(({ heard }) => heard().includes('"supporters":3')))
  for (const { heard } of [theirs, ...streams]) expect(heard()).not.toContain(draft.id)
  expect(joinIn(later.heard())).toBe(joinIn(visitors.heard()))
  for (const { close } of streams) close()
})

test('a session that is ended is out at the next request, and the person’s others stay', async () => {
  const person = await aPerson()
  const [kept, ended, deleted] = [person, await anotherSession(person), await anotherSession(person)]
  await send(ended, { method: 'POST', path: '/api/auth/sign-out', body: '{}' })
  const { store } = await theSite()
  const token = decodeURIComponent(deleted.cookie.slice('holdout.session='.length)).split('.')[0] ?? ''
  await store.db.deleteFrom('auth_session').where('token', '=', token).execute()
  expect(await doorsOpenTo(ended)).toEqual([])
  expect(await doorsOpenTo(deleted)).toEqual([])
  expect(await doorsOpenTo(kept)).toEqual(closed.map(({ name }) => name))
})

test('a cookie that we did not sign is nobody’s', async () => {
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
    expect({ forged, open: await doorsOpenTo({ id, cookie: forged }) }).toEqual({ forged, open: [] })
})

/** The closed operations that this person gets past the first door of, through both doors, about nothing in particular. */
async function doorsOpenTo(person: Person): Promise<string[]> {
  const open: string[] = []
  // A few at a time: many at once are refused for their number, before anybody asks who they are.
  for (let at = 0; at < closed.length; at += 9)
    for (const { name, isOpen } of await Promise.all(closed.slice(at, at + 9).map((operation) => knock(person, operation)))) if (isOpen) open.push(name)
  return open
}

async function knock(person: Person, operation: Operation): Promise<{ name: string; isOpen: boolean }> {
  const world = await theWorld()
  const act = contractActs[operation.name]
  if (!act) throw new Error(operation.name)
  // About what is absent, or with a picture that is none, so that nothing happens.
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

const joinIn = (heard: string) => heard.split('\n\n').find((event) => event.includes('"supporters":3'))
