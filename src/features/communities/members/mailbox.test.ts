import { expect, test } from 'vitest'
import { keyBansAndMutes, openCommunityKeys } from '#features/communities/server/public.ts'
import { aConfirmingToken, aMember, type Member, password, postAuth } from '#tests/support/accounts.ts'
import { plantCommunity } from '#tests/support/communities.ts'
import { linkIn } from '#tests/support/mail-server.ts'
import { aPerson, call, left, type Person, theSite } from '#tests/support/site.ts'
import { aSiteWithMail } from '#tests/support/site-with-mail.ts'
import { uniqueWords } from '#tests/support/unique-words.ts'

const server = await aSiteWithMail()
let tag = 0

async function aPlace() {
  const { db } = (await theSite()).store
  const owner = await aPerson()
  const { id } = await plantCommunity(db, { owner: owner.id, privacy: 'public' })
  const at = `/communities/${id}`
  const mailbox = (name: string, tag = '') => `${name}.${id.slice(-8)}${tag}@gmail.com`
  /** The code with which another account with this address is refused: when it joins, else when it posts. */
  async function outcome(email: string, isConfirmed = true): Promise<string> {
    const again = await aPerson()
    await db.updateTable('person').set({ email, email_verified: isConfirmed }).where('id', '=', again.id).execute()
    const joined = await call(again, 'PUT', `${at}/membership`, { body: {} })
    return joined.body.code ?? (await call(again, 'POST', `${at}/posts`, { body: { body: uniqueWords() } })).body.code ?? 'posted'
  }
  const outcomes = (isConfirmed = true) => Promise.all(['first', 'second', 'third'].map((name) => outcome(mailbox(name, `+${++tag}`), isConfirmed)))
  /** The keys of its bans and its mutes. */
  const keys = async () => {
    const bans = await db.selectFrom('community_member').select('mailbox_keys').where('community_id', '=', id).where('status', '=', 'banned').execute()
    const mutes = await db.selectFrom('community_mute').select('mailbox_keys').where('community_id', '=', id).execute()
    return { bans: bans.flatMap((one) => one.mailbox_keys), mutes: mutes.flatMap((one) => one.mailbox_keys) }
  }
  return { db, id, at, owner, mailbox, outcomes, keys }
}

const confirm = async (person: Person) => expect((await postAuth('verify-email', { token: await aConfirmingToken(person) }, person)).status).toBe(200)

async function aConfirmedMember(email: string): Promise<Member> {
  const member = await aMember({ email })
  await confirm(member)
  return member
}

async function changeAddress(person: Person, to: string): Promise<void> {
  await postAuth('change-email', { email: to, password }, person)
  expect((await postAuth('verify-new-email', { token: linkIn(await server.next(to), 'email').token }, person)).status).toBe(200)
}

test('a ban holds for the mailbox after the account changed its address or was deleted, under both addresses, until it is lifted', async () => {
  const { db, id, at, owner, mailbox, outcomes } = await aPlace()
  const banned = await aConfirmedMember(mailbox('first'))
  expect((await call(owner, 'PUT', `${at}/bans/${banned.id}`)).status).toBe(200)
  await changeAddress(banned, mailbox('second'))
  expect(await outcomes()).toEqual(['BANNED', 'BANNED', 'posted'])
  await left(banned)
  expect(await outcomes()).toEqual(['BANNED', 'BANNED', 'posted'])
  const { items } = (await call(owner, 'GET', `${at}/bans`)).body
  expect(items).toMatchObject([{ person: { id: banned.id, isDeleted: true } }])
  expect(JSON.stringify(await db.selectFrom('community_member').selectAll().where('community_id', '=', id).execute())).not.toContain('gmail')
  expect((await call(owner, 'DELETE', `${at}/bans/${banned.id}`)).status).toBe(200)
  expect(await outcomes()).toEqual(['posted', 'posted', 'posted'])
})

