import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { plantCommunity } from '#tests/support/communities.ts'
import { aPerson, call, left, type Person, theSite } from '#tests/support/site.ts'

type Named = { person: { id: string }; role: string }

async function named(person: Person, [first_name, last_name]: [string, string]) {
  await (await theSite()).store.db.updateTable('person').set({ first_name, last_name }).where('id', '=', person.id).execute()
  return person
}

async function aPlace(given: { privacy?: 'public' | 'private'; approvesMembers?: boolean } = {}) {
  const { store } = await theSite()
  const [owner, mod, member, waiting, banned, stranger] = await Promise.all(Array.from({ length: 6 }, () => aPerson()))
  if (!owner || !mod || !member || !waiting || !banned || !stranger) throw new Error('nobody there')
  const { id } = await plantCommunity(store.db, {
    owner: owner.id,
    privacy: 'private',
    approvesMembers: given.privacy !== 'public',
    ...given,
    members: [{ id: mod.id, role: 'mod' }, { id: member.id }, { id: waiting.id, status: 'pending' }, { id: banned.id, status: 'banned' }],
  })
  return { id, at: `/communities/${id}`, owner, mod, member, waiting, banned, stranger }
}

/** The stored memberships; also checks that the list's member count matches them. */
async function stored(id: string) {
  const { db } = (await theSite()).store
  const rows = await db.selectFrom('community_member').select(['person_id', 'role', 'status']).where('community_id', '=', id).execute()
  const { owner_user_id } = await db.selectFrom('community').select('owner_user_id').where('id', '=', id).executeTakeFirstOrThrow()
  const { members } = await db.selectFrom('community_rank').select('members').where('community_id', '=', id).executeTakeFirstOrThrow()
  const people = Object.fromEntries(rows.map(({ person_id, role, status }) => [person_id, status === 'active' ? role : status]))
  expect(Number(members)).toBe(rows.filter(({ status }) => status === 'active').length)
  return { owner: owner_user_id, people }
}

test('members are listed owner first, then mods, then the newest, without gaps or repeats between pages', async () => {
  const { db } = (await theSite()).store
  const { id, at, owner, mod, member } = await aPlace()
  const others = await Promise.all(Array.from({ length: 7 }, () => aPerson()))
  for (const [n, person] of others.entries())
    await db
      .insertInto('community_member')
      .values({ community_id: id, person_id: person.id, created_at: new Date(Date.UTC(2030, 0, n + 1)) })
      .execute()
  const seen: Named[] = []
  let cursor: string | null = null
  do {
    const { status, body } = await call(member, 'GET', `${at}/members?limit=3${cursor ? `&cursor=${cursor}` : ''}`)
    expect(status).toBe(200)
    seen.push(...body.items)
    cursor = body.nextCursor
  } while (cursor)
  expect(seen.map(({ person }) => person.id)).toEqual([owner.id, mod.id, ...others.reverse().map((person) => person.id), member.id])
  expect(seen.slice(0, 3).map(({ role }) => role)).toEqual(['owner', 'mod', 'member'])
  expect(seen.at(-1)).toMatchObject({ isViewer: true, person: { name: 'Test P.' } })
})

test('an invalid cursor is refused, whatever it contains', async () => {
  const { at, member } = await aPlace()
  const made = (after: unknown) => Buffer.from(JSON.stringify([after, crypto.randomUUID()])).toString('base64url')
  for (const cursor of ['x', made(1), made(''), made('3 2026-01-01 00:00:00+00'), made('1 yesterday'), made("1 2026-02-31 00:00:00+00'")])
    expect((await call(member, 'GET', `${at}/members?cursor=${encodeURIComponent(cursor)}`)).body.code).toBe('BAD_CURSOR')
})

