import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recordEvent } from '#features/notifications/server/public.ts'
import { remindOfQueue } from '#features/reports/server/jobs.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { postComment } from '#tests/support/comments.ts'
import { aCommunity, setMembership } from '#tests/support/communities.ts'
import { casesAbout } from '#tests/support/moderation.ts'
import { bellOf } from '#tests/support/notifications.ts'
import { aCampaign, aPerson, call, type Person, theSite, until, useSite } from '#tests/support/site.ts'
import { statementFor } from '../appeals/server/statements.ts'
import { originText } from '../appeals/statement-text.ts'
import { textsToReturn } from './server/due.ts'
import { waitingDays } from './terms.ts'

const aNewPerson = () => aPerson({ isNew: true })
const withNumber = 'Call him: +49 171 1234567'
const reason = 'Remove the phone number to post this now.'
const edit = (who: Person, id: string, body: string) => call(who, 'PATCH', `/comments/${id}`, { body: { body } })
const read = async (who: Person | null, id: string) => (await call(who, 'GET', `/comments/${id}`)).status
const newsOf = async (who: Person) => (await bellOf(who)).map(({ type, decision }) => `${type} ${decision?.outcome ?? ''}`.trim())

async function aScene() {
  const [creator, author, moderator] = [await aPerson(), await aNewPerson(), await aPerson({ role: 'moderator' })]
  return { creator, author, moderator, campaign: await aCampaign(creator) }
}

/** Starts the job: a moderator keeps another text. */
async function runJob(): Promise<void> {
  const { author, moderator, campaign } = await aScene()
  const { body: other } = await postComment(author, campaign.id, withNumber)
  await call(moderator, 'POST', '/moderation/reports/keep', { body: { kind: 'comment', id: other.id } })
}

