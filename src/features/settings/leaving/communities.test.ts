import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { openListener } from '#tests/support/live-listener.ts'
import { waitingFor } from '#tests/support/locks.ts'
import { patientSite } from '#tests/support/own-site.ts'
import { aPerson, call, left, type Person, theSite, until } from '#tests/support/site.ts'
import { phrase } from './terms.ts'

patientSite()

type Options = { role?: 'owner' | 'mod' | 'member'; status?: 'active' | 'pending' }

async function aCommunity(owner: Person) {
  const { store } = await theSite()
  const id = uuidv7()
  await store.db
    .insertInto('community')
    .values({ id, name: `Circle ${id}`, slug: `circle-${id}`, privacy: 'private', approves_members: true, owner_user_id: owner.id })
    .execute()
  await enter(id, owner, { role: 'owner' })
  return id
}

let minute = 0
/** Each membership begins one minute after the previous one, so that seniority is well defined. */
async function enter(community_id: string, { id: person_id }: Person, { role = 'member', status = 'active' }: Options = {}) {
  const created_at = new Date(Date.UTC(2026, 0, 1, 0, ++minute))
  await (await theSite()).store.db.insertInto('community_member').values({ community_id, person_id, role, status, created_at }).execute()
}

/** The owner, the members' roles and the stored member count; null if the community exists in no table. */
async function seen(id: string) {
  const { db } = (await theSite()).store
  const members = await db.selectFrom('community_member').select(['person_id', 'role', 'status']).where('community_id', '=', id).execute()
  const community = await db.selectFrom('community').select('owner_user_id').where('id', '=', id).executeTakeFirst()
  const rank = await db.selectFrom('community_rank').select('members').where('community_id', '=', id).executeTakeFirst()
  if (!community && !rank && members.length === 0) return null
  const roles = Object.fromEntries(members.map(({ person_id, role, status }) => [person_id, status === 'active' ? role : status]))
  return { owner: community?.owner_user_id, roles, counted: Number(rank?.members) }
}

test('an owned community passes to its oldest mod, even if a member joined earlier', async () => {
  const [owner, member, second, first] = [await aPerson(), await aPerson(), await aPerson(), await aPerson()]
  const id = await aCommunity(owner)
  await enter(id, member)
  await enter(id, first, { role: 'mod' })
  await enter(id, second, { role: 'mod' })
  await left(owner)
  expect(await seen(id)).toEqual({ owner: first.id, roles: { [first.id]: 'owner', [second.id]: 'mod', [member.id]: 'member' }, counted: 3 })
  await left(first)
  await left(second)
  expect(await seen(id)).toEqual({ owner: member.id, roles: { [member.id]: 'owner' }, counted: 1 })
})

test('without a mod it passes to the oldest member, never to a person with a pending request', async () => {
  const [owner, asking, oldest, newer] = [await aPerson(), await aPerson(), await aPerson(), await aPerson()]
  const id = await aCommunity(owner)
  await enter(id, asking, { status: 'pending' })
  await enter(id, oldest)
  await enter(id, newer)
  await left(owner)
  expect(await seen(id)).toEqual({ owner: oldest.id, roles: { [asking.id]: 'pending', [oldest.id]: 'owner', [newer.id]: 'member' }, counted: 2 })
})

test('without another member it is deleted, with its pending requests', async () => {
  const [owner, asking] = [await aPerson(), await aPerson()]
  const [alone, asked] = [await aCommunity(owner), await aCommunity(owner)]
  await enter(asked, asking, { status: 'pending' })
  await left(owner)
  expect([await seen(alone), await seen(asked)]).toEqual([null, null])
})

test('all memberships of the deleted account end and are not counted, and the communities of others stay', async () => {
  const [owner, person] = [await aPerson(), await aPerson()]
  const [one, other] = [await aCommunity(owner), await aCommunity(owner)]
  await enter(one, person, { role: 'mod' })
  await enter(other, person, { status: 'pending' })
  await left(person)
  for (const id of [one, other]) expect(await seen(id)).toEqual({ owner: owner.id, roles: { [owner.id]: 'owner' }, counted: 1 })
})

