import { expect, test } from 'vitest'
import { postComment } from '#tests/support/comments.ts'
import { openListener } from '#tests/support/live-listener.ts'
import { caseAbout } from '#tests/support/moderation.ts'
import { aCampaign, aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'

const reason = 'The same ten people quarrel here.'
const limit = (who: Person | null, id: string, limits: { isLocked?: boolean; slowSeconds?: number | null }, why = reason) =>
  call(who, 'PUT', `/campaigns/${id}/discussion-limits`, { body: { isLocked: false, slowSeconds: null, ...limits, reason: why } })
const comment = (who: Person, id: string, body = 'They have not answered.') => postComment(who, id, body)
const message = (who: Person, id: string, body = 'Anybody here?') => call(who, 'POST', `/campaigns/${id}/chat`, { body: { body } })

async function aDiscussion() {
  const [creator, member, moderator] = [await aPerson(), await aPerson(), await aPerson({ role: 'moderator' })]
  return { creator, member, moderator, campaign: await aCampaign(creator) }
}

test('in a locked discussion only moderators can write, everybody can read and like, and a moderator can remove the lock', async () => {
  const { creator, member, moderator, campaign } = await aDiscussion()
  const { body: first } = await comment(member, campaign.id)
  expect((await limit(moderator, campaign.id, { isLocked: true })).body).toEqual({ isLocked: true, slowSeconds: null })
  for (const who of [creator, member]) {
    for (const send of [comment, message]) {
      expect(await send(who, campaign.id)).toMatchObject({
        status: 409,
        body: { code: 'DISCUSSION_LOCKED', data: { text: expect.stringContaining('closed') } },
      })
    }
  }
  expect((await comment(moderator, campaign.id)).status).toBe(201)
  expect((await message(moderator, campaign.id)).status).toBe(201)
  expect((await call(creator, 'PUT', `/likes/campaign_comment/${first.id}`)).status).toBe(200)
  expect((await call(null, 'GET', `/campaigns/${campaign.id}/comments`)).body).toMatchObject({ limits: { isLocked: true, slowSeconds: null } })
  await limit(moderator, campaign.id, {})
  expect((await comment(member, campaign.id)).status).toBe(201)
})

test('in slow mode each person may write once per chosen period, in the discussion and the chat together', async () => {
  const { db } = (await theSite()).store
  const { member, moderator, campaign } = await aDiscussion()
  const other = await aPerson()
  await limit(moderator, campaign.id, { slowSeconds: 300 })
  expect((await comment(member, campaign.id)).status).toBe(201)
  for (const send of [comment, message]) {
    const refused = await send(member, campaign.id)
    expect(refused).toMatchObject({ status: 429, body: { code: 'SLOW_MODE', data: { text: expect.stringContaining('5 minutes') } } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(200)
  }
  expect((await message(other, campaign.id)).status).toBe(201)
  for (const _ of [1, 2]) expect((await comment(moderator, campaign.id)).status).toBe(201)
  const early = new Date(Date.now() - 301_000)
  await db.updateTable('campaign_chat_pace').set({ spoke_at: early }).where('person_id', '=', member.id).execute()
  expect((await message(member, campaign.id)).status).toBe(201)
})

test('in slow mode a refused comment starts no waiting time, and a repeated request gets the first response', async () => {
  const { member, moderator, campaign } = await aDiscussion()
  await limit(moderator, campaign.id, { slowSeconds: 60 })
  expect((await comment(member, campaign.id, ' ')).status).toBe(422)
  const send = () => postComment(member, campaign.id, 'Once.', { key: 'slow-once' })
  const [one, two] = [await send(), await send()]
  expect([one.status, two.status, two.body.id]).toEqual([201, 201, one.body.id])
})

test('only moderators can limit a discussion, except in their own campaigns, with a reason that the audit log records', async () => {
  const { db } = (await theSite()).store
  const { creator, member, moderator, campaign } = await aDiscussion()
  for (const who of [creator, member]) expect((await limit(who, campaign.id, { isLocked: true })).status).toBe(403)
  expect((await limit(null, campaign.id, { isLocked: true })).status).toBe(401)
  const own = await aCampaign(moderator)
  expect((await limit(moderator, own.id, { isLocked: true })).status).toBe(403)
  expect((await limit(moderator, campaign.id, { isLocked: true }, ' ')).status).toBe(422)
  for (const slowSeconds of [9, 601]) expect((await limit(moderator, campaign.id, { slowSeconds })).status).toBe(400)
  await limit(moderator, campaign.id, { slowSeconds: 30 })
  const entries = await db.selectFrom('recorded_act').select(['actor_id', 'action', 'reason', 'details']).where('subject_id', '=', campaign.id).execute()
  expect(entries).toEqual([{ actor_id: moderator.id, action: 'discussion.limit', reason, details: { isLocked: false, slowSeconds: 30 } }])
})

test('open pages receive a discussion’s limits, and the moderators’ queue contains them', async () => {
  const { member, moderator, campaign } = await aDiscussion()
  const { body: said } = await comment(member, campaign.id)
  await call(await aPerson(), 'POST', '/reports', { body: { kind: 'comment', id: said.id, reason: 'spam', details: 'It is spam.' } })
  const page = await openListener((await theSite()).origin, [`talk:${campaign.id}`])
  await limit(moderator, campaign.id, { slowSeconds: 120 })
  await until(async () => page.events.some(({ data }) => JSON.stringify(data).includes('"slowSeconds":120')))
  page.close()
  expect(await caseAbout(moderator, said.id)).toMatchObject({ discussion: { campaignId: campaign.id, isLocked: false, slowSeconds: 120 } })
})
