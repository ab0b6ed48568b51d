import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bellOf } from '#tests/support/notifications.ts'
import { done } from '#tests/support/readers.ts'
import { aCampaign, aPerson, call, left, type Person, theSite, until } from '#tests/support/site.ts'
import { uniqueWords } from '#tests/support/unique-words.ts'

const reason = 'It says where a store manager lives.'
const typesOf = async (who: Person) => (await bellOf(who)).map(({ type }) => type)

/** A comment that a moderator has hidden or removed, and the id of that decision. */
async function aDecision({ state = 'removed' } = {}) {
  const [creator, author, moderator] = [await aPerson(), await aPerson(), await aPerson({ role: 'moderator' })]
  const title = `No secrets from us ${uniqueWords()}`
  const campaign = { ...(await aCampaign(creator, { title })), title }
  const { id } = await done(author, 'POST', `/campaigns/${campaign.id}/comments`, { body: 'She lives at 5 Oak Road.' })
  const { moderation } = await done(moderator, 'PUT', `/comments/${id}/moderation`, { state, rule: 'private_details', reason })
  return { id, campaign, creator, author, moderator, decisionId: moderation.decisionId as string }
}
const appeal = (who: Person | null, decisionId: string, body = 'It is the address of the store.') =>
  call(who, 'POST', `/decisions/${decisionId}/appeal`, { body: { body } })
const decide = (who: Person, id: string, outcome: string, why = 'It is the address of the store.') =>
  call(who, 'POST', `/moderation/appeals/${id}/decision`, { body: { outcome, reason: why } })
const commentsOf = async (campaignId: string) => (await done(null, 'GET', `/campaigns/${campaignId}/comments`)).items

test('the author of a hidden or removed text is notified and reads the statement of reasons; nobody else can', async () => {
  const { author, creator, moderator, id, campaign, decisionId } = await aDecision({ state: 'hidden' })
  const [news] = await bellOf(author)
  expect(news).toMatchObject({ type: 'content_decision', actor: null, campaign: null, decision: { id: decisionId, outcome: 'hidden' } })
  const statement = await done(author, 'GET', `/decisions/${decisionId}`)
  const subject = { kind: 'comment', id, title: campaign.title, excerpt: 'She lives at 5 Oak Road.' }
  expect(statement).toMatchObject({ state: 'hidden', rule: 'private_details', reason, subject, isReported: false, barrier: null, appeal: null })
  for (const who of [creator, moderator, await aPerson({ role: 'admin' })]) expect((await call(who, 'GET', `/decisions/${decisionId}`)).status).toBe(404)
  expect((await call(null, 'GET', `/decisions/${decisionId}`)).status).toBe(401)

  await done(moderator, 'PUT', `/comments/${id}/moderation`, { state: 'removed', rule: 'private_details', reason })
  await done(moderator, 'PUT', `/comments/${id}/moderation`, { state: 'visible', reason: 'A second look.' })
  const after = (await bellOf(author)).map(({ type, decision }) => `${type} ${decision.outcome}`)
  expect(after).toEqual(['content_decision visible', 'content_removed removed', 'content_decision hidden'])
  expect(await done(author, 'GET', `/decisions/${decisionId}`)).toMatchObject({ barrier: 'superseded' })
})

test('the title of a campaign that a moderator hid is not in the statement about a comment on it', async () => {
  const { author, moderator, campaign, decisionId } = await aDecision()
  await done(moderator, 'PUT', `/campaigns/${campaign.id}/moderation`, { state: 'hidden', rule: 'false_claims', reason })
  expect((await done(author, 'GET', `/decisions/${decisionId}`)).subject).toMatchObject({ title: '…', excerpt: 'She lives at 5 Oak Road.' })
})

