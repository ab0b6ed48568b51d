import { expect, test } from 'vitest'
import { sweepRows } from '#main/sweep.ts'
import { plantCommunity } from '#tests/support/communities.ts'
import { aPerson, call, left, theSite } from '#tests/support/site.ts'

async function aPlace() {
  const { store } = await theSite()
  const [owner, mod, member, stranger] = await Promise.all([aPerson(), aPerson(), aPerson(), aPerson()])
  const members = [{ id: mod.id, role: 'mod' as const }, { id: member.id }]
  const { id } = await plantCommunity(store.db, { owner: owner.id, privacy: 'private', approvesMembers: true, members })
  return { id, at: `/communities/${id}`, owner, mod, member, stranger }
}

test('owner and mods create invite links, which are returned once, stored as a hash and valid for seven days', async () => {
  const { db } = (await theSite()).store
  const { at, owner, mod, member, stranger } = await aPlace()
  const { status, body } = await call(mod, 'POST', `${at}/invites`, { body: {} })
  expect(status).toBe(201)
  expect(body).toMatchObject({ createdBy: { id: mod.id }, uses: 0 })
  expect(Buffer.from(body.token, 'base64url').length * 8).toBeGreaterThanOrEqual(128)
  expect(new Date(body.expiresAt).getTime() - new Date(body.createdAt).getTime()).toBe(7 * 86_400_000)
  const listed = (await call(owner, 'GET', `${at}/invites`)).body
  expect(listed.items).toMatchObject([{ id: body.id }])
  const kept = await db.selectFrom('community_invite').selectAll().where('id', '=', body.id).execute()
  for (const shown of [listed, kept]) expect(JSON.stringify(shown)).not.toContain(body.token)
  for (const who of [member, stranger]) {
    expect((await call(who, 'POST', `${at}/invites`, { body: {} })).body.code).toBe('MODERATORS_ONLY')
    expect((await call(who, 'GET', `${at}/invites`)).body.code).toBe('MODERATORS_ONLY')
  }
})

test('repeating the request with its key returns the same invite with a working token, and no token is stored', async () => {
  const { db } = (await theSite()).store
  const { id, at, owner } = await aPlace()
  const [one, two] = [
    await call(owner, 'POST', `${at}/invites`, { body: {}, key: 'same' }),
    await call(owner, 'POST', `${at}/invites`, { body: {}, key: 'same' }),
  ]
  expect(two.status).toBe(201)
  expect(two.body.id).toBe(one.body.id)
  expect((await call(owner, 'GET', `${at}/invites`)).body.items).toHaveLength(1)
  const rows = [
    await db.selectFrom('idempotency_key').selectAll().where('person_id', '=', owner.id).execute(),
    await db.selectFrom('community_invite').selectAll().where('community_id', '=', id).execute(),
  ]
  for (const { body } of [one, two]) expect(JSON.stringify(rows)).not.toContain(body.token)
})

test('there are at most twenty valid invite links, also if thirty are created concurrently', async () => {
  const { at, owner, mod } = await aPlace()
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => call(n % 2 ? owner : mod, 'POST', `${at}/invites`, { body: {} })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
  expect(answers.filter(({ body }) => body.code === 'TOO_MANY_INVITES')).toHaveLength(10)
  const { items } = (await call(owner, 'GET', `${at}/invites`)).body
  expect((await call(mod, 'DELETE', `/invites/${items[0].id}`)).status).toBe(200)
  expect((await call(owner, 'POST', `${at}/invites`, { body: {} })).status).toBe(201)
})

test('the invite links of a demoted, removed, banned or deleted person admit nobody', async () => {
  for (const end of ['dismiss', 'remove', 'ban', 'delete']) {
    const { id, at, owner, mod } = await aPlace()
    const { db } = (await theSite()).store
    for (const who of [owner, mod]) expect((await call(who, 'POST', `${at}/invites`, { body: {} })).status).toBe(201)
    if (end === 'dismiss') await call(owner, 'PUT', `${at}/members/${mod.id}/role`, { body: { role: 'member' } })
    if (end === 'remove') await call(owner, 'DELETE', `${at}/members/${mod.id}`)
    if (end === 'ban') await call(owner, 'PUT', `${at}/bans/${mod.id}`)
    if (end === 'delete') await left(mod)
    const kept = await db.selectFrom('community_invite').select('created_by').where('community_id', '=', id).execute()
    expect(kept, end).toEqual([{ created_by: owner.id }])
  }
})

test('an expired invite link is not listed, does not count for the limit and is deleted by the sweep', async () => {
  const { db } = (await theSite()).store
  const { id, at, owner } = await aPlace()
  for (let n = 0; n < 20; n++) await call(owner, 'POST', `${at}/invites`, { body: {} })
  const over = new Date(Date.now() - 1_000)
  await db.updateTable('community_invite').set({ expires_at: over }).where('community_id', '=', id).execute()
  expect((await call(owner, 'GET', `${at}/invites`)).body.items).toEqual([])
  expect((await call(owner, 'POST', `${at}/invites`, { body: {} })).status).toBe(201)
  await sweepRows(db)
  expect(await db.selectFrom('community_invite').select('id').where('community_id', '=', id).execute()).toHaveLength(1)
})

test('a ban wins over a concurrent join with an invite link', async () => {
  const { db } = (await theSite()).store
  for (let round = 0; round < 5; round++) {
    const { id, at, owner, stranger } = await aPlace()
    const { body: made } = await call(owner, 'POST', `${at}/invites`, { body: {} })
    const [joined, banned] = await Promise.all([
      call(stranger, 'PUT', `${at}/membership`, { body: { invite: made.token } }),
      call(owner, 'PUT', `${at}/bans/${stranger.id}`),
    ])
    expect([200, 403]).toContain(joined.status)
    expect(banned.status).toBe(200)
    const row = await db.selectFrom('community_member').select(['status', 'role']).where('community_id', '=', id).where('person_id', '=', stranger.id).execute()
    expect(row).toEqual([{ status: 'banned', role: 'member' }])
    expect((await call(stranger, 'PUT', `${at}/membership`, { body: { invite: made.token } })).body.code).toBe('BANNED')
  }
})
