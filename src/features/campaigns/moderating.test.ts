import { expect, test } from 'vitest'
import { aCommunity } from '#tests/support/communities.ts'
import { openListener } from '#tests/support/live-listener.ts'
import { has, moderating } from '#tests/support/moderation.ts'
import { aCampaign, aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'
import { rankDifferences } from './server/recount.ts'

const reason = 'It accuses a person of a crime.'
const moderate = moderating('/campaigns', { reason })

test('a campaign that a moderator hid or removed exists only for its creator and moderators, and restoring it restores everything', async () => {
  const { store } = await theSite()
  const [creator, supporter, moderator] = [await aPerson(), await aPerson(), await aPerson({ role: 'moderator' })]
  const campaign = await aCampaign(creator)
  await call(supporter, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: { isPrivate: false } })
  await call(supporter, 'POST', `/campaigns/${campaign.id}/comments`, { body: { body: 'I joined.' } })
  const at = (below: string) => `/campaigns/${campaign.id}${below}`
  const holds = (who: Person | null, path: string) => has(who, path, campaign.id)
  // Other tests insert campaigns without ranks.
  const differences = async () => (await rankDifferences(store.db)).filter((line) => line.startsWith(`campaign ${campaign.slug}:`))
  const lists = ['/campaigns?sort=newest&limit=100', `/profiles/${creator.id}/campaigns`, `/profiles/${supporter.id}/pledges`]
  for (const path of lists) expect(await holds(null, path), path).toBe(true)
  for (const state of ['hidden', 'removed']) {
    expect((await moderate(moderator, campaign.id, state)).body).toMatchObject({ id: campaign.id, moderation: { state, reason } })
    for (const who of [null, supporter]) {
      const answer = await call(who, 'GET', at(''))
      expect(answer).toMatchObject(state === 'hidden' ? { status: 404 } : { status: 410, body: { code: 'REMOVED', data: { rule: 'other' } } })
      expect(JSON.stringify(answer.body)).not.toContain(reason)
      for (const below of ['/comments', '/updates', '/history', '/supporters', '/count', '/chat'])
        expect((await call(who, 'GET', at(below))).status, below).toBe(404)
      for (const path of lists) expect(await holds(who, path), path).toBe(false)
    }
    expect(await holds(supporter, '/me/pledges')).toBe(false)
    expect(await differences()).toEqual([])
    for (const who of [creator, moderator]) expect((await call(who, 'GET', at(''))).body).toMatchObject({ moderation: { state, reason } })
  }
  expect((await moderate(moderator, campaign.id, 'visible', 'A court has found it to be true.')).body).toMatchObject({ moderation: null })
  expect((await call(null, 'GET', at(''))).body).toMatchObject({ moderation: null, count: { supporters: 2 } })
  expect((await call(null, 'GET', at('/comments'))).body.items).toHaveLength(1)
  expect(await differences()).toEqual([])
  for (const path of lists) expect(await holds(null, path), path).toBe(true)
})

test('moderators can decide about other people’s campaigns only, must give a reason, and every decision is recorded', async () => {
  const { store } = await theSite()
  const [creator, moderator] = [await aPerson(), await aPerson({ role: 'moderator' })]
  const [campaign, own] = [await aCampaign(creator), await aCampaign(moderator)]
  expect((await moderate(moderator, own.id, 'hidden')).status).toBe(403)
  expect(await moderate(moderator, campaign.id, 'hidden', ' ')).toMatchObject({ status: 422, body: { data: { fields: { reason: 'REASON_MISSING' } } } })
  await moderate(moderator, campaign.id, 'hidden')
  expect((await moderate(creator, campaign.id, 'visible')).status).toBe(403)
  expect((await moderate(await aPerson(), campaign.id, 'visible')).status).toBe(404)
  const decisions = await store.db.selectFrom('recorded_decision').selectAll().where('subject_id', '=', campaign.id).execute()
  expect(decisions).toMatchObject([{ subject_kind: 'campaign', author_id: creator.id, moderator_id: moderator.id, state: 'hidden', reason }])
})

test('nobody can write to a campaign that a moderator hid: every write gets the response for an unknown campaign until it is restored', async () => {
  const { origin } = await theSite()
  const [creator, supporter, moderator] = [await aPerson(), await aPerson(), await aPerson({ role: 'moderator' })]
  const { id } = await aCampaign(creator)
  const at = (below: string) => `/campaigns/${id}${below}`
  await call(supporter, 'PUT', at('/pledge'), { body: { isPrivate: false } })
  const [action] = (await call(supporter, 'GET', at('/pledge'))).body.actions
  const comment = (await call(supporter, 'POST', at('/comments'), { body: { body: 'I joined.' } })).body
  const update = (await call(creator, 'POST', at('/updates'), { body: { body: 'We are two.' } })).body
  const message = (await call(supporter, 'POST', at('/chat'), { body: { body: 'Hello' } })).body
  await moderate(moderator, id, 'hidden')
  const writes: [method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object][] = [
    ['PUT', at('/pledge'), { isPrivate: false }],
    ['PATCH', at('/pledge'), { isPrivate: true }],
    ['PUT', at(`/actions/${action.id}/tick`)],
    ['DELETE', at(`/actions/${action.id}/tick`)],
    ['POST', at('/comments'), { body: 'So did I.' }],
    ['POST', at('/comments'), { body: 'So did I.', parentId: comment.id }],
    ['PUT', `/likes/campaign_comment/${comment.id}`],
    ['DELETE', `/comments/${comment.id}`],
    ['POST', at('/chat'), { body: 'Hello again' }],
    ['DELETE', `/chat/${message.id}`],
    ['POST', at('/updates'), { body: 'We are three.' }],
    ['DELETE', `/updates/${update.id}`],
    ['PATCH', at(''), { whyItMatters: 'Another reason.' }],
    ['POST', at('/victory'), { statement: 'We have won.' }],
    ['POST', at('/archive'), { reason: 'It is over.' }],
    ['DELETE', at('')],
  ]
  for (const who of [await aPerson(), supporter, creator, moderator])
    for (const [method, path, body] of writes)
      expect(await call(who, method, path, body ? { body } : {}), `${method} ${path}`).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  expect((await call(supporter, 'GET', at('/pledge'))).status).toBe(404)
  expect((await call(creator, 'GET', at('/pledge'))).status).toBe(200)
  for (const owner of [creator, moderator])
    expect((await call(owner, 'PUT', `/communities/${await aCommunity(owner)}/campaigns/${id}`)).body).toMatchObject({ code: 'CAMPAIGN_UNKNOWN' })

  const listener = await openListener(origin, [`campaign:${id}`, `talk:${id}`, `chat:${id}`, 'stats'], { who: supporter })
  await until(() => listener.events.some(({ topic }) => topic === 'stats'))
  expect(listener.events.filter(({ topic }) => topic !== 'stats')).toEqual([])
  listener.close()

  expect((await moderate(moderator, comment.id, 'hidden')).status).toBe(404)
  expect((await call(moderator, 'PUT', `/comments/${comment.id}/moderation`, { body: { state: 'removed', reason } })).status).toBe(200)
  await moderate(moderator, id, 'visible')
  expect((await call(await aPerson(), 'PUT', at('/pledge'), { body: { isPrivate: false } })).body.count.supporters).toBe(3)
})
