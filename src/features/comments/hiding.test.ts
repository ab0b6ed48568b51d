import { expect, test } from 'vitest'
import { commentOn } from '#tests/support/comments.ts'
import { caseAbout } from '#tests/support/moderation.ts'
import { allNotified, bellOf } from '#tests/support/notifications.ts'
import { aCampaign, aPerson, call, type Person, until } from '#tests/support/site.ts'

const reason = 'This is about another company.'
const hide = (who: Person | null, id: string, why = reason) => call(who, 'PUT', `/comments/${id}/hidden`, { body: { reason: why } })
const show = (who: Person | null, id: string) => call(who, 'DELETE', `/comments/${id}/hidden`)
const list = async (who: Person | null, campaignId: string) => (await call(who, 'GET', `/campaigns/${campaignId}/comments`)).body

async function aComment() {
  const [organizer, author, moderator] = [await aPerson(), await aPerson(), await aPerson({ role: 'moderator' })]
  const campaign = await aCampaign(organizer)
  return { organizer, author, moderator, campaign, id: await commentOn(author, campaign.id, 'What about the other shop?') }
}

test('a comment that the organizer hid is shown to its author, the organizer and moderators only, and can be fully restored', async () => {
  const { organizer, author, moderator, campaign, id } = await aComment()
  const reader = await aPerson()
  await call(reader, 'PUT', `/likes/campaign_comment/${id}`)
  expect((await hide(organizer, id)).body).toMatchObject({ isRemoved: false, moderation: { state: 'hidden_by_organizer', rule: null, reason } })
  for (const who of [null, reader]) {
    expect(await list(who, campaign.id)).toMatchObject({ items: [], newest: null })
    expect((await call(who, 'GET', `/comments/${id}`)).status).toBe(404)
    expect((await call(who, 'GET', `/reports/subject?kind=comment&id=${id}`)).status).toBe(404)
  }
  for (const who of [author, organizer, moderator]) {
    expect((await list(who, campaign.id)).items).toMatchObject([
      { id, body: 'What about the other shop?', moderation: { state: 'hidden_by_organizer', reason } },
    ])
    expect((await call(who, 'GET', `/comments/${id}`)).status).toBe(200)
  }
  expect((await call(reader, 'PUT', `/likes/campaign_comment/${id}`)).status).toBe(404)
  expect((await call(author, 'PATCH', `/comments/${id}`, { body: { body: 'Nothing' } })).status).toBe(404)
  expect((await show(organizer, id)).body).toMatchObject({ moderation: null, likes: 1 })
  expect((await list(null, campaign.id)).items).toMatchObject([{ id, moderation: null, likes: 1 }])
  expect((await show(organizer, id)).status).toBe(200)
})

test('only the organizer can hide a comment, with a reason, except their own comments and those that a moderator has restored', async () => {
  const { organizer, author, moderator, campaign, id } = await aComment()
  const own = await commentOn(organizer, campaign.id, 'I began this.')
  expect((await hide(null, id)).status).toBe(401)
  for (const who of [await aPerson(), author, moderator]) expect((await hide(who, id)).status).toBe(403)
  expect((await hide(organizer, own)).status).toBe(403)
  expect(await hide(organizer, id, ' ')).toMatchObject({ status: 422, body: { data: { fields: { reason: 'REASON_MISSING' } } } })
  await hide(organizer, id)
  expect((await show(author, id)).status).toBe(403)
  expect((await show(await aPerson(), id)).status).toBe(404)
  await call(moderator, 'PUT', `/comments/${id}/moderation`, { body: { state: 'visible', reason: 'It is about this company.' } })
  expect(await hide(organizer, id)).toMatchObject({ status: 409, body: { code: 'MODERATOR_DECIDED' } })
  await call(author, 'PATCH', `/comments/${id}`, { body: { body: 'What about a third shop?' } })
  expect((await hide(organizer, id)).status).toBe(200)
  await call(moderator, 'PUT', `/comments/${id}/moderation`, { body: { state: 'removed', rule: 'spam', reason: 'It is advertising.' } })
  expect((await show(organizer, id)).status).toBe(404)
})

test('the moderators’ queue lists a hidden comment until a moderator decides or the organizer shows it again', async () => {
  const { organizer, moderator, id } = await aComment()
  const inQueue = () => caseAbout(moderator, id)
  await hide(organizer, id)
  expect(await inQueue()).toMatchObject({
    reporters: 0,
    reports: [],
    hidden: { state: 'hidden_by_organizer', reason },
    subject: { excerpt: 'What about the other shop?' },
  })
  await show(organizer, id)
  expect(await inQueue()).toBeUndefined()
  await hide(organizer, id)
  expect((await call(moderator, 'POST', '/moderation/reports/keep', { body: { kind: 'comment', id } })).status).toBe(200)
  expect(await inQueue()).toBeUndefined()
  expect((await call(organizer, 'GET', `/comments/${id}`)).body).toMatchObject({ moderation: { state: 'hidden_by_organizer' } })
})

test('an organizer who shows a comment again grants the appeal about it', async () => {
  const { organizer, author, id } = await aComment()
  await hide(organizer, id)
  const { decision } = await until(async () => (await bellOf(author)).find(({ type }) => type === 'content_decision'))
  await call(author, 'POST', `/decisions/${decision.id}/appeal`, { body: { body: 'It is the same company.' } })
  expect((await show(organizer, id)).status).toBe(200)
  expect((await call(author, 'GET', `/decisions/${decision.id}`)).body.appeal).toMatchObject({
    outcome: 'granted',
    answer: 'The organizer shows the comment again.',
  })
})

test('the author of a hidden comment is notified with the reason, and can appeal to the moderators', async () => {
  const { organizer, author, moderator, campaign, id } = await aComment()
  await hide(organizer, id)
  const notice = await until(async () => (await bellOf(author)).find(({ type }) => type === 'content_decision'))
  expect(notice).toMatchObject({ decision: { outcome: 'hidden_by_organizer' } })
  const decisionId = notice.decision.id
  expect((await call(author, 'GET', `/decisions/${decisionId}`)).body).toMatchObject({ state: 'hidden_by_organizer', reason, barrier: null, isReported: false })
  const appeal = (await call(author, 'POST', `/decisions/${decisionId}/appeal`, { body: { body: 'It is the same company.' } })).body
  const granted = { outcome: 'granted', reason: 'It is the same company.' }
  expect((await call(moderator, 'POST', `/moderation/appeals/${appeal.id}/decision`, { body: granted })).status).toBe(200)
  expect((await list(null, campaign.id)).items).toMatchObject([{ id, moderation: null }])
})

test('an organizer can hide a comment twice a day, and its author is notified of every change', async () => {
  const { organizer, author, id } = await aComment()
  for (let n = 0; n < 2; n += 1) for (const act of [hide, show]) expect((await act(organizer, id)).status).toBe(200)
  expect(await hide(organizer, id)).toMatchObject({ status: 409, body: { code: 'HIDDEN_OFTEN' } })
  await allNotified()
  expect(await bellOf(author)).toHaveLength(4)
})

test('the number of comments that the organizer hid is public from five on', async () => {
  const { organizer, author, campaign, id } = await aComment()
  await hide(organizer, id)
  for (const number of [2, 3, 4]) await hide(organizer, await commentOn(author, campaign.id, `Shop ${number}?`))
  expect((await list(null, campaign.id)).hiddenByOrganizer).toBeNull()
  await hide(organizer, await commentOn(author, campaign.id, 'Shop 5?'))
  expect((await list(null, campaign.id)).hiddenByOrganizer).toBe(5)
})