test('an author appeals once against each decision, within six months, and only against the one in force', async () => {
  const { store } = await theSite()
  const { author, creator, moderator, id, decisionId } = await aDecision()
  expect((await appeal(null, decisionId)).status).toBe(401)
  expect((await appeal(creator, decisionId)).status).toBe(404)
  expect(await appeal(author, decisionId, ' ')).toMatchObject({ status: 422, body: { data: { fields: { body: 'APPEAL_MISSING' } } } })
  expect((await appeal(author, decisionId, 'a'.repeat(2_001))).status).toBe(422)
  expect((await appeal(author, decisionId)).status).toBe(201)
  expect(await appeal(author, decisionId)).toMatchObject({ status: 409, body: { code: 'APPEAL_SENT' } })

  await done(moderator, 'PUT', `/comments/${id}/moderation`, { state: 'visible', reason: 'A second look.' })
  const { moderation } = await done(moderator, 'PUT', `/comments/${id}/moderation`, { state: 'removed', rule: 'spam', reason })
  const other = await aDecision()
  await done(other.moderator, 'PUT', `/comments/${other.id}/moderation`, { state: 'visible', reason: 'A second look.' })
  expect(await appeal(other.author, other.decisionId)).toMatchObject({ status: 409, body: { code: 'DECISION_SUPERSEDED' } })

  // Decisions are never changed, so the test inserts an older one.
  await sql`insert into moderation_decision (id, subject_kind, subject_id, author_id, moderator_id, state, rule, created_at)
    select uuid_v7(), subject_kind, gen_random_uuid(), author_id, moderator_id, state, rule, now() - interval '6 months 1 day'
    from moderation_decision where id = ${moderation.decisionId}`.execute(store.db)
  const old = await store.db.selectFrom('moderation_decision').select('id').where('author_id', '=', author.id).orderBy('created_at').executeTakeFirstOrThrow()
  expect(await appeal(author, old.id)).toMatchObject({ status: 409, body: { code: 'APPEAL_TOO_LATE' } })
})

test('a granted appeal restores the content, a declined one changes nothing, the author is notified, and only an uninvolved moderator decides', async () => {
  const [granted, declined] = [await aDecision(), await aDecision()]
  const other = await aPerson({ role: 'moderator' })
  const first = (await appeal(granted.author, granted.decisionId)).body.id
  const second = (await appeal(declined.author, declined.decisionId)).body.id
  expect((await decide(granted.author, first, 'granted')).status).toBe(404)
  expect((await decide(granted.moderator, first, 'granted')).status).toBe(403)
  expect((await decide(other, first, 'granted', ' ')).status).toBe(422)
  const { items } = await done(other, 'GET', '/moderation/appeals')
  expect(items.find((item: { id: string }) => item.id === first)).toMatchObject({
    body: 'It is the address of the store.',
    decision: { state: 'removed', reason },
    subject: { excerpt: 'She lives at 5 Oak Road.' },
    barrier: null,
  })
  expect(await commentsOf(granted.campaign.id)).toEqual([])
  expect((await decide(other, first, 'granted')).status).toBe(200)
  expect((await decide(other, second, 'declined')).status).toBe(200)
  expect(await decide(other, second, 'granted')).toMatchObject({ status: 409, body: { code: 'APPEAL_DECIDED' } })
  expect(await commentsOf(granted.campaign.id)).toMatchObject([{ id: granted.id, body: 'She lives at 5 Oak Road.' }])
  expect(await commentsOf(declined.campaign.id)).toEqual([])
  for (const [{ author, decisionId }, outcome] of [[granted, 'granted'] as const, [declined, 'declined'] as const]) {
    expect(await typesOf(author)).toEqual(['appeal_decided', 'content_removed'])
    expect((await bellOf(author))[0]).toMatchObject({ decision: { id: decisionId, outcome } })
    const { appeal: result } = await done(author, 'GET', `/decisions/${decisionId}`)
    expect(result).toMatchObject({ outcome, answer: 'It is the address of the store.', isSamePerson: false })
  }
})

test('a moderator who hid the content cannot decide the appeal, even after another moderator’s stricter decision', async () => {
  const { author, moderator, id, decisionId } = await aDecision({ state: 'hidden' })
  const appealed = (await appeal(author, decisionId)).body.id
  const [stricter, uninvolved] = [await aPerson({ role: 'moderator' }), await aPerson({ role: 'moderator' })]
  await done(stricter, 'PUT', `/comments/${id}/moderation`, { state: 'removed', rule: 'private_details', reason })
  for (const who of [moderator, stricter]) {
    expect((await done(who, 'GET', '/moderation/appeals')).items.find((item: { id: string }) => item.id === appealed).barrier).toBe('decider')
    expect((await decide(who, appealed, 'declined')).status).toBe(403)
  }
  expect((await decide(uninvolved, appealed, 'declined')).status).toBe(200)
})

test('a stricter decision becomes the one that is appealed against, and showing the content again grants the open appeal', async () => {
  const { author, moderator, id, decisionId } = await aDecision({ state: 'hidden' })
  await appeal(author, decisionId)
  const { moderation } = await done(moderator, 'PUT', `/comments/${id}/moderation`, { state: 'removed', rule: 'private_details', reason })
  expect(await done(author, 'GET', `/decisions/${moderation.decisionId}`)).toMatchObject({ barrier: 'sent', appeal: { outcome: null } })
  await done(moderator, 'PUT', `/comments/${id}/moderation`, { state: 'visible', reason: 'I was wrong.' })
  const { appeal: result } = await done(author, 'GET', `/decisions/${moderation.decisionId}`)
  expect(result).toMatchObject({ outcome: 'granted', answer: 'I was wrong.', isSamePerson: true })
  expect((await typesOf(author))[0]).toBe('appeal_decided')
})