test('a search finds members by prefixes of words in their displayed name, ignoring accents, and by nothing that is not displayed', async () => {
  const { db } = (await theSite()).store
  const { id, at, member } = await aPlace()
  const [zoe, hidden] = [await named(await aPerson(), ['Zoë Ambrose', 'Quill']), await named(await aPerson(), ['', 'Xavier'])]
  for (const { id: person_id } of [zoe, hidden]) await db.insertInto('community_member').values({ community_id: id, person_id }).execute()
  const found = async (q: string) => {
    const { status, body } = await call(member, 'GET', `${at}/members?q=${encodeURIComponent(q)}`)
    expect(status).toBe(200)
    return body.items.map(({ person }: Named) => person.id)
  }
  for (const q of ['zoe', 'ZOË', 'amb zo', 'zoe q', ' zo ']) expect(await found(q)).toEqual([zoe.id])
  for (const q of ['quill', 'oe', 'xavier', 'x', '!!!', "'", "zoe' | 'test", '\\', 'zoe & !amb:*', 'a'.repeat(2_000)])
    expect(await found(q), q).toEqual(q === 'zoe & !amb:*' ? [zoe.id] : [])
  expect((await found('')).length).toBe(5)
})

test('in a community of thousands, a search for a rare or a common name returns members in order, page by page', async () => {
  const { db } = (await theSite()).store
  const { id, at, member } = await aPlace()
  await sql`with made as (
      insert into person (id, email, display_name, first_name, last_name)
      select gen_random_uuid(), ${id} || n || '@people.test', 'P', case when n % 1000 = 0 then 'Zebulon' else 'Ada' end, 'Long' from generate_series(1, 2500) n
      returning id)
    insert into community_member (community_id, person_id, created_at) select ${id}, id, now() + row_number() over (order by id) * interval '1 minute' from made`.execute(
    db,
  )
  const found = async (q: string, limit: number) => {
    const names: string[] = []
    let cursor: string | null = null
    for (let page = 0; page < 3; page++) {
      const { body }: { body: { items: Named[]; nextCursor: string | null } } = (await call(
        member,
        'GET',
        `${at}/members?q=${q}&limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`,
      )) as never
      names.push(...body.items.map(({ person }) => person.id))
      cursor = body.nextCursor
      if (!cursor) break
    }
    return names
  }
  const inOrder = async (first: string) => {
    const rows = await db
      .selectFrom('community_member as m')
      .innerJoin('person as p', 'p.id', 'm.person_id')
      .select('p.id')
      .where('m.community_id', '=', id)
      .where('p.first_name', '=', first)
      .orderBy('m.created_at', 'desc')
      .limit(6)
      .execute()
    return rows.map((row) => row.id)
  }
  expect(await found('zeb', 1)).toEqual(await inOrder('Zebulon'))
  expect(await found('ada', 2)).toEqual(await inOrder('Ada'))
  expect(await found('nobody', 2)).toEqual([])
})

test('nobody can change the role of the owner, or remove or ban the owner', async () => {
  const { at, owner } = await aPlace()
  for (const [method, path, body] of [
    ['PUT', `members/${owner.id}/role`, { role: 'member' }],
    ['DELETE', `members/${owner.id}`],
    ['PUT', `bans/${owner.id}`],
  ] as const)
    expect(await call(owner, method, `${at}/${path}`, body ? { body } : {})).toMatchObject({ status: 409, body: { code: 'OWNER_STAYS' } })
})

test('mods remove, ban and unban members as the owner does, but neither other mods nor the owner', async () => {
  const { id, at, owner, mod, member, waiting: other, stranger } = await aPlace()
  await call(owner, 'PUT', `${at}/requests/${other.id}`)
  await call(owner, 'PUT', `${at}/members/${other.id}/role`, { body: { role: 'mod' } })
  for (const [method, path] of [
    ['DELETE', 'members'],
    ['PUT', 'bans'],
  ] as const) {
    expect((await call(mod, method, `${at}/${path}/${other.id}`)).body.code).toBe('OWNER_ONLY')
    expect((await call(mod, method, `${at}/${path}/${owner.id}`)).body.code).toBe('OWNER_STAYS')
    for (const who of [member, stranger]) expect((await call(who, method, `${at}/${path}/${member.id}`)).body.code).toBe('MODERATORS_ONLY')
  }
  for (const who of [member, stranger]) expect((await call(mod, 'PUT', `${at}/bans/${who.id}`)).status).toBe(200)
  expect((await call(mod, 'GET', `${at}/bans`)).body.items).toHaveLength(3)
  expect((await call(mod, 'DELETE', `${at}/bans/${member.id}`)).status).toBe(200)
  const { people } = await stored(id)
  expect([people[other.id], people[owner.id], people[member.id], people[stranger.id]]).toEqual(['mod', 'owner', undefined, 'banned'])
})

