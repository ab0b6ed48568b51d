import { expect, test } from 'vitest'
import { plantCommunity, plantLink } from '#tests/support/communities.ts'
import { aCampaign, aPerson, call, theSite } from '#tests/support/site.ts'

async function aPlace(privacy: 'public' | 'private' = 'public') {
  const { store } = await theSite()
  const [owner, mod, member, waiting, banned, stranger] = await Promise.all([aPerson(), aPerson(), aPerson(), aPerson(), aPerson(), aPerson()])
  const { id } = await plantCommunity(store.db, {
    owner: owner.id,
    privacy,
    members: [{ id: mod.id, role: 'mod' }, { id: member.id }, { id: waiting.id, status: 'pending' }, { id: banned.id, status: 'banned' }],
  })
  return { id, at: `/communities/${id}/campaigns`, owner, mod, member, waiting, banned, stranger }
}

const ids = (body: { items: { id: string }[] }) => body.items.map(({ id }) => id)

test('owner and mods can link public campaigns, listed last linked first as cards; linking twice links once', async () => {
  const { at, owner, mod, member, waiting, banned, stranger } = await aPlace()
  const [one, two] = [await aCampaign(await aPerson()), await aCampaign(member)]
  for (const who of [member, waiting, banned, stranger, await aPerson({ role: 'moderator' })])
    expect(await call(who, 'PUT', `${at}/${one.id}`)).toMatchObject({ status: 403, body: { code: 'MODERATORS_ONLY' } })
  expect((await call(null, 'PUT', `${at}/${one.id}`)).status).toBe(401)
  for (const who of [owner, mod, owner]) expect((await call(who, 'PUT', `${at}/${one.id}`)).status).toBe(200)
  expect((await call(mod, 'PUT', `${at}/${two.id}`)).status).toBe(200)
  const first = (await call(null, 'GET', `${at}?limit=1`)).body
  expect(first.items).toMatchObject([{ id: two.id, isShownThere: true, count: { supporters: 1 } }])
  expect((await call(null, 'GET', `${at}?limit=1&cursor=${first.nextCursor}`)).body).toMatchObject({
    items: [{ id: one.id, isShownThere: false }],
    nextCursor: null,
  })
})

test('nobody can link a draft, not even its creator, and the refusal is the same as for an unknown campaign', async () => {
  const { at, owner } = await aPlace()
  const own = await aCampaign(owner, { publish: false })
  const foreign = await aCampaign(await aPerson(), { publish: false })
  const answers = await Promise.all([own.id, foreign.id, crypto.randomUUID()].map((id) => call(owner, 'PUT', `${at}/${id}`)))
  for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 409, body: answers[2]?.body })
  expect(answers[0]?.body.code).toBe('CAMPAIGN_UNKNOWN')
})

test('concurrent links do not exceed the limit of a hundred', async () => {
  const { db } = (await theSite()).store
  const { id, at, owner, mod } = await aPlace()
  const creator = await aPerson()
  const campaigns: string[] = []
  for (let n = 0; n < 4; n++) campaigns.push((await aCampaign(creator)).id)
  const rows = await db
    .selectFrom('campaign')
    .selectAll()
    .where('id', '=', campaigns[0] ?? '')
    .executeTakeFirstOrThrow()
  const { title_words: _t, words: _w, yearly_cents: _y, ...row } = rows
  for (let n = 0; n < 98; n++) {
    const copy = crypto.randomUUID()
    await db
      .insertInto('campaign')
      .values({ ...row, id: copy, slug: `copy-${copy}`, draft_causes: JSON.stringify(row.draft_causes) })
      .execute()
    await plantLink(db, { communityId: id, campaignId: copy, by: owner.id })
  }
  const answers = await Promise.all(campaigns.map((campaign, n) => call(n % 2 ? owner : mod, 'PUT', `${at}/${campaign}`)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('TOO_MANY_CAMPAIGNS')
  // The copies have no counts, which a recount in another test of this database would report.
  await db.deleteFrom('community_campaign').where('community_id', '=', id).execute()
  await db.deleteFrom('campaign').where('slug', 'like', 'copy-%').execute()
})

test('only owner, mods and the campaign’s creator can unlink; repeating it is harmless', async () => {
  const { at, owner, mod, member, stranger } = await aPlace('private')
  const creator = await aPerson()
  const campaign = await aCampaign(creator)
  for (const who of [owner, mod, creator]) {
    expect((await call(owner, 'PUT', `${at}/${campaign.id}`)).status).toBe(200)
    for (const other of [member, stranger]) expect((await call(other, 'DELETE', `${at}/${campaign.id}`)).body.code).toBe('MODERATORS_ONLY')
    for (const _ of [1, 2]) expect((await call(who, 'DELETE', `${at}/${campaign.id}`)).status).toBe(200)
    expect((await call(owner, 'GET', at)).body.items).toEqual([])
  }
  expect((await call(owner, 'DELETE', `/communities/${crypto.randomUUID()}/campaigns/${campaign.id}`)).status).toBe(404)
})

test('a campaign’s page shows a community only while the campaign’s creator is a member of it', async () => {
  const { id, at, owner, mod } = await aPlace()
  const creator = await aPerson()
  const campaign = await aCampaign(creator)
  const behind = async () => ids((await call(null, 'GET', `/campaigns/${campaign.id}/communities`)).body)
  await call(mod, 'PUT', `${at}/${campaign.id}`)
  expect(await behind()).toEqual([])
  const { db } = (await theSite()).store
  const as = (status: string) =>
    db
      .insertInto('community_member')
      .values({ community_id: id, person_id: creator.id, status })
      .onConflict((conflict) => conflict.columns(['community_id', 'person_id']).doUpdateSet({ status }))
      .execute()
  await as('pending')
  expect(await behind()).toEqual([])
  await as('active')
  expect(await behind()).toEqual([id])
  expect((await call(owner, 'GET', at)).body.items).toMatchObject([{ isShownThere: true }])
  await call(owner, 'PUT', `/communities/${id}/bans/${creator.id}`)
  expect(await behind()).toEqual([])
  expect((await call(owner, 'GET', at)).body.items).toMatchObject([{ isShownThere: false }])
})

test('only its creator learns which communities back a draft', async () => {
  const creator = await aPerson()
  const draft = await aCampaign(creator, { publish: false })
  for (const who of [null, await aPerson()]) {
    const [hidden, never] = await Promise.all([draft.id, crypto.randomUUID()].map((id) => call(who, 'GET', `/campaigns/${id}/communities`)))
    expect(hidden).toMatchObject({ status: 404, body: never?.body })
  }
  expect((await call(creator, 'GET', `/campaigns/${draft.id}/communities`)).body).toEqual({ items: [] })
})