test('open pages of a community receive that a member’s account was deleted', async () => {
  const { origin } = await theSite()
  const [owner, person] = [await aPerson(), await aPerson()]
  const id = await aCommunity(owner)
  await enter(id, person)
  const page = await openListener(origin, [`community:${id}`], { who: owner })
  const members = () => page.events.at(-1)?.data.members
  await until(() => members() === 2)
  await left(person)
  await until(() => members() === 1)
  page.close()
})

test('an open page of a community that is deleted with its last member receives no more events', async () => {
  const { store, origin, live } = await theSite()
  const [owner, other] = [await aPerson(), await aPerson()]
  const [id, elsewhere] = [await aCommunity(owner), await aCommunity(other)]
  await store.db.updateTable('community').set({ privacy: 'public', approves_members: false }).where('id', 'in', [id, elsewhere]).execute()
  const page = await openListener(origin, [`community:${id}`, `community:${elsewhere}`])
  const received = (of: string) => page.events.filter(({ topic }) => topic === `community:${of}`).length
  await until(() => received(id) === 1 && received(elsewhere) === 1)
  await left(owner)
  for (const each of [id, elsewhere]) live.announce({ topic: `community:${each}`, data: { members: 7, posts: [] } })
  await until(() => received(elsewhere) === 2)
  expect(received(id)).toBe(1)
  page.close()
})

test('a person who has joined just before the only other member leaves becomes the owner', async () => {
  const { store } = await theSite()
  const [owner, joining] = [await aPerson(), await aPerson()]
  const id = await aCommunity(owner)
  const leaving = await store.db.transaction().execute(async (tx) => {
    await tx.insertInto('community_member').values({ community_id: id, person_id: joining.id }).execute()
    const leaving = leave(owner)
    await waitingFor(tx, 1)
    return { leaving }
  })
  expect((await leaving.leaving).status).toBe(200)
  expect(await seen(id)).toEqual({ owner: joining.id, roles: { [joining.id]: 'owner' }, counted: 1 })
})

test('a person who joins during the deletion of the community is in none', async () => {
  const [owner, joining] = [await aPerson(), await aPerson()]
  const id = await aCommunity(owner)
  const [answer, joined] = await whileLeaving(owner, () =>
    enter(id, joining).then(
      () => 'in',
      (error: unknown) => Object(error).code,
    ),
  )
  expect([answer.status, joined]).toEqual([200, '23503'])
  expect(await seen(id)).toBeNull()
})

test('if owner and heir delete their accounts concurrently, the next member becomes the owner', async () => {
  for (const heirFirst of [false, true]) {
    const [owner, heir, third] = [await aPerson(), await aPerson(), await aPerson()]
    const id = await aCommunity(owner)
    await enter(id, heir, { role: 'mod' })
    await enter(id, third)
    const [first, second] = heirFirst ? [heir, owner] : [owner, heir]
    const answers = await whileLeaving(first, () => leave(second))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await seen(id)).toEqual({ owner: third.id, roles: { [third.id]: 'owner' }, counted: 1 })
  }
})

const leave = (person: Person) => call(person, 'DELETE', '/me', { body: { phrase } })

/** Runs `act` while the person's deletion is blocked: it has locked the communities and written nothing for others to see. */
async function whileLeaving<Result>(person: Person, act: () => Promise<Result>) {
  const { store } = await theSite()
  const held = { id: uuidv7(), identifier: uuidv7(), value: JSON.stringify({ of: person.id }), expires_at: new Date(Date.now() + 60_000) }
  await store.db.insertInto('auth_verification').values(held).execute()
  const both = await store.db.transaction().execute(async (tx) => {
    await tx.selectFrom('auth_verification').select('id').where('id', '=', held.id).forUpdate().execute()
    const leaving = leave(person)
    await waitingFor(tx, 1)
    const acting = act()
    await waitingFor(tx, 2)
    return { leaving, acting }
  })
  return Promise.all([both.leaving, both.acting])
}