test('setting a role is idempotent', async () => {
  const { id, at, owner, member, stranger, waiting } = await aPlace()
  for (const role of ['mod', 'mod', 'member', 'member']) {
    expect((await call(owner, 'PUT', `${at}/members/${member.id}/role`, { body: { role } })).status).toBe(200)
    expect((await stored(id)).people[member.id]).toBe(role)
  }
  for (const nobody of [stranger, waiting, { id: crypto.randomUUID() }])
    expect((await call(owner, 'PUT', `${at}/members/${nobody.id}/role`, { body: { role: 'mod' } })).body.code).toBe('NOT_A_MEMBER')
})

test('a removed member becomes a stranger; removing does not affect a request or a ban', async () => {
  const { id, at, owner, member, waiting, banned } = await aPlace()
  for (const who of [member, member, waiting, banned]) expect((await call(owner, 'DELETE', `${at}/members/${who.id}`)).status).toBe(200)
  const { people } = await stored(id)
  expect([people[member.id], people[waiting.id], people[banned.id]]).toEqual([undefined, 'pending', 'banned'])
})

test('a ban replaces a membership or a request; lifting it makes the person a stranger', async () => {
  const { id, at, owner, member, waiting, stranger } = await aPlace()
  for (const who of [member, waiting, stranger, stranger]) {
    expect((await call(owner, 'PUT', `${at}/bans/${who.id}`)).status).toBe(200)
    expect((await stored(id)).people[who.id]).toBe('banned')
  }
  expect((await call(owner, 'GET', `${at}/bans`)).body.items).toHaveLength(4)
  expect((await call(owner, 'PUT', `${at}/requests/${waiting.id}`)).body.code).toBe('NOT_WAITING')
  for (const _ of [1, 2]) expect((await call(owner, 'DELETE', `${at}/bans/${stranger.id}`)).status).toBe(200)
  expect((await call(owner, 'DELETE', `${at}/bans/${(await aPlace()).owner.id}`)).status).toBe(200)
  expect((await stored(id)).people[stranger.id]).toBeUndefined()
  const gone = await aPerson()
  await left(gone)
  for (const nobody of [gone, { id: crypto.randomUUID() }])
    expect(await call(owner, 'PUT', `${at}/bans/${nobody.id}`)).toMatchObject({ status: 409, body: { code: 'NOT_A_MEMBER' } })
})

test('a transfer makes a member the owner, and the former owner a mod', async () => {
  const { id, at, owner, mod, member, stranger } = await aPlace()
  expect((await call(owner, 'PUT', `${at}/owner`, { body: { personId: stranger.id } })).body.code).toBe('NOT_A_MEMBER')
  for (const _ of [1, 2]) expect((await call(owner, 'PUT', `${at}/owner`, { body: { personId: member.id } })).status).toBe(200)
  expect(await stored(id)).toMatchObject({ owner: member.id, people: { [owner.id]: 'mod', [mod.id]: 'mod', [member.id]: 'owner' } })
  expect((await call(owner, 'PUT', `${at}/owner`, { body: { personId: owner.id } })).body.code).toBe('OWNER_ONLY')
})

test('of two concurrent transfers one takes effect, and there is one owner', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, at, owner, mod, member } = await aPlace()
    const answers = await Promise.all([mod, member].map(({ id: personId }) => call(owner, 'PUT', `${at}/owner`, { body: { personId } })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    const { owner: now, people } = await stored(id)
    expect(Object.entries(people).filter(([, role]) => role === 'owner')).toEqual([[now, 'owner']])
    expect(people[owner.id]).toBe('mod')
  }
})

test('if a member deletes the account while becoming the owner, the community still has one existing owner', async () => {
  for (let round = 0; round < 3; round++) {
    const { id, at, owner, member } = await aPlace()
    const [{ status }] = await Promise.all([call(owner, 'PUT', `${at}/owner`, { body: { personId: member.id } }), left(member)])
    expect([200, 409]).toContain(status)
    const { owner: now, people } = await stored(id)
    expect(now).not.toBe(member.id)
    expect(people[now]).toBe('owner')
    expect(people[member.id]).toBeUndefined()
  }
})

