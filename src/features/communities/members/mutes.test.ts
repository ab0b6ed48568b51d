import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { plantCommunity, plantPost, plantPostComment } from '#tests/support/communities.ts'
import { aPerson, call, left, type Person, theSite } from '#tests/support/site.ts'
import { uniqueWords } from '#tests/support/unique-words.ts'

const reason = 'The same remark under every post.'

async function aPlace(privacy: 'public' | 'private' = 'public') {
  const { db } = (await theSite()).store
  const [owner, mod, member, stranger] = [await aPerson(), await aPerson(), await aPerson(), await aPerson()]
  const { id } = await plantCommunity(db, { owner: owner.id, privacy, members: [{ id: mod.id, role: 'mod' }, { id: member.id }] })
  const postId = await plantPost(db, { communityId: id, authorId: member.id })
  const commentId = await plantPostComment(db, { postId, authorId: member.id })
  const at = `/communities/${id}`
  const mute = (by: Person, who: Person, days: number | null = 7, why = reason) => call(by, 'PUT', `${at}/mutes/${who.id}`, { body: { days, reason: why } })
  const unmute = (by: Person, who: Person) => call(by, 'DELETE', `${at}/mutes/${who.id}`)
  /** All ways in which this person writes there. */
  const writes = (who: Person) =>
    Promise.all([
      call(who, 'POST', `${at}/posts`, { body: { body: uniqueWords() } }),
      call(who, 'PATCH', `/posts/${postId}`, { body: { body: uniqueWords() } }),
      call(who, 'POST', `/posts/${postId}/comments`, { body: { body: uniqueWords() } }),
      call(who, 'PATCH', `/comments/${commentId}`, { body: { body: uniqueWords() } }),
    ])
  return { id, at, postId, commentId, owner, mod, member, stranger, mute, unmute, writes }
}

test('a muted member reads, likes and deletes what they wrote, but neither posts nor comments nor edits, and reads until when and why', async () => {
  const { at, postId, commentId, mod, member, mute, unmute, writes } = await aPlace()
  expect((await mute(mod, member)).status).toBe(200)
  for (const refused of await writes(member)) {
    expect(refused).toMatchObject({ status: 403, body: { code: 'MUTED' } })
    expect(refused.body.data.text).toMatch(/^You are muted in this community until .+ You can read, but not post or comment\. Reason: The same remark/)
  }
  const { mute: seen } = (await call(member, 'GET', at)).body
  expect(seen.reason).toBe(reason)
  expect(Math.round((Date.parse(seen.until) - Date.now()) / 3_600_000)).toBe(7 * 24)
  expect((await call(member, 'GET', `${at}/posts`)).body.items).toHaveLength(1)
  expect((await call(member, 'PUT', `/likes/community_post/${postId}`)).status).toBe(200)
  expect((await unmute(mod, member)).status).toBe(200)
  expect((await writes(member)).map(({ status }) => status)).toEqual([201, 200, 201, 200])
  expect((await call(member, 'GET', at)).body.mute).toBeNull()
  await mute(mod, member, null)
  expect((await call(member, 'GET', at)).body.mute).toEqual({ until: null, reason })
  expect((await call(member, 'DELETE', `/comments/${commentId}`)).status).toBe(200)
})

test('a mute ends by itself, and joining again does not end it', async () => {
  const { db } = (await theSite()).store
  const { id, at, owner, member, mute, writes } = await aPlace()
  await mute(owner, member, 1)
  await call(member, 'DELETE', `${at}/membership`)
  await call(member, 'PUT', `${at}/membership`, { body: {} })
  expect((await writes(member)).map(({ status }) => status)).toEqual([403, 403, 403, 403])
  await db.updateTable('community_mute').set({ until: new Date() }).where('community_id', '=', id).execute()
  expect((await writes(member)).map(({ status }) => status)).toEqual([201, 200, 201, 200])
  expect((await call(owner, 'GET', `${at}/mutes`)).body.items).toEqual([])
})

test('mods mute as the owner does, but neither other mods nor the owner; a mute needs a reason and a person', async () => {
  const { at, owner, mod, member, stranger, mute, unmute } = await aPlace()
  const other = await aPerson()
  await call(other, 'PUT', `${at}/membership`, { body: {} })
  await call(owner, 'PUT', `${at}/members/${other.id}/role`, { body: { role: 'mod' } })
  expect((await mute(mod, other)).body.code).toBe('OWNER_ONLY')
  expect((await mute(mod, owner)).body.code).toBe('OWNER_STAYS')
  for (const who of [member, stranger]) {
    expect((await mute(who, member)).body.code).toBe('MODERATORS_ONLY')
    expect((await unmute(who, member)).body.code).toBe('MODERATORS_ONLY')
    expect((await call(who, 'GET', `${at}/mutes`)).body.code).toBe('MODERATORS_ONLY')
  }
  expect((await mute(mod, member, 7, '  ')).body.data.fields).toEqual({ reason: 'REASON_MISSING' })
  expect((await mute(mod, member, 7, 'x'.repeat(1_001))).body.data.fields).toEqual({ reason: 'REASON_TOO_LONG' })
  expect((await mute(mod, member, 2)).status).toBe(400)
  const gone = await aPerson()
  await left(gone)
  expect((await mute(mod, gone)).body.code).toBe('NOT_A_MEMBER')
  for (const who of [member, stranger]) expect((await mute(mod, who, 1)).status).toBe(200)
  expect((await mute(owner, member, null, 'Again.')).status).toBe(200)
  const { items } = (await call(mod, 'GET', `${at}/mutes?limit=1`)).body
  expect(items).toMatchObject([{ person: { id: member.id }, until: null, reason: 'Again.' }])
})

