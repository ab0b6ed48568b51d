import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { plantCommunity, plantInvite } from '#tests/support/communities.ts'
import { aPerson, call, left, type Person, theSite } from '#tests/support/site.ts'

type Options = { privacy?: 'public' | 'private'; approvesMembers?: boolean; members?: Parameters<typeof plantCommunity>[1]['members'] }

async function aCommunity(owner: Person, { privacy = 'public', approvesMembers = false, members = [] }: Options = {}) {
  return plantCommunity((await theSite()).store.db, { owner: owner.id, privacy, approvesMembers, members })
}
const join = (who: Person | null, id: string, body: unknown = {}) => call(who, 'PUT', `/communities/${id}/membership`, { body })
const leave = (who: Person | null, id: string) => call(who, 'DELETE', `/communities/${id}/membership`)
const membersOf = async (id: string) =>
  (await theSite()).store.db.selectFrom('community_member').select(['person_id', 'role', 'status']).where('community_id', '=', id).execute()

const nobody = { status: null, role: null }
const member = { status: 'active', role: 'member' }
const waiting = { status: 'pending', role: null }

test('joining makes a person a member once, however often it is repeated, and leaving ends it; both are counted exactly', async () => {
  const [owner, person] = [await aPerson(), await aPerson()]
  for (const privacy of ['public', 'private'] as const) {
    const { id } = await aCommunity(owner, { privacy })
    for (const answer of await Promise.all([join(person, id), join(person, id), join(person, id)]))
      expect(answer).toMatchObject({ status: 200, body: { ...member, members: 2 } })
    for (const answer of await Promise.all([leave(person, id), leave(person, id)]))
      expect(answer).toMatchObject({ status: 200, body: { ...nobody, members: 1 } })
    expect(await membersOf(id)).toEqual([{ person_id: owner.id, role: 'owner', status: 'active' }])
  }
})

test('after many concurrent joins and leaves the member count equals the members', async () => {
  const owner = await aPerson()
  const { id } = await aCommunity(owner)
  const people = await Promise.all(Array.from({ length: 12 }, () => aPerson()))
  await Promise.all(people.map((person) => join(person, id)))
  await Promise.all([...people.slice(0, 5).map((person) => leave(person, id)), ...people.slice(5).map((person) => join(person, id))])
  expect((await join(owner, id)).body).toEqual({ status: 'active', role: 'owner', members: 8 })
  expect(await membersOf(id)).toHaveLength(8)
})

test('where approval is required, joining creates a request that counts nobody and can be withdrawn', async () => {
  const [owner, person] = [await aPerson(), await aPerson()]
  const { id } = await aCommunity(owner, { privacy: 'private', approvesMembers: true })
  for (let n = 0; n < 2; n++) expect(await join(person, id)).toMatchObject({ status: 200, body: { ...waiting, members: 1 } })
  expect(await leave(person, id)).toMatchObject({ status: 200, body: { ...nobody, members: 1 } })
  expect(await membersOf(id)).toHaveLength(1)
})

test('withdrawing a request does not end a membership that was approved meanwhile', async () => {
  const { db } = (await theSite()).store
  const [owner, person] = [await aPerson(), await aPerson()]
  const { id } = await aCommunity(owner, { privacy: 'private', approvesMembers: true })
  const takeBack = (who: Person) => call(who, 'DELETE', `/communities/${id}/membership`, { body: { onlyRequest: true } })
  await join(person, id)
  expect(await takeBack(person)).toMatchObject({ status: 200, body: { ...nobody, members: 1 } })
  await join(person, id)
  await db.updateTable('community_member').set({ status: 'active' }).where('person_id', '=', person.id).execute()
  expect(await takeBack(person)).toMatchObject({ status: 200, body: { ...member, members: 2 } })
  expect(await takeBack(owner)).toMatchObject({ status: 200, body: { status: 'active', role: 'owner' } })
  expect(await membersOf(id)).toHaveLength(2)
})

test('a valid invite admits immediately, also people with a pending request, and counts its uses; an expired, unknown or foreign one does not', async () => {
  const { db } = (await theSite()).store
  const [owner, asking, invited] = [await aPerson(), await aPerson(), await aPerson()]
  const { id } = await aCommunity(owner, { privacy: 'private', approvesMembers: true })
  const other = await aCommunity(owner, { privacy: 'private', approvesMembers: true })
  const { id: inviteId, token: invite } = await plantInvite(db, { communityId: id, by: owner.id })
  await join(asking, id)
  for (const bad of ['nothing', '']) expect((await join(asking, id, { invite: bad })).body.code).toBe('INVITE_INVALID')
  expect((await join(invited, other.id, { invite })).body.code).toBe('INVITE_INVALID')
  for (const who of [asking, invited, invited]) expect(await join(who, id, { invite })).toMatchObject({ status: 200, body: member })
  const { uses } = await db.selectFrom('community_invite').select('uses').where('id', '=', inviteId).executeTakeFirstOrThrow()
  expect(uses).toBe(2)
  await db
    .updateTable('community_invite')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('id', '=', inviteId)
    .execute()
  const late = await join(await aPerson(), id, { invite })
  expect(late).toMatchObject({ status: 409, body: { code: 'INVITE_INVALID' } })
  // A community without approval can be joined with an expired invite.
  const open = await aCommunity(owner)
  expect(await join(invited, open.id, { invite })).toMatchObject({ status: 200, body: member })
})

