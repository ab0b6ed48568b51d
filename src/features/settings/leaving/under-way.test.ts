import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepRows } from '#main/sweep.ts'
import { isDeletedPersonError } from '#platform/server/store/deleted-person.ts'
import { waitingFor } from '#tests/support/locks.ts'
import { type OAuth, signInThrough, useSiteWithProviders } from '#tests/support/other-site.ts'
import { patientSite } from '#tests/support/own-site.ts'
import { aCampaign, aPerson, call, left, type Person, theSite, until } from '#tests/support/site.ts'
import { upload, uploaded } from '#tests/support/upload.ts'
import { phrase } from './terms.ts'

// Requests of a person that run at the same time as the deletion of the account.

const password = 'blue pencil rain'
let oauth: OAuth
let close: () => Promise<void>
beforeAll(async () => {
  ;({ oauth, close } = await useSiteWithProviders())
})
afterAll(() => close())
patientSite()

test('the database refuses sessions, credentials and pictures of deleted accounts, and accepts them for all others', async () => {
  const { store } = await theSite()
  const [gone, here] = [await aPerson(), await aPerson()]
  const picture = await uploaded(here)
  await left(gone)
  for (const [{ id: person_id }, isTaken] of [[gone, false] as const, [here, true] as const]) {
    const writes = [
      () => store.db.insertInto('auth_account').values({ id: uuidv7(), person_id, provider_id: 'google', account_id: uuidv7() }).execute(),
      () => store.db.insertInto('auth_session').values({ id: uuidv7(), person_id, token: uuidv7(), expires_at: new Date() }).execute(),
      async () => {
        const row = await store.db.selectFrom('media').selectAll().where('id', '=', picture.id).executeTakeFirstOrThrow()
        const { formats, ...media } = row
        await store.db
          .insertInto('media')
          .values({ ...media, formats, id: uuidv7(), owner_id: person_id })
          .execute()
      },
    ]
    for (const write of writes) {
      const error = await write().then(
        () => null,
        (refusal: unknown) => refusal,
      )
      expect([error === null, isDeletedPersonError(error)]).toEqual([isTaken, !isTaken])
    }
  }
})

test('rows of deleted accounts that an older version left behind are deleted by the sweep', async () => {
  const { store } = await theSite()
  const person = await aPerson()
  await left(person)
  await lateWayIn({ personId: person.id, subject: uuidv7() })
  await sweepRows(store.db)
  for (const table of ['auth_account', 'auth_session'] as const)
    expect(await store.db.selectFrom(table).select('id').where('person_id', '=', person.id).execute()).toEqual([])
})

test('a provider sign-in that still leads to a deleted account is reported as failed, not as suspended', async () => {
  const ada = { sub: uuidv7(), name: 'Ada Lovelace', email: `${uuidv7()}@people.test`, email_verified: true }
  const { cookie } = await signInThrough({ oauth, way: 'google', as: ada })
  const { id } = (await call({ id: '', cookie }, 'GET', '/me')).body
  await left({ id, cookie })
  await lateWayIn({ personId: id, subject: ada.sub })
  expect(await signInThrough({ oauth, way: 'google', as: ada })).toMatchObject({ location: '/auth?problem=unexpected&provider=google', cookie: '' })
  // After the sweep the provider's account leads to a new account.
  await sweepRows((await theSite()).store.db)
  const again = await signInThrough({ oauth, way: 'google', as: ada })
  expect((await call({ id: '', cookie: again.cookie }, 'GET', '/me')).body.id).not.toBe(id)
})

test('requests during the deletion of the account wait, are refused, and store nothing', async () => {
  const { store, storage } = await theSite()
  const files = async () => {
    let count = 0
    for await (const _file of storage.list()) count++
    return count
  }
  const before = await files()
  const campaign = await aCampaign(await aPerson())
  const [email, sub] = [`${uuidv7()}@people.test`, uuidv7()]
  const person = await aMember(email)
  await store.db.insertInto('auth_account').values({ id: uuidv7(), person_id: person.id, provider_id: 'google', account_id: sub }).execute()
  const held = { id: uuidv7(), identifier: uuidv7(), value: JSON.stringify({ of: person.id }), expires_at: new Date(Date.now() + 60_000) }
  await store.db.insertInto('auth_verification').values(held).execute()

  // The deletion locks the person first and then waits for this row.
  const { acts, leaving } = await store.db.transaction().execute(async (tx) => {
    await tx.selectFrom('auth_verification').select('id').where('id', '=', held.id).forUpdate().execute()
    const leaving = call(person, 'DELETE', '/me', { body: { phrase } })
    await waitingFor(tx, 1)
    const acts = [
      call(person, 'PATCH', '/me/settings', { body: { bio: 'At the last moment' } }),
      call(person, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} }),
      post('sign-in/email', { email, password }),
      upload(person),
    ].map((act) => act.then(({ status }) => status))
    acts.push(signInThrough({ oauth, way: 'google', as: { sub, name: 'Ada' } }).then(({ location }) => (location.includes('problem=unexpected') ? 401 : 200)))
    await waitingFor(tx, 1 + acts.length)
    expect((await post('change-email', { email: `${uuidv7()}@people.test`, password }, person)).status).toBe(200)
    await waitingFor(tx, 2 + acts.length)
    return { acts, leaving }
  })
  expect((await leaving).status).toBe(200)
  expect(await Promise.all(acts)).toEqual([401, 401, 401, 401, 401])
  await noneWaits()
  for (const table of ['auth_account', 'auth_session', 'pledge'] as const)
    expect(await store.db.selectFrom(table).select('person_id').where('person_id', '=', person.id).execute()).toEqual([])
  expect(await store.db.selectFrom('media').select('id').where('owner_id', '=', person.id).execute()).toEqual([])
  expect(await files()).toBe(before)
  expect(await store.db.selectFrom('auth_verification').select('id').where('identifier', '=', `change-email:${person.id}`).execute()).toEqual([])
})

/** Inserts a provider account and a session for a deleted person, as was possible before the database refused it. */
async function lateWayIn({ personId, subject }: { personId: string; subject: string }) {
  const { store } = await theSite()
  await store.db.transaction().execute(async (tx) => {
    const tables = ['auth_account', 'auth_session']
    for (const table of tables) await sql.raw(`alter table ${table} disable trigger user`).execute(tx)
    await tx.insertInto('auth_account').values({ id: uuidv7(), person_id: personId, provider_id: 'google', account_id: subject }).execute()
    await tx
      .insertInto('auth_session')
      .values({ id: uuidv7(), person_id: personId, token: uuidv7(), expires_at: new Date(Date.now() + 60_000) })
      .execute()
    for (const table of tables) await sql.raw(`alter table ${table} enable trigger user`).execute(tx)
  })
}

/** Waits until no database connection waits for a lock. */
async function noneWaits() {
  const { store } = await theSite()
  await until(async () => {
    const { rows } = await store.pool.query("select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")
    return rows[0]?.n === 0
  })
}

async function post(path: string, body: unknown, as?: Person) {
  const { origin } = await theSite()
  const headers = { origin, 'content-type': 'application/json', ...(as ? { cookie: as.cookie } : {}) }
  return fetch(`${origin}/api/auth/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function aMember(email: string): Promise<Person> {
  const { store } = await theSite()
  await post('sign-up/email', { name: 'Ada Lovelace', email, password })
  const { id } = await store.db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const { headers } = await post('sign-in/email', { email, password })
  return { id, cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}