test('owner and mods see requests, oldest first, and approve or decline them; repeats are harmless', async () => {
  const { db } = (await theSite()).store
  const { id, at, mod, owner, member, waiting, stranger } = await aPlace()
  const second = await aPerson()
  await db.insertInto('community_member').values({ community_id: id, person_id: second.id, status: 'pending' }).execute()
  for (const who of [member, waiting, stranger]) {
    expect((await call(who, 'GET', `${at}/requests`)).body.code).toBe('MODERATORS_ONLY')
    for (const method of ['PUT', 'DELETE']) expect((await call(who, method, `${at}/requests/${waiting.id}`)).body.code).toBe('MODERATORS_ONLY')
  }
  const first = (await call(mod, 'GET', `${at}/requests?limit=1`)).body
  expect(first).toMatchObject({ total: 2, items: [{ person: { id: waiting.id } }] })
  expect((await call(mod, 'GET', `${at}/requests?limit=1&cursor=${first.nextCursor}`)).body).toMatchObject({
    items: [{ person: { id: second.id } }],
    nextCursor: null,
  })
  for (const _ of [1, 2]) expect((await call(mod, 'PUT', `${at}/requests/${waiting.id}`)).status).toBe(200)
  for (const _ of [1, 2]) expect((await call(owner, 'DELETE', `${at}/requests/${second.id}`)).status).toBe(200)
  // Declining does not remove a member, and approving needs a pending request.
  expect((await call(mod, 'DELETE', `${at}/requests/${waiting.id}`)).status).toBe(200)
  expect((await call(mod, 'PUT', `${at}/requests/${second.id}`)).body.code).toBe('NOT_WAITING')
  expect((await stored(id)).people).toMatchObject({ [waiting.id]: 'member' })
  expect((await stored(id)).people[second.id]).toBeUndefined()
})

test('after a concurrent approval and decline the person is a member or a stranger', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, at, owner, mod, waiting } = await aPlace()
    const [approved, declined] = await Promise.all([call(mod, 'PUT', `${at}/requests/${waiting.id}`), call(owner, 'DELETE', `${at}/requests/${waiting.id}`)])
    expect(declined.status).toBe(200)
    const { people } = await stored(id)
    expect(people[waiting.id]).toBe(approved.status === 200 ? 'member' : undefined)
  }
})

test('requests stay pending after "Approve new members" is switched off', async () => {
  const { db } = (await theSite()).store
  const { id, at, mod, waiting } = await aPlace()
  await db.updateTable('community').set({ approves_members: false }).where('id', '=', id).execute()
  expect((await call(mod, 'GET', `${at}/requests`)).body.total).toBe(1)
  expect((await call(mod, 'PUT', `${at}/requests/${waiting.id}`)).status).toBe(200)
})

test('a ban applies to the mailbox: another account of that mailbox can neither join nor be approved, and mods see one ban', async () => {
  const { db } = (await theSite()).store
  const { id, at, owner, banned, stranger } = await aPlace()
  const mailbox = (tag: string) => `ban.${id.slice(-8)}${tag}@gmail.com`
  const setAddress = (who: Person, email: string) => db.updateTable('person').set({ email, email_verified: true }).where('id', '=', who.id).execute()
  await setAddress(banned, mailbox(''))
  await call(owner, 'DELETE', `${at}/bans/${banned.id}`)
  await call(owner, 'PUT', `${at}/bans/${banned.id}`)
  await setAddress(stranger, mailbox('+again').replace('ban.', 'b.an'))
  const join = (who: Person) => call(who, 'PUT', `${at}/membership`, { body: {} })
  const refused = await join(stranger)
  expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 403, code: 'BANNED' })
  const { items } = (await call(owner, 'GET', `${at}/bans`)).body
  expect(items.map(({ person }: { person: { id: string } }) => person.id)).toEqual([banned.id])
  await db.insertInto('community_member').values({ community_id: id, person_id: stranger.id, status: 'pending' }).execute()
  expect((await call(owner, 'PUT', `${at}/requests/${stranger.id}`)).status).toBe(200)
  expect((await stored(id)).people[stranger.id]).toBeUndefined()
  await call(owner, 'DELETE', `${at}/bans/${banned.id}`)
  expect((await join(stranger)).status).toBe(200)
})