test('the audit log records bans, mutes and their ends, and names person and reason unless the community is private', async () => {
  const { db } = (await theSite()).store
  const [open, closed] = [await aPlace(), await aPlace('private')]
  for (const { at, mod, member, stranger, mute, unmute } of [open, closed]) {
    for (const method of ['PUT', 'PUT', 'DELETE', 'DELETE'] as const) expect((await call(mod, method, `${at}/bans/${stranger.id}`)).status).toBe(200)
    await mute(mod, member, null)
    for (const _ of ['ends it', 'changes nothing']) expect((await unmute(mod, member)).status).toBe(200)
  }
  const logged = (id: string) =>
    db.selectFrom('recorded_act').select(['actor_id', 'action', 'details', 'reason']).where('subject_id', '=', id).orderBy('id').execute()
  const acts = ({ mod, member, stranger }: typeof open, isOpen: boolean) => {
    const about = ({ id }: Person) => (isOpen ? { personId: id } : {})
    return [
      { actor_id: mod.id, action: 'community.ban', details: about(stranger), reason: '' },
      { actor_id: mod.id, action: 'community.unban', details: about(stranger), reason: '' },
      { actor_id: mod.id, action: 'community.mute', details: { ...about(member), days: 'for ever' }, reason: isOpen ? reason : '' },
      { actor_id: mod.id, action: 'community.unmute', details: about(member), reason: '' },
    ]
  }
  expect(await logged(open.id)).toEqual(acts(open, true))
  expect(await logged(closed.id)).toEqual(acts(closed, false))
})

test('a community has at most a hundred entries a day in the audit log, the last of which says that there are more', async () => {
  const { db } = (await theSite()).store
  const { id, at, mod, stranger } = await aPlace()
  await sql`insert into audit_log (id, action, subject_kind, subject_id)
    select gen_random_uuid(), 'community.ban', 'community', ${id}::uuid from generate_series(1, 98)`.execute(db)
  for (const method of ['PUT', 'DELETE', 'PUT'] as const) expect((await call(mod, method, `${at}/bans/${stranger.id}`)).status).toBe(200)
  const acts = await db.selectFrom('audit_log').select('action').where('subject_id', '=', id).where('actor_id', 'is not', null).orderBy('id').execute()
  expect(acts.map(({ action }) => action)).toEqual(['community.ban', 'community.more'])
})

test('a member who was made a mod writes although muted', async () => {
  const { at, owner, member, mute, writes } = await aPlace()
  await mute(owner, member)
  await call(owner, 'PUT', `${at}/members/${member.id}/role`, { body: { role: 'mod' } })
  expect((await writes(member)).map(({ status }) => status)).toEqual([201, 200, 201, 200])
})

test('a mute holds for the mailbox: another account with it cannot write there, and the mods see one mute', async () => {
  const { db } = (await theSite()).store
  const { id, at, owner, member, stranger, mute } = await aPlace()
  const mailbox = (tag: string) => `mute.${id.slice(-8)}${tag}@gmail.com`
  const setAddress = (who: Person, email: string) => db.updateTable('person').set({ email, email_verified: true }).where('id', '=', who.id).execute()
  await setAddress(member, mailbox(''))
  await setAddress(stranger, mailbox('+again').replace('mute.', 'm.ute'))
  await mute(owner, member)
  await call(stranger, 'PUT', `${at}/membership`, { body: {} })
  expect((await call(stranger, 'POST', `${at}/posts`, { body: { body: 'It is me again.' } })).body.code).toBe('MUTED')
  expect((await call(stranger, 'GET', at)).body.mute.reason).toBe(reason)
  expect((await call(owner, 'GET', `${at}/mutes`)).body.items).toHaveLength(1)
})

test('a mute concerns its community alone, and is in the person’s own data', async () => {
  const [here, there] = [await aPlace(), await aPlace()]
  await here.mute(here.owner, here.member)
  await call(here.member, 'PUT', `${there.at}/membership`, { body: {} })
  expect((await call(here.member, 'POST', `${there.at}/posts`, { body: { body: 'Good morning.' } })).status).toBe(201)
  expect((await call(here.member, 'GET', '/me/export')).body.communityMutes).toMatchObject([{ reason }])
  expect((await call(here.owner, 'GET', '/me/export')).body.communityMutes).toEqual([])
})
