import { beforeAll, expect, test } from 'vitest'
import { phrase } from '#features/settings/leaving/terms.ts'
import { grantRole } from '#main/operations/grant.ts'
import { ownSite } from '#tests/support/own-site.ts'
import { aPerson, call, type Person, theSite } from '#tests/support/site.ts'

let admin: Person

// A site of its own, because the last administrator of the site matters.
ownSite()
beforeAll(async () => {
  admin = await aPerson({ role: 'admin' })
})

const reason = 'They have answered for a year.'
const setRole = (who: Person | null, { id }: { id: string }, role: string, why = reason) =>
  call(who, 'PUT', `/moderation/people/${id}/role`, { body: { role, reason: why } })
const sees = async (who: Person, path: string) => (await call(who, 'GET', path)).status === 200
const audited = async ({ id }: Person) => {
  const { store } = await theSite()
  return store.db.selectFrom('recorded_act').select(['actor_id', 'action', 'reason', 'details']).where('subject_id', '=', id).orderBy('at').execute()
}

test('a role that an administrator grants or withdraws is effective from the next request, and is recorded with its reason', async () => {
  const person = await aPerson()
  expect(await sees(person, '/moderation/joins')).toBe(false)
  expect((await setRole(admin, person, 'moderator')).body).toMatchObject({ id: person.id, role: 'moderator' })
  expect([await sees(person, '/moderation/joins'), await sees(person, '/switches')]).toEqual([true, false])
  await setRole(admin, person, 'admin')
  expect(await sees(person, '/switches')).toBe(true)
  await setRole(admin, person, 'admin')
  await setRole(admin, person, 'member', 'They have left.')
  expect(await sees(person, '/moderation/joins')).toBe(false)
  expect(await audited(person)).toEqual([
    { actor_id: admin.id, action: 'role.granted', reason, details: { from: 'member', to: 'moderator' } },
    { actor_id: admin.id, action: 'role.granted', reason, details: { from: 'moderator', to: 'admin' } },
    { actor_id: admin.id, action: 'role.granted', reason: 'They have left.', details: { from: 'admin', to: 'member' } },
  ])
})

test('only administrators change roles, with a reason, and for everybody else the operation does not exist', async () => {
  const [member, moderator] = [await aPerson(), await aPerson({ role: 'moderator' })]
  for (const who of [null, member, moderator]) expect((await setRole(who, member, 'admin')).status).toBe(404)
  expect(await setRole(admin, member, 'moderator', ' ')).toMatchObject({ status: 422, body: { data: { fields: { reason: 'REASON_MISSING' } } } })
  expect((await setRole(admin, member, 'owner')).status).toBe(400)
  expect((await setRole(admin, { id: '01900000-0000-7000-8000-000000000000' }, 'admin')).status).toBe(404)
  expect(await audited(member)).toEqual([])
})

test('the last administrator keeps the role, also on the command line and when two withdraw each other’s at the same time', async () => {
  const { store } = await theSite()
  const email = `${admin.id}@people.test`
  expect(await setRole(admin, admin, 'member')).toMatchObject({ status: 409, body: { code: 'LAST_ADMIN' } })
  await expect(grantRole(store, { email, role: 'moderator' })).rejects.toThrow('the only administrator')
  const other = await aPerson({ role: 'admin' })
  const answers = await Promise.all([setRole(admin, other, 'member'), setRole(other, admin, 'member')])
  expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200])
  expect(await store.db.selectFrom('person').select('id').where('role', '=', 'admin').execute()).toHaveLength(1)
  expect((await grantRole(store, { email, role: 'admin' })).ok).toBe(true)
})

test('the last administrator cannot delete the account, also when two delete theirs at the same time', async () => {
  const { store } = await theSite()
  const remove = (who: Person) => call(who, 'DELETE', '/me', { body: { phrase } })
  await store.db.updateTable('person').set({ role: 'member' }).where('role', '=', 'admin').where('id', '<>', admin.id).execute()
  const other = await aPerson({ role: 'admin' })
  const answers = await Promise.all([remove(admin), remove(other)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const last = answers[0]?.status === 409 ? admin : other
  expect(await remove(last)).toMatchObject({ status: 409, body: { code: 'LAST_ADMIN', message: expect.stringContaining('only administrator') } })
  expect((await call(last, 'GET', '/switches')).status).toBe(200)
  // Moderators and members may delete their accounts.
  for (const role of ['moderator', 'member'] as const) expect((await remove(await aPerson({ role }))).status).toBe(200)
})