test('a banned person cannot join, not even with an invite, and leaving does not lift the ban', async () => {
  const { db } = (await theSite()).store
  const [owner, banned] = [await aPerson(), await aPerson()]
  for (const privacy of ['public', 'private'] as const) {
    const { id } = await aCommunity(owner, { privacy, members: [{ id: banned.id, status: 'banned' }] })
    const { token: invite } = await plantInvite(db, { communityId: id, by: owner.id })
    for (const body of [{}, { invite }]) expect(await join(banned, id, body)).toMatchObject({ status: 403, body: { code: 'BANNED' } })
    expect(await leave(banned, id)).toMatchObject({ status: 200, body: { status: 'banned', role: null, members: 1 } })
    expect(await join(banned, id)).toMatchObject({ status: 403 })
  }
})

test('an owner cannot leave or lose the role by joining; a mod who leaves loses their invites and returns as a plain member', async () => {
  const { db } = (await theSite()).store
  const [owner, mod] = [await aPerson(), await aPerson()]
  const { id } = await aCommunity(owner, { privacy: 'private', members: [{ id: mod.id, role: 'mod' }] })
  expect(await leave(owner, id)).toMatchObject({
    status: 409,
    body: { code: 'OWNER_STAYS', message: 'Owners cannot leave the community. Delete the community instead.' },
  })
  expect((await join(owner, id)).body).toMatchObject({ status: 'active', role: 'owner' })
  expect((await join(mod, id)).body).toMatchObject({ status: 'active', role: 'mod' })
  const own = await plantInvite(db, { communityId: id, by: mod.id })
  const owners = await plantInvite(db, { communityId: id, by: owner.id })
  await leave(mod, id)
  const kept = await db.selectFrom('community_invite').select('id').where('id', 'in', [own.id, owners.id]).execute()
  expect(kept).toEqual([{ id: owners.id }])
  expect((await join(mod, id)).body).toMatchObject(member)
})

test('own communities are those that the person owns or has joined, newest first, in pages; requests and bans are not listed', async () => {
  const [person, other] = [await aPerson(), await aPerson()]
  const owned = [await aCommunity(person), await aCommunity(person, { privacy: 'private' })]
  const joined = [await aCommunity(other, { privacy: 'private' }), await aCommunity(other), await aCommunity(other)]
  for (const { id } of joined) await join(person, id)
  await aCommunity(other, { privacy: 'private', members: [{ id: person.id, status: 'pending' }] })
  await aCommunity(other, { members: [{ id: person.id, status: 'banned' }] })
  const slugs = async (of: string, limit: number) => {
    const all: string[] = []
    for (let cursor = ''; cursor !== 'end'; ) {
      const { status, body } = await call(person, 'GET', `/me/communities?of=${of}&limit=${limit}${cursor && `&cursor=${cursor}`}`)
      expect(status).toBe(200)
      all.push(...body.items.map(({ slug }: { slug: string }) => slug))
      cursor = body.nextCursor ?? 'end'
    }
    return all
  }
  const newestFirst = (made: { slug: string }[]) => made.map(({ slug }) => slug).toReversed()
  for (const limit of [1, 2, 50]) {
    expect(await slugs('owned', limit)).toEqual(newestFirst(owned))
    expect(await slugs('joined', limit)).toEqual(newestFirst(joined))
  }
  expect((await call(null, 'GET', '/me/communities?of=owned')).status).toBe(401)
  expect((await call(person, 'GET', '/me/communities?of=owned&cursor=mine')).body.code).toBe('BAD_CURSOR')
})

test('a profile lists public communities, and private ones for fellow members; the person sees the same as a visitor, also in the counts', async () => {
  const [person, fellow, asking, banned, stranger] = [await aPerson(), await aPerson(), await aPerson(), await aPerson(), await aPerson()]
  const open = await aCommunity(person)
  const members = [{ id: fellow.id }, { id: asking.id, status: 'pending' as const }, { id: banned.id, status: 'banned' as const }]
  const hidden = await aCommunity(person, { privacy: 'private', members })
  const joined = await aCommunity(fellow, { privacy: 'private', members: [{ id: person.id, role: 'mod' }] })
  const seen = async (who: Person | null, of: string) => {
    const { status, body } = await call(who, 'GET', `/profiles/${person.id}/communities?of=${of}`)
    expect(status).toBe(200)
    return body.items.map(({ slug, role }: { slug: string; role: string }) => [slug, role])
  }
  const count = async (who: Person | null) => (await call(who, 'GET', `/profiles/${person.id}`)).body.counts.communities
  for (const who of [null, stranger, asking, banned, person])
    expect([await seen(who, 'owned'), await seen(who, 'joined'), await count(who)]).toEqual([[[open.slug, 'owner']], [], 1])
  expect([await seen(fellow, 'owned'), await seen(fellow, 'joined'), await count(fellow)]).toEqual([
    [
      [hidden.slug, 'owner'],
      [open.slug, 'owner'],
    ],
    [[joined.slug, 'mod']],
    3,
  ])
  await leave(fellow, hidden.id)
  expect([await seen(fellow, 'owned'), await count(fellow)]).toEqual([[[open.slug, 'owner']], 2])
  expect((await call(null, 'GET', `/profiles/${uuidv7()}/communities?of=owned`)).status).toBe(404)
  await left(stranger)
  expect((await call(null, 'GET', `/profiles/${stranger.id}/communities?of=joined`)).body.items).toEqual([])
})