test('a mute holds for the mailbox after the account changed its address or was deleted, under both addresses, until it is ended', async () => {
  const { at, owner, mailbox, outcomes } = await aPlace()
  const muted = await aConfirmedMember(mailbox('first'))
  expect((await call(owner, 'PUT', `${at}/mutes/${muted.id}`, { body: { days: 7, reason: 'The same remark again.' } })).status).toBe(200)
  await changeAddress(muted, mailbox('second'))
  expect(await outcomes()).toEqual(['MUTED', 'MUTED', 'posted'])
  expect((await call(owner, 'PUT', `${at}/mutes/${muted.id}`, { body: { days: 30, reason: 'And once more.' } })).status).toBe(200)
  expect(await outcomes()).toEqual(['MUTED', 'MUTED', 'posted'])
  await left(muted)
  expect(await outcomes()).toEqual(['MUTED', 'MUTED', 'posted'])
  expect((await call(owner, 'DELETE', `${at}/mutes/${muted.id}`)).status).toBe(200)
  expect(await outcomes()).toEqual(['posted', 'posted', 'posted'])
})

test('bans and mutes of an earlier release hold from the next start on, and those made with an earlier secret still do', async () => {
  const { authSecret } = (await theSite()).config
  const { db, id, at, owner, mailbox, outcomes, keys } = await aPlace()
  const [banned, muted] = [await aConfirmedMember(mailbox('first')), await aConfirmedMember(mailbox('second'))]
  await call(owner, 'PUT', `${at}/bans/${banned.id}`)
  await call(owner, 'PUT', `${at}/mutes/${muted.id}`, { body: { days: null, reason: 'The same remark again.' } })
  await db.updateTable('community_member').set({ mailbox_keys: [] }).where('community_id', '=', id).execute()
  await db.updateTable('community_mute').set({ mailbox_keys: [] }).where('community_id', '=', id).execute()
  expect(await outcomes()).toEqual(['posted', 'posted', 'posted'])
  const communityKeys = openCommunityKeys({ secret: authSecret, previous: [] })
  await keyBansAndMutes(db, { communityKeys })
  const once = await keys()
  await keyBansAndMutes(db, { communityKeys })
  expect(await keys()).toEqual(once)
  expect(await outcomes()).toEqual(['BANNED', 'MUTED', 'posted'])
  const later = openCommunityKeys({ secret: 'a secret that came afterwards', previous: [authSecret] })
  expect(later(mailbox('first'), id)).toContain(once.bans[0])
})

test('an account with an unconfirmed address neither learns of a ban or mute of that mailbox nor leaves a key of it, until it confirms the address', async () => {
  const { at, owner, mailbox, outcomes, keys } = await aPlace()
  const [banned, muted] = [await aConfirmedMember(mailbox('first')), await aConfirmedMember(mailbox('second'))]
  const ban = ({ id }: Person) => call(owner, 'PUT', `${at}/bans/${id}`)
  const mute = ({ id }: Person) => call(owner, 'PUT', `${at}/mutes/${id}`, { body: { days: null, reason: 'The same remark again.' } })
  await ban(banned)
  await mute(muted)
  // These accounts may act, as on a site that had no mail when they were made, and so learn nothing either.
  expect(await outcomes(false)).toEqual(['posted', 'posted', 'posted'])
  const curious = await aMember({ email: mailbox('second', '+curious') })
  expect((await call(curious, 'GET', at)).body.mute).toBe(null)
  const before = await keys()
  const [other, third] = [await aMember({ email: mailbox('third', '+1') }), await aMember({ email: mailbox('fourth') })]
  await ban(other)
  await mute(third)
  await left(third)
  expect(await keys()).toEqual(before)
  await confirm(curious)
  expect((await call(curious, 'GET', at)).body.mute).toMatchObject({ reason: 'The same remark again.' })
  await confirm(other)
  expect(await outcomes()).toEqual(['BANNED', 'MUTED', 'BANNED'])
})