async function waitedFor(id: string, days: number): Promise<void> {
  const { db } = (await theSite()).store
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update moderation_decision set created_at = created_at - make_interval(days => ${days}) where subject_id = ${id}`.execute(tx)
  })
}

test('a new person’s comment with a phone number waits: its author and moderators read it, and an edit without the number posts it', async () => {
  const { creator, author, moderator, campaign } = await aScene()
  const { status, body: written } = await postComment(author, campaign.id, withNumber)
  expect({ status, written }).toMatchObject({ status: 201, written: { body: withNumber, moderation: { state: 'waiting', reason } } })
  for (const who of [null, creator, await aPerson()]) {
    expect(await read(who, written.id)).toBe(404)
    expect((await call(who, 'GET', `/campaigns/${campaign.id}/comments`)).body.items).toEqual([])
  }
  expect(await read(moderator, written.id)).toBe(200)
  expect(await casesAbout(moderator, written.id)).toMatchObject([
    { isUrgent: false, reporters: 0, hidden: { state: 'waiting', reason }, subject: { excerpt: withNumber } },
  ])
  expect((await edit(await aPerson(), written.id, 'Mine now')).status).toBe(404)
  expect((await edit(author, written.id, `${withNumber}!`)).body.moderation).toMatchObject({ state: 'waiting' })
  expect((await edit(author, written.id, 'Call him')).body).toMatchObject({ body: 'Call him', moderation: null })
  expect(await read(null, written.id)).toBe(200)
  expect(await casesAbout(moderator, written.id)).toEqual([])
  await until(async () => (await newsOf(creator)).includes('campaign_comment'))
  expect((await newsOf(author)).filter((each) => each.startsWith('content'))).toEqual([])
})

test('the campaign’s creator is notified of a comment only when it is posted', async () => {
  const { creator, author, moderator, campaign } = await aScene()
  const { body: written } = await postComment(author, campaign.id, withNumber)
  await postComment(await aPerson(), campaign.id, 'This one is posted')
  await until(async () => (await newsOf(creator)).length === 1)
  expect((await call(moderator, 'POST', '/moderation/reports/keep', { body: { kind: 'comment', id: written.id } })).status).toBe(200)
  await until(async () => (await read(null, written.id)) === 200)
  await until(async () => (await newsOf(author)).includes('content_decision released'))
  const { db } = (await theSite()).store
  const { rows } = await sql`select from notification_event where type = 'campaign_comment' and comment_id = ${written.id}`.execute(db)
  expect(rows).toHaveLength(1)
})

test('a statement says that our filter found a text which had waited, that people reported it, or that a moderator found it', async () => {
  const { author, moderator, campaign } = await aScene()
  const remove = async (id: string) => {
    const decision = { state: 'removed', rule: 'private_details', reason: 'It names a private person.' }
    const { moderation } = (await call(moderator, 'PUT', `/comments/${id}/moderation`, { body: decision })).body
    return statementFor((await theSite()).store.db, { id: moderation.decisionId, personId: author.id })
  }
  const write = async (body: string): Promise<string> => (await postComment(author, campaign.id, body)).body.id
  const [waiting, returned, reported, found] = [await write(withNumber), await write(`${withNumber}!`), await write('One more'), await write('And another')]
  await waitedFor(returned, waitingDays)
  await runJob()
  await until(async () => (await call(author, 'GET', `/comments/${returned}`)).body.moderation.state === 'returned')
  await call(await aPerson(), 'POST', '/reports', { body: { kind: 'comment', id: reported, reason: 'harassment', details: 'It names her.' } })
  const statements = [await remove(waiting), await remove(returned), await remove(reported), await remove(found)]
  expect(statements.map((statement) => statement && originText(statement, null))).toEqual([
    'Our filter found it. A person decided, not software.',
    'Our filter found it. A person decided, not software.',
    'Someone reported it. A person decided, not software.',
    'A moderator found it. A person decided, not software.',
  ])
})

test('a post waits by its title or text, also after an edit, and its author may delete it', async () => {
  const { author } = await aScene()
  const communityId = await aCommunity(await aPerson())
  await setMembership(author, communityId)
  const write = (body: object) => call(author, 'POST', `/communities/${communityId}/posts`, { body })
  const { body: posted } = await write({ title: 'Read this', body: 'They sell lamps.' })
  expect(posted.moderation).toBeNull()
  const { body: waiting } = await write({ title: 'jane.doe@mail.example', body: 'Write to her.' })
  expect(waiting.moderation).toMatchObject({ state: 'waiting', reason: 'Remove the email address to post this now.' })
  expect((await call(author, 'PATCH', `/posts/${posted.id}`, { body: { body: withNumber } })).body.moderation).toMatchObject({ state: 'waiting' })
  expect((await call(await aPerson(), 'GET', `/communities/${communityId}/posts`)).body.items).toEqual([])
  expect((await call(author, 'PATCH', `/posts/${posted.id}`, { body: { body: 'They sell lamps!' } })).body.moderation).toBeNull()
  expect((await call(author, 'DELETE', `/posts/${waiting.id}`)).status).toBe(200)
  expect((await call(await aPerson(), 'GET', `/communities/${communityId}/posts`)).body.items).toMatchObject([{ id: posted.id }])
})

test('a chat message with such details is refused with the same sentence', async () => {
  const { author, campaign } = await aScene()
  const say = (who: Person, body: string) => call(who, 'POST', `/campaigns/${campaign.id}/chat`, { body: { body } })
  expect(await say(author, withNumber)).toMatchObject({ status: 422, body: { code: 'TEXT_WAITS', data: { text: reason } } })
  expect((await say(await aPerson(), withNumber)).status).toBe(201)
})

test('members, moderators, people in their own campaigns, and addresses of the target do not wait', async () => {
  const { author, moderator, creator } = await aScene()
  const own = await aCampaign(author)
  const { body: campaign } = await call(creator, 'POST', '/campaigns', {
    body: aCampaignBody({ target: { name: 'Flickermoor Lamps', websiteUrl: 'https://www.flickermoor.example/about' } }),
  })
  for (const [who, id, body] of [
    [await aPerson(), campaign.id, withNumber],
    [moderator, campaign.id, withNumber],
    [author, own.id, withNumber],
    [author, campaign.id, 'Write to press@flickermoor.example, or call 0800 1234567'],
  ] as const)
    expect((await postComment(who, id, body)).body.moderation).toBeNull()
})

test('a link waits once four other new people have written it within an hour', async () => {
  const { campaign } = await aScene()
  const text = 'Look: https://spread.example/offer'
  for (let n = 0; n < 4; n += 1) expect((await postComment(await aNewPerson(), campaign.id, text)).body.moderation).toBeNull()
  const fifth = await aNewPerson()
  const { body: waiting } = await postComment(fifth, campaign.id, text)
  expect(waiting.moderation).toMatchObject({ state: 'waiting', reason: expect.stringContaining('Remove the link') })
  expect((await postComment(await aPerson(), campaign.id, text)).body.moderation).toBeNull()
  expect((await edit(fifth, waiting.id, 'Look there')).body.moderation).toBeNull()

  // A text that goes back to its author names the rule for which it has waited.
  const sixth = await aNewPerson()
  const { id } = (await postComment(sixth, campaign.id, text)).body
  await waitedFor(id, waitingDays)
  await runJob()
  await until(async () => (await call(sixth, 'GET', `/comments/${id}`)).body.moderation.state === 'returned')
  expect((await call(sixth, 'GET', `/comments/${id}`)).body.moderation).toMatchObject({ rule: 'spam' })
})

test('a link that new people have written in chats waits, too', async () => {
  const { campaign } = await aScene()
  const [other, comment] = [await aCampaign(await aPerson()), { body: 'Look: https://chatted.example/offer' }]
  const chat = async (body: string) => call(await aNewPerson(), 'POST', `/campaigns/${other.id}/chat`, { body: { body } })
  // Neither another page of the same site nor a second message of the same person counts.
  expect((await chat('Read https://chatted.example/news')).status).toBe(201)
  for (let n = 0; n < 3; n += 1) expect((await chat(`https://chatted.example/offer is where I look, says number ${n}`)).status).toBe(201)
  expect((await postComment(await aNewPerson(), campaign.id, comment.body)).body.moderation).toBeNull()
  expect((await postComment(await aNewPerson(), campaign.id, comment.body)).body.moderation).toMatchObject({ state: 'waiting' })
  expect((await chat(comment.body)).body.code).toBe('TEXT_WAITS')
})

