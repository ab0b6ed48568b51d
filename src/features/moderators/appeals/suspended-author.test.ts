import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aReader, done } from '#tests/support/readers.ts'
import { aCampaign, aPerson, call, type Person, theSite } from '#tests/support/site.ts'
import { aSiteWithMail } from '#tests/support/site-with-mail.ts'

const mails = await aSiteWithMail()
const reason = 'It says where a store manager lives.'
const suspend = (moderator: Person, { id }: { id: string }, more: object = {}) =>
  done(moderator, 'PUT', `/moderation/people/${id}/suspension`, { days: null, rule: 'private_details', reason, hidesContent: false, ...more })
const isSuspended = async ({ id }: { id: string }) => {
  const { store } = await theSite()
  return (await store.db.selectFrom('person').select('suspended_at').where('id', '=', id).executeTakeFirstOrThrow()).suspended_at !== null
}

/** Makes a decision older than the time for an appeal. Records cannot be changed otherwise. */
async function backdate(decisionId: string): Promise<void> {
  const { store } = await theSite()
  await store.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update moderation_decision set created_at = created_at - interval '7 months' where id = ${decisionId}`.execute(tx)
  })
}

/** The id and the token of the link to a statement in the next mail to this address. */
async function linkMailed(email: string, subject = /./) {
  const { text } = await mails.next(email, subject)
  const [, id = '', token = ''] = /\/statement\/([\w-]+)\?token=([\w-]+)/.exec(text ?? '') ?? []
  return { id, token, text: text ?? '' }
}
const read = (who: Person | null, { id, token }: { id: string; token: string }) => call(who, 'GET', `/decisions/${id}?token=${token}`)
const appeal = (who: Person | null, { id, token }: { id: string; token?: string }) =>
  call(who, 'POST', `/decisions/${id}/appeal`, { body: { body: 'It is the address of the store.', ...(token && { token }) } })

test('a suspended author reads the mailed statement of a decision about content and appeals by its link; the link opens nothing else', async () => {
  const { origin } = await theSite()
  const [creator, author, moderator, other] = [await aPerson(), await aReader(), await aPerson({ role: 'moderator' }), await aReader()]
  const campaign = await aCampaign(creator)
  const comment = async (who: Person) => (await done(who, 'POST', `/campaigns/${campaign.id}/comments`, { body: 'She lives at 5 Oak Road.' })).id
  const remove = (id: string) => done(moderator, 'PUT', `/comments/${id}/moderation`, { state: 'removed', rule: 'private_details', reason })
  const [id, otherId] = [await comment(author), await comment(other)]
  await suspend(moderator, author)
  await linkMailed(author.email, /About your account/)
  // The decision is newer than the suspension.
  await remove(id)
  await remove(otherId)
  const link = await linkMailed(author.email, /something you posted/)
  const others = await linkMailed(other.email)
  expect(await read(null, link)).toMatchObject({ status: 200, body: { subject: { id, excerpt: 'She lives at 5 Oak Road.' }, reason, barrier: null } })
  for (const token of [others.token, `${link.token.slice(0, -2)}AA`, 'x', '']) {
    expect((await read(null, { id: link.id, token })).status).toBe(404)
    expect((await read(moderator, { id: link.id, token })).status).toBe(404)
  }
  expect((await appeal(null, { id: link.id })).status).toBe(401)
  expect((await appeal(null, { id: link.id, token: others.token })).status).toBe(404)

  const page = await fetch(`${origin}/statement/${link.id}?token=${link.token}`)
  expect([page.status, await page.text()]).toEqual([200, expect.any(String)])
  const form = new URLSearchParams({ id: link.id, token: link.token, body: 'It is the address of the store.' })
  const sent = await fetch(`${origin}/appeal`, { method: 'POST', body: form, redirect: 'manual', headers: { origin } })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `/statement/${link.id}?token=${link.token}`])
  expect((await appeal(null, link)).body.code).toBe('APPEAL_SENT')
  expect((await read(null, link)).body.appeal).toMatchObject({ body: 'It is the address of the store.', outcome: null })
})

test('a suspended person gets the statement of reasons by mail and appeals once; another moderator lifts the suspension or declines', async () => {
  const [first, second] = [await aPerson({ role: 'moderator' }), await aPerson({ role: 'moderator' })]
  for (const outcome of ['granted', 'declined'] as const) {
    const person = await aReader()
    await suspend(first, person)
    const link = await linkMailed(person.email)
    expect(link.text).toContain('we suspended your account')
    expect(link.text).toContain(reason)
    expect((await read(null, link)).body).toMatchObject({ state: 'suspended', rule: 'private_details', reason, until: null, subject: null, barrier: null })
    expect((await appeal(null, link)).status).toBe(201)
    expect((await appeal(null, link)).body.code).toBe('APPEAL_SENT')

    const { items } = await done(second, 'GET', '/moderation/appeals')
    const [waiting] = items.filter(({ decision }: { decision: { state: string } }) => decision.state === 'suspended')
    expect(waiting).toMatchObject({ body: 'It is the address of the store.', barrier: null })
    const decide = (who: Person) => call(who, 'POST', `/moderation/appeals/${waiting.id}/decision`, { body: { outcome, reason: 'I have looked again.' } })
    expect((await decide(first)).status).toBe(403)
    expect((await decide(second)).status).toBe(200)
    expect(await isSuspended(person)).toBe(outcome === 'declined')
    expect((await read(null, link)).body.appeal).toMatchObject({ outcome, answer: 'I have looked again.', isSamePerson: false })
    expect((await linkMailed(person.email)).text).toContain('I have looked again.')
  }
})

test('an appeal against a suspension is separate from one about the profile, ends with the suspension, and about a moderator administrators decide', async () => {
  const [moderator, colleague, admin] = [await aPerson({ role: 'moderator' }), await aPerson({ role: 'moderator' }), await aPerson({ role: 'admin' })]
  const person = await aReader()
  await suspend(moderator, person)
  const link = await linkMailed(person.email)
  await appeal(null, link)
  await done(colleague, 'PUT', `/profiles/${person.id}/moderation`, { state: 'removed', rule: 'spam', reason })
  await done(colleague, 'PUT', `/profiles/${person.id}/moderation`, { state: 'visible', reason: 'A second look.' })
  expect((await read(null, link)).body.appeal).toMatchObject({ outcome: null })
  await done(moderator, 'DELETE', `/moderation/people/${person.id}/suspension`, { reason: 'They apologized.' })
  expect((await read(null, link)).body).toMatchObject({ barrier: 'sent', appeal: { outcome: 'granted', answer: 'They apologized.' } })

  const suspended = await aReader()
  const { store } = await theSite()
  await store.db.updateTable('person').set({ role: 'moderator' }).where('id', '=', suspended.id).execute()
  await suspend(admin, suspended)
  await appeal(null, await linkMailed(suspended.email))
  const barrierFor = async (who: Person) =>
    (await done(who, 'GET', '/moderation/appeals')).items.find(({ decision }: { decision: { state: string } }) => decision.state === 'suspended')?.barrier
  expect([await barrierFor(colleague), await barrierFor(admin)]).toEqual(['admins', expect.stringMatching(/decider|early/)])
  expect(await barrierFor(await aPerson({ role: 'admin' }))).toBeNull()
})

test('the link of a statement ends when the author’s address changes, and when the words of the decision and of its appeal are deleted', async () => {
  const { store } = await theSite()
  const [moderator, author] = [await aPerson({ role: 'moderator' }), await aReader()]
  const campaign = await aCampaign(await aPerson())
  const { id: commentId } = await done(author, 'POST', `/campaigns/${campaign.id}/comments`, { body: 'She lives at 5 Oak Road.' })
  await done(moderator, 'PUT', `/comments/${commentId}/moderation`, { state: 'removed', rule: 'private_details', reason })
  const link = await linkMailed(author.email)
  const status = async () => (await read(null, link)).status
  const setAddress = (email: string) => store.db.updateTable('person').set({ email }).where('id', '=', author.id).execute()
  expect(await status()).toBe(200)
  await setAddress(`new-${author.email}`)
  expect(await status()).toBe(404)
  expect((await appeal(null, link)).status).toBe(404)
  await setAddress(author.email)
  expect((await appeal(null, link)).status).toBe(201)
  await backdate(link.id)
  // The appeal is open, and afterwards its answer is kept for some months.
  expect(await status()).toBe(200)
  const decided = { decided_by: moderator.id, outcome: 'declined', answer: 'No.' }
  await store.db
    .updateTable('moderation_appeal')
    .set({ ...decided, decided_at: new Date() })
    .where('decision_id', '=', link.id)
    .execute()
  expect(await status()).toBe(200)
  await store.db
    .updateTable('moderation_appeal')
    .set({ decided_at: new Date(Date.now() - 200 * 86_400_000) })
    .where('decision_id', '=', link.id)
    .execute()
  expect(await status()).toBe(404)
})
