import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { ownSite } from '#tests/support/own-site.ts'
import { aCampaign, aPerson, call, left, type Person, theSite } from '#tests/support/site.ts'

let admin: Person
let moderator: Person

// A site of its own, because the list and the numbers contain everybody.
ownSite()
beforeAll(async () => {
  admin = await aPerson({ role: 'admin' })
  moderator = await aPerson({ role: 'moderator' })
})

async function named(display_name: string, more: Record<string, unknown> = {}): Promise<Person> {
  const person = await aPerson()
  const { store } = await theSite()
  await store.db
    .updateTable('person')
    .set({ display_name, ...more })
    .where('id', '=', person.id)
    .execute()
  return person
}
const found = async (query: string, who: Person | null = moderator): Promise<string[]> =>
  (await call(who, 'GET', `/moderation/people?${query}`)).body.items.map(({ id }: Person) => id)

test('moderators find people by name, username, id and profile URL, newest first, page by page', async () => {
  const ada = await named('Zoë Quillfeather', { username: 'quill_feather' })
  const other = await named('Zoe Nightjar', { first_name: 'Bartholomew', last_name: 'Xylander' })
  for (const q of ['quillfeather', 'Quillf', 'zoe quill', 'quill_feather', 'QUILL_FEATHER', ada.id.toUpperCase(), `https://site.test/u/${ada.id}?from=x`])
    expect([q, await found(`q=${encodeURIComponent(q)}`)]).toEqual([q, [ada.id]])
  expect(await found('q=zoe')).toEqual([other.id, ada.id])
  expect(await found('q=bartholomew+x')).toEqual([other.id])
  // The whole last name and the email address are private, so no search finds people by either.
  for (const q of ['xylander', `${ada.id}@people.test`, 'people.test', "' & !*", '%']) expect([q, await found(`q=${encodeURIComponent(q)}`)]).toEqual([q, []])
  const { body } = await call(moderator, 'GET', '/moderation/people?q=zoe&limit=1')
  expect(await found(`q=zoe&limit=1&cursor=${body.nextCursor}`)).toEqual([ada.id])
  const since = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
  expect(body.items).toEqual([{ id: other.id, name: 'Zoe Nightjar', role: 'member', since, suspension: null, isSuspendedByAdmin: false, decisions: 0 }])
  expect(Buffer.from(body.nextCursor, 'base64url').toString()).toContain(' 00:00:00')
})

test('the list can show moderators and administrators only, or suspended people only, and has no deleted accounts', async () => {
  const [person, leaver] = [await named('Suspended soon'), await named('Gone soon')]
  await call(moderator, 'PUT', `/moderation/people/${person.id}/suspension`, { body: { days: 7, reason: 'Insults.', hidesContent: false } })
  expect(await found('show=suspended')).toEqual([person.id])
  expect((await found('show=staff')).sort()).toEqual([admin.id, moderator.id].sort())
  await left(leaver)
  expect(await found(`q=${leaver.id}`)).toEqual([])
  const first = (await call(moderator, 'GET', '/moderation/people?show=suspended')).body.items[0]
  expect(first.suspension).toMatchObject({ reason: 'Insults.', hidesContent: false })
})

test('sign-ups are counted by hour, and by mail domain only where a domain has ten or more', async () => {
  const { store } = await theSite()
  const people = await Promise.all(Array.from({ length: 12 }, () => aPerson()))
  await Promise.all(
    people.map(({ id }, n) =>
      store.db
        .updateTable('person')
        .set({ email: `${id}@${n < 10 ? 'many.test' : 'few.test'}` })
        .where('id', '=', id)
        .execute(),
    ),
  )
  const { body } = await call(moderator, 'GET', '/moderation/sign-ups')
  expect(body.hours).toHaveLength(72)
  const total = body.hours.reduce((sum: number, { signUps }: { signUps: number }) => sum + signUps, 0)
  expect(total).toBeGreaterThanOrEqual(12)
  expect(body.domains).toContainEqual({ mailDomain: 'many.test', signUps: 10 })
  expect(JSON.stringify(body)).not.toContain('few.test')
})