test('if the site has no other moderator, the same one may decide after 72 hours, which the statement and the transparency page show', async () => {
  const { db } = (await theSite()).store
  const { author, moderator, decisionId } = await aDecision()
  const { id } = (await appeal(author, decisionId)).body
  const others = await db.selectFrom('person').select(['id', 'role']).where('role', '<>', 'member').where('id', '<>', moderator.id).execute()
  const ids = others.map((other) => other.id)
  await db.updateTable('person').set({ role: 'member' }).where('id', 'in', ids).execute()
  try {
    expect(await done(author, 'GET', `/decisions/${decisionId}`)).toMatchObject({ isSamePersonDeciding: true })
    expect(await decide(moderator, id, 'declined')).toMatchObject({ status: 409, body: { code: 'APPEAL_TOO_EARLY' } })
    await sql`update moderation_appeal set created_at = now() - interval '73 hours' where id = ${id}`.execute(db)
    const month = new Date().toISOString().slice(0, 7)
    const figure = async () => (await done(null, 'GET', '/transparency')).months.find((each: { month: string }) => each.month === month)
    const before = (await figure()).appeals_same_person
    expect((await decide(moderator, id, 'declined')).status).toBe(200)
    expect((await done(author, 'GET', `/decisions/${decisionId}`)).appeal).toMatchObject({ outcome: 'declined', isSamePerson: true })
    await until(async () => (await figure()).appeals_same_person === before + 1)
  } finally {
    for (const { id: person, role } of others) await db.updateTable('person').set({ role }).where('id', '=', person).execute()
  }
})

test('appeals and their results are counted by month, in the API and as CSV', async () => {
  const month = new Date().toISOString().slice(0, 7)
  const figures = async () => (await done(null, 'GET', '/transparency')).months.find((each: { month: string }) => each.month === month)
  const { author, decisionId } = await aDecision()
  await until(async () => Boolean(await figures()))
  const before = await figures()
  const { id } = (await appeal(author, decisionId)).body
  await decide(await aPerson({ role: 'admin' }), id, 'granted')
  const after = await until(async () => {
    const found = await figures()
    return found.appeals_granted > before.appeals_granted ? found : null
  })
  expect(after.appeals).toBe(before.appeals + 1)
  const csv = await (await fetch(`${(await theSite()).origin}/api/v1/transparency.csv`)).text()
  expect(csv).toContain('appeals,appeals_granted,appeals_declined,appeals_same_person')
})

test('deleting an account deletes its open appeals, and removes author and text from decided ones', async () => {
  const { db } = (await theSite()).store
  const [open, decided] = [await aDecision(), await aDecision()]
  const waiting = (await appeal(open.author, open.decisionId)).body.id
  const { id } = (await appeal(decided.author, decided.decisionId)).body
  await decide(await aPerson({ role: 'moderator' }), id, 'declined')
  for (const who of [open.author, decided.author]) await left(who)
  const rows = await db.selectFrom('moderation_appeal').select(['id', 'author_id', 'body', 'outcome']).where('id', 'in', [waiting, id]).execute()
  expect(rows).toEqual([{ id, author_id: null, body: '', outcome: 'declined' }])
})

test('without JavaScript the form redirects back to the statement, with the problem if there is one', async () => {
  const { origin } = await theSite()
  const { author, decisionId } = await aDecision()
  const post = async (body: string) => {
    const headers = { cookie: author.cookie, origin, 'content-type': 'application/x-www-form-urlencoded' }
    const form = new URLSearchParams({ id: decisionId, body })
    const answer = await fetch(`${origin}/appeal`, { method: 'POST', redirect: 'manual', headers, body: form })
    return `${answer.status} ${answer.headers.get('location')}`
  }
  expect(await post('')).toBe(`303 /statement/${decisionId}?problem=APPEAL_MISSING`)
  expect(await post('It is the address of the store.')).toBe(`303 /statement/${decisionId}`)
  expect(await post('Once more.')).toBe(`303 /statement/${decisionId}`)
  expect(await done(author, 'GET', `/decisions/${decisionId}`)).toMatchObject({ barrier: 'sent', appeal: { body: 'It is the address of the store.' } })
})
