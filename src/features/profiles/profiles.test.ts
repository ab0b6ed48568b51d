import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recount } from '#main/operations/recount.ts'
import { movePublishing } from '#tests/support/campaigns.ts'
import { tryToJoin } from '#tests/support/pledges.ts'
import { aCampaign, aPerson, call, left, type Person, theSite } from '#tests/support/site.ts'

const absent = '0197a000-0000-7000-8000-000000000000'
const join = (who: Person, campaign: { id: string }, isPrivate = false) => tryToJoin(who, campaign, { isPrivate })
const profile = (id: string, who: Person | null = null) => call(who, 'GET', `/profiles/${id}`)
const pledges = async (id: string, who: Person | null = null) => (await call(who, 'GET', `/profiles/${id}/pledges`)).body.items
const slugs = (items: { slug: string }[]) => items.map(({ slug }) => slug)

test('a profile contains name, bio, month and counts, and nothing else of an account', async () => {
  const { store } = await theSite()
  const person = await aPerson()
  await store.db
    .updateTable('person')
    .set({ display_name: 'Ada the Third', bio: 'I keep the books.', created_at: new Date('2024-02-29T23:59:59Z'), username: `u${person.id.slice(-8)}` })
    .where('id', '=', person.id)
    .execute()
  const expected = {
    id: person.id,
    displayName: 'Ada the Third',
    avatarUrl: null,
    bio: 'I keep the books.',
    isDeleted: false,
    memberSince: '2024-02',
    moderation: null,
    counts: { campaigns: 0, pledges: 0, communities: 0 },
  }
  for (const who of [null, await aPerson(), person]) expect(await profile(person.id, who)).toMatchObject({ status: 200, body: expected })
  expect(Object.keys((await profile(person.id, person)).body)).toEqual(Object.keys(expected))
})

test('a profile lists published campaigns, newest first, and never drafts, not even to their creator', async () => {
  const person = await aPerson()
  const [older, won, ended] = [await aCampaign(person), await aCampaign(person), await aCampaign(person)]
  const draft = await aCampaign(person, { publish: false })
  await aCampaign(await aPerson())
  await call(person, 'POST', `/campaigns/${won.id}/victory`, { body: { statement: 'They pay now.' } })
  await call(person, 'POST', `/campaigns/${ended.id}/archive`, { body: {} })
  const late = await call(person, 'POST', `/campaigns/${(await aCampaign(person, { publish: false })).id}/publish`, { body: {} })
  for (const who of [null, person]) {
    const { body } = await call(who, 'GET', `/profiles/${person.id}/campaigns`)
    expect(slugs(body.items)).toEqual([late.body.slug, ended.slug, won.slug, older.slug])
    expect(JSON.stringify(body)).not.toContain(draft.id)
    expect((await profile(person.id, who)).body.counts.campaigns).toBe(4)
  }
})

test('a private pledge is in no list and no count of a profile for anybody, and a public one is in both', async () => {
  const [open, hidden] = [await aCampaign(await aPerson()), await aCampaign(await aPerson())]
  const person = await aPerson()
  await join(person, open)
  await join(person, hidden, true)
  for (const who of [null, await aPerson(), person, await aPerson({ role: 'moderator' })]) {
    expect(await pledges(person.id, who)).toMatchObject([
      { campaign: { id: open.id, slug: open.slug, status: 'active', target: { slug: expect.any(String), name: expect.any(String) } } },
    ])
    expect((await profile(person.id, who)).body.counts.pledges).toBe(1)
  }
})

test('an unconfirmed pledge is on no profile; a held or invalid one stays listed, so that nobody learns of the review', async () => {
  const { store } = await theSite()
  const campaign = await aCampaign(await aPerson())
  const waiting = await aPerson({ isCounted: false })
  const suspect = await aPerson()
  await join(waiting, campaign)
  await join(suspect, campaign)
  expect(await pledges(waiting.id)).toEqual([])
  expect((await profile(waiting.id)).body.counts.pledges).toBe(0)
  const setState = (state: string, ownState: string | null) =>
    store.db.updateTable('pledge').set({ state, own_state: ownState }).where('person_id', '=', suspect.id).execute()
  await setState('held', null)
  expect(await pledges(suspect.id)).toHaveLength(1)
  await setState('invalid', 'counted')
  expect(await pledges(suspect.id)).toHaveLength(1)
  expect((await profile(suspect.id)).body.counts.pledges).toBe(1)
  // For tests that compare every count of this database.
  await setState('counted', null)
  await recount(store, { check: false })
})

test('the profile of a deleted account is "[deleted]", without bio, month, counts and pledges; published content stays', async () => {
  const person = await aPerson()
  const campaign = await aCampaign(person)
  await join(person, await aCampaign(await aPerson()))
  await left(person)
  expect((await profile(person.id)).body).toEqual({
    id: person.id,
    displayName: '[deleted]',
    avatarUrl: null,
    bio: '',
    isDeleted: true,
    memberSince: null,
    moderation: null,
    counts: null,
  })
  expect(await pledges(person.id)).toEqual([])
  expect(slugs((await call(null, 'GET', `/profiles/${person.id}/campaigns`)).body.items)).toEqual([campaign.slug])
})

test('the profile of a suspended person shows name and campaigns, without bio and picture', async () => {
  const { store } = await theSite()
  const person = await aPerson()
  const campaign = await aCampaign(person)
  await store.db
    .updateTable('person')
    .set({ bio: 'Something unkind', avatar_url: 'https://example.com/a.png', suspended_at: new Date() })
    .where('id', '=', person.id)
    .execute()
  expect((await profile(person.id)).body).toMatchObject({ displayName: 'Test P.', bio: '', avatarUrl: null, isDeleted: false })
  expect(slugs((await call(null, 'GET', `/profiles/${person.id}/campaigns`)).body.items)).toEqual([campaign.slug])
})

test('an unknown id is not found, and an invalid id is malformed', async () => {
  for (const end of ['', '/campaigns', '/pledges']) {
    expect(await call(null, 'GET', `/profiles/${absent}${end}`)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect((await call(null, 'GET', `/profiles/nobody${end}`)).status).toBe(400)
  }
  const person = await aPerson()
  expect((await profile(person.id.toUpperCase())).body.id).toBe(person.id)
})

test('both lists are paged, each entry once, also with equal times', async () => {
  const { store } = await theSite()
  const creator = await aPerson()
  const made: { id: string }[] = []
  for (let n = 0; n < 5; n++) made.push(await aCampaign(creator))
  const at = sql<Date>`'2026-01-01 00:00:00.123456+00'::timestamptz`
  await movePublishing(
    store.db,
    made.map(({ id }) => id),
    at,
  )
  await store.db.updateTable('pledge').set({ created_at: at, is_private: false }).where('person_id', '=', creator.id).execute()
  for (const list of ['campaigns', 'pledges']) {
    const seen: string[] = []
    let cursor = ''
    for (let pages = 1; ; pages++) {
      const { body } = await call(null, 'GET', `/profiles/${creator.id}/${list}?limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...body.items.map((item: { id?: string; campaign?: { id: string } }) => item.id ?? item.campaign?.id))
      if (!body.nextCursor) {
        expect(pages).toBe(3)
        break
      }
      cursor = body.nextCursor
    }
    expect(seen).toEqual(
      made
        .map(({ id }) => id)
        .sort()
        .reverse(),
    )
    expect(await call(null, 'GET', `/profiles/${creator.id}/${list}?cursor=bad`)).toMatchObject({ status: 400, body: { code: 'BAD_CURSOR' } })
  }
})