test('an email address is shown to moderators only after a reason, which is logged; no list contains one', async () => {
  const { store } = await theSite()
  const person = await named('Has an address')
  const ask = (who: Person | null, reason: string) => call(who, 'POST', `/moderation/people/${person.id}/address`, { body: { reason } })
  expect(await ask(moderator, ' ')).toMatchObject({ status: 422, body: { data: { fields: { reason: 'REASON_MISSING' } } } })
  for (const who of [null, await aPerson()]) expect((await ask(who, 'Curious')).status).toBe(404)
  const log = () => store.db.selectFrom('recorded_act').select(['actor_id', 'action', 'reason']).where('subject_id', '=', person.id).execute()
  expect(await log()).toEqual([])
  // 19 characters.
  expect(await ask(moderator, 'The police asked me')).toMatchObject({ status: 422, body: { data: { fields: { reason: 'REASON_TOO_SHORT' } } } })
  const email = `${person.id}@people.test`
  expect((await ask(moderator, 'The police asked, file 12/26.')).body).toEqual({ id: person.id, email })
  expect(await log()).toEqual([{ actor_id: moderator.id, action: 'person.address_read', reason: 'The police asked, file 12/26.' }])
  expect(
    (await call(moderator, 'POST', '/moderation/people/01900000-0000-7000-8000-000000000000/address', { body: { reason: 'The police asked, file 12/26.' } }))
      .status,
  ).toBe(404)
  for (const path of ['/moderation/people?limit=100', '/moderation/sign-ups'])
    expect(JSON.stringify((await call(admin, 'GET', path)).body)).not.toContain(email)
})

test('a moderator reads at most 20 addresses in 24 hours, and those of moderators and administrators only as an administrator', async () => {
  const [reader, person] = [await aPerson({ role: 'moderator' }), await aPerson()]
  const ask = (who: Person, id: string) => call(who, 'POST', `/moderation/people/${id}/address`, { body: { reason: 'The police asked, file 12/26.' } })
  for (const { id } of [moderator, admin, reader]) expect(await ask(reader, id)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  expect((await ask(admin, moderator.id)).status).toBe(200)
  const { store } = await theSite()
  // Those of the day before do not count.
  await sql`insert into audit_log (id, at, actor_id, action, subject_kind, subject_id)
    select gen_random_uuid(), now() - interval '25 hours', ${reader.id}::uuid, 'person.address_read', 'person', ${person.id}::uuid from generate_series(1, 20)`.execute(
    store.db,
  )
  const answers = await Promise.all(Array.from({ length: 25 }, () => ask(reader, person.id)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(5)
  expect(refused[0]?.body).toMatchObject({ code: 'ADDRESS_LIMIT', data: { text: expect.stringMatching(/^You can read 20 addresses in 24 hours/) } })
})

test('no response about people shows who has joined what, not even to administrators', async () => {
  const [creator, person] = [await aPerson(), await named('Joined in private')]
  const { id, slug } = await aCampaign(creator)
  await call(person, 'PUT', `/campaigns/${id}/pledge`, { body: {} })
  const reason = 'Insults under an update.'
  const answers = [
    await call(admin, 'GET', `/moderation/people?q=${person.id}`),
    await call(admin, 'GET', '/moderation/sign-ups'),
    await call(admin, 'POST', `/moderation/people/${person.id}/address`, { body: { reason } }),
    await call(admin, 'PUT', `/moderation/people/${person.id}/role`, { body: { role: 'moderator', reason } }),
    await call(admin, 'PUT', `/moderation/people/${person.id}/suspension`, { body: { days: 1, reason, hidesContent: true } }),
    await call(admin, 'DELETE', `/moderation/people/${person.id}/suspension`, { body: { reason } }),
    await call(admin, 'GET', '/moderation/role-changes'),
  ]
  for (const { status, body } of answers) {
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`${id}|${slug}|pledge|campaign`))
  }
})

test('administrators read the latest changes of roles; for moderators and others that log does not exist', async () => {
  const person = await named('New moderator')
  await call(admin, 'PUT', `/moderation/people/${person.id}/role`, { body: { role: 'moderator', reason: 'A year of help.' } })
  const { body } = await call(admin, 'GET', '/moderation/role-changes')
  expect(body.items[0]).toMatchObject({
    person: { id: person.id, name: 'New moderator' },
    from: 'member',
    to: 'moderator',
    reason: 'A year of help.',
    by: { id: admin.id },
  })
  for (const who of [null, await aPerson(), moderator]) expect((await call(who, 'GET', '/moderation/role-changes')).status).toBe(404)
  for (const who of [null, await aPerson()]) for (const path of ['people', 'sign-ups']) expect((await call(who, 'GET', `/moderation/${path}`)).status).toBe(404)
})
