import { expect, test } from 'vitest'
import { openListener } from '#tests/support/live-listener.ts'
import { grantAppeal, moderating } from '#tests/support/moderation.ts'
import { done } from '#tests/support/readers.ts'
import { aCampaign, aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'

const reason = 'It says where a store manager lives.'
const moderate = moderating('/chat', { rule: 'private_details', reason })

test('a chat message that a moderator hides or removes disappears at once for all but its author and moderators, and can be restored', async () => {
  const { origin } = await theSite()
  const [creator, author, reader, moderator] = [await aPerson(), await aPerson(), await aPerson(), await aPerson({ role: 'moderator' })]
  const { id: campaignId } = await aCampaign(creator)
  const { id } = await done(author, 'POST', `/campaigns/${campaignId}/chat`, { body: 'She lives at 5 Oak Road.' })
  const listed = async (who: Person | null) => (await done(who, 'GET', `/campaigns/${campaignId}/chat`)).items
  const listener = await openListener(origin, [`chat:${campaignId}`], { who: reader })
  for (const state of ['hidden', 'removed', 'visible', 'hidden']) {
    const changes = () => listener.events.filter(({ data }) => Object(data)[state === 'visible' ? 'restored' : 'removed']?.includes(id)).length
    const before = changes()
    expect((await moderate(moderator, id, state)).body).toMatchObject({ id, moderation: state === 'visible' ? null : { state, reason } })
    await until(() => changes() > before)
    if (state === 'visible') {
      expect(await listed(null)).toMatchObject([{ id, body: 'She lives at 5 Oak Road.', moderation: null }])
      continue
    }
    for (const who of [null, reader, creator]) expect(await listed(who)).toEqual([])
    for (const who of [author, moderator]) expect(await listed(who)).toMatchObject([{ id, moderation: { state, reason } }])
    for (const who of [author, creator]) expect((await call(who, 'DELETE', `/chat/${id}`)).status).toBe(404)
  }
  listener.close()
})

test('moderators cannot decide about their own messages, and a granted appeal restores the author’s message', async () => {
  const [author, moderator, other] = [await aPerson(), await aPerson({ role: 'moderator' }), await aPerson({ role: 'moderator' })]
  const { id: campaignId } = await aCampaign(await aPerson())
  const said = async (who: Person) => (await done(who, 'POST', `/campaigns/${campaignId}/chat`, { body: 'She lives at 5 Oak Road.' })).id
  const [id, own] = [await said(author), await said(moderator)]
  expect((await moderate(moderator, own, 'hidden')).status).toBe(403)
  const { moderation } = (await moderate(moderator, id, 'removed')).body
  await grantAppeal(moderation.decisionId, { author, moderator: other })
  expect((await done(null, 'GET', `/campaigns/${campaignId}/chat`)).items.map((each: { id: string }) => each.id)).toContain(id)
})