test('after seven days without a look a text goes back to its author, who can still edit and post it', async () => {
  const { author, moderator, campaign } = await aScene()
  const { body: written } = await postComment(author, campaign.id, withNumber)
  const { db } = (await theSite()).store
  await waitedFor(written.id, waitingDays)
  expect(await textsToReturn(db, { id: written.id })).toHaveLength(1)
  await runJob()
  await until(async () => (await newsOf(author)).includes('content_decision returned'))
  expect((await call(author, 'GET', `/comments/${written.id}`)).body).toMatchObject({
    body: withNumber,
    moderation: { state: 'returned', rule: 'private_details' },
  })
  expect(await read(null, written.id)).toBe(404)
  expect(await casesAbout(moderator, written.id)).toEqual([])
  expect((await edit(author, written.id, 'Call him')).body.moderation).toBeNull()
  expect(await read(null, written.id)).toBe(200)
})

test('moderators are notified once a day of a text that nobody reported and that waits for longer than usual', async () => {
  const close = await useSite({})
  try {
    const { author, moderator, campaign } = await aScene()
    const { db } = (await theSite()).store
    const remind = () => remindOfQueue(db, (tx, waiting) => recordEvent(tx, { type: 'queue_waiting', ...waiting }))
    const { body: written } = await postComment(author, campaign.id, withNumber)
    await postComment(await aNewPerson(), campaign.id, withNumber)
    expect(await remind()).toBe(false)
    await sql`update report_case set opened_at = now() - interval '13 hours' where subject_id = ${written.id}`.execute(db)
    expect(await remind()).toBe(true)
    expect(await remind()).toBe(false)
    expect((await bellOf(moderator)).filter(({ type }) => type === 'queue_waiting')).toMatchObject([{ number: 2 }])
    expect((await bellOf(author)).filter(({ type }) => type === 'queue_waiting')).toEqual([])
  } finally {
    await close()
  }
})

test('where nobody moderates, nothing waits', async () => {
  const close = await useSite({})
  try {
    const [creator, author] = [await aPerson(), await aNewPerson()]
    expect((await postComment(author, (await aCampaign(creator)).id, withNumber)).body.moderation).toBeNull()
  } finally {
    await close()
  }
})
