import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { nouns } from '#platform/brand.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { movePublishing } from '#tests/support/campaigns.ts'
import { postComment } from '#tests/support/comments.ts'
import { aCommunity, setMembership, written } from '#tests/support/communities.ts'
import { caseAbout } from '#tests/support/moderation.ts'
import { aCampaign, aPerson, call, type Person, theSite } from '#tests/support/site.ts'
import { levelNeeds, newPeopleTogether, newPersonLimits } from './terms.ts'

const hour = 3_600_000
const agoBy = (hours: number) => new Date(Date.now() - hours * hour)
const aNewPerson = () => aPerson({ isNew: true })
const publish = (who: Person, title: string) => call(who, 'POST', '/campaigns', { body: aCampaignBody({ title }) })
const links = (count: number) => Array.from({ length: count }, (_, n) => `https://example.org/${n}`).join(' ')

async function levelOf({ id }: Person): Promise<string | undefined> {
  const { rows } = await sql<{ level: string }>`select trust_level(${id}) as level`.execute((await theSite()).store.db)
  return rows[0]?.level
}

async function joinedAgo(who: Person, hours: number): Promise<void> {
  await (await theSite()).store.db
    .updateTable('person')
    .set({ created_at: agoBy(hours) })
    .where('id', '=', who.id)
    .execute()
}

/** Makes everything that the person wrote older. */
async function ageWritten(who: Person, hours: number): Promise<void> {
  const { db } = (await theSite()).store
  await sql`update comment set created_at = created_at - make_interval(secs => ${hours * 3_600}) where author_id = ${who.id}`.execute(db)
  await sql`update written_text set written_at = written_at - make_interval(secs => ${hours * 3_600}) where person_id = ${who.id}`.execute(db)
}

async function commentsOf({ id }: Person): Promise<number> {
  const { db } = (await theSite()).store
  const { count } = await db.selectFrom('comment').select(db.fn.countAll<string>().as('count')).where('author_id', '=', id).executeTakeFirstOrThrow()
  return Number(count)
}

describe('the level', () => {
  test('rises to member after a day and three things that remained visible, and falls when they do not remain', async () => {
    const { hours, things } = levelNeeds.member
    const [who, { id }] = [await aNewPerson(), await aCampaign(await aPerson())]
    for (let n = 1; n < things; n += 1) await postComment(who, id, `Reason ${n}`)
    await joinedAgo(who, hours + 1)
    await ageWritten(who, levelNeeds.remainedHours + 0.1)
    expect(await levelOf(who)).toBe('new')
    const { body: last } = await postComment(who, id, 'The last reason')
    expect(await levelOf(who)).toBe('new')
    await ageWritten(who, levelNeeds.remainedHours - 0.1)
    expect(await levelOf(who)).toBe('new')
    await ageWritten(who, 0.2)
    expect(await levelOf(who)).toBe('member')
    await joinedAgo(who, hours - 0.1)
    expect(await levelOf(who)).toBe('new')
    await joinedAgo(who, hours + 0.1)
    expect(await levelOf(who)).toBe('member')
    await call(await aPerson({ role: 'moderator' }), 'PUT', `/comments/${last.id}/moderation`, {
      body: { state: 'removed', rule: 'harassment', reason: 'It insults people.' },
    })
    expect(await levelOf(who)).toBe('new')
  })

  test('does not count comments in the own campaign, nor anything in a private community', async () => {
    const who = await aNewPerson()
    const [{ id: own }, communityId] = [await aCampaign(who), await aCommunity(who, { privacy: 'private' })]
    for (let n = 1; n <= levelNeeds.member.things; n += 1) {
      await postComment(who, own, `Answer ${n}`)
      await call(who, 'POST', `/communities/${communityId}/posts`, { body: { body: `Minutes of meeting ${n}` } })
    }
    const { db } = (await theSite()).store
    for (const table of ['comment', 'community_post'] as const)
      await db
        .updateTable(table)
        .set({ created_at: agoBy(25) })
        .where('author_id', '=', who.id)
        .execute()
    await joinedAgo(who, 48)
    expect(await levelOf(who)).toBe('new')
  })

  test('counts campaigns, updates and posts too, and drafts not', async () => {
    const { db } = (await theSite()).store
    const who = await aNewPerson()
    const { id } = await aCampaign(who)
    await call(who, 'POST', '/campaigns', { body: { ...aCampaignBody({ title: 'A draft that nobody sees' }), publish: false } })
    await call(who, 'POST', `/campaigns/${id}/updates`, { body: { title: 'Talks', body: 'They have asked us to talk.' } })
    await joinedAgo(who, 48)
    await movePublishing(db, [id], sql`${agoBy(25)}::timestamptz`)
    await db
      .updateTable('campaign_update')
      .set({ created_at: agoBy(25) })
      .where('campaign_id', '=', id)
      .execute()
    expect(await levelOf(who)).toBe('new')
    const communityId = await aCommunity(await aPerson())
    await setMembership(who, communityId)
    await written(who, communityId)
    await db
      .updateTable('community_post')
      .set({ created_at: agoBy(25) })
      .where('author_id', '=', who.id)
      .execute()
    expect(await levelOf(who)).toBe('member')
  })

  test('is unconfirmed before the address is confirmed, and trusted for moderators and after a month with thirty things', async () => {
    expect(await levelOf(await aPerson({ isCounted: false, isNew: true }))).toBe('unconfirmed')
    expect(await levelOf(await aPerson({ role: 'moderator', isNew: true }))).toBe('trusted')
    expect(await levelOf(await aPerson())).toBe('member')
    const { hours, things } = levelNeeds.trusted
    const [who, { id }] = [await aPerson(), await aCampaign(await aPerson())]
    for (let n = 1; n < things; n += 1) await postComment(who, id, `Reason ${n}`)
    await joinedAgo(who, hours + 1)
    await ageWritten(who, 25)
    expect(await levelOf(who)).toBe('member')
    await postComment(who, id, 'One more')
    await ageWritten(who, 25)
    expect(await levelOf(who)).toBe('trusted')
    await joinedAgo(who, hours - 1)
    expect(await levelOf(who)).toBe('member')
  })
})

describe('a new person', () => {
  const most = newPersonLimits.commentsPerDay

  test('writes ten comments a day, and learns when the next one is possible', async () => {
    const [who, { id }] = [await aNewPerson(), await aCampaign(await aPerson())]
    for (let n = 1; n <= most; n += 1) expect((await postComment(who, id, `Reason ${n}`, { key: `key ${n}` })).status).toBe(201)
    const refused = await postComment(who, id, 'Another reason')
    expect(refused).toMatchObject({ status: 429, body: { code: 'PERSON_LIMIT', data: { text: expect.stringContaining('10 comments and posts a day') } } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000)
    expect(refused.body.data.retryAfterMs).toBeLessThanOrEqual(24 * hour)
    expect((await postComment(who, id, `Reason ${most}`, { key: `key ${most}` })).status).toBe(201)
    expect(await commentsOf(who)).toBe(most)
    await ageWritten(who, 23)
    const later = await postComment(who, id, 'Another reason')
    expect(later.body.data.retryAfterMs).toBeLessThanOrEqual(hour)
    await ageWritten(who, 1)
    expect((await postComment(who, id, 'Another reason')).status).toBe(201)
  })

  test('cannot write more by deleting what they wrote, nor in posts', async () => {
    const [who, { id }] = [await aNewPerson(), await aCampaign(await aPerson())]
    const communityId = await aCommunity(await aPerson())
    await setMembership(who, communityId)
    for (let n = 1; n < most; n += 1) {
      const { body } = await postComment(who, id, `Reason ${n}`)
      expect((await call(who, 'DELETE', `/comments/${body.id}`)).status).toBe(200)
    }
    expect((await call(who, 'POST', `/communities/${communityId}/posts`, { body: { body: 'A post of mine' } })).status).toBe(201)
    expect((await call(who, 'POST', `/communities/${communityId}/posts`, { body: { body: 'Another post' } })).body.code).toBe('PERSON_LIMIT')
    expect((await postComment(who, id, 'Another reason')).body.code).toBe('PERSON_LIMIT')
  })

  test('cannot write more with requests at the same time', async () => {
    const [who, { id }] = [await aNewPerson(), await aCampaign(await aPerson())]
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => postComment(who, id, `Reason ${n}`)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(most)
    expect(answers.filter(({ body }) => body.code === 'PERSON_LIMIT')).toHaveLength(30 - most)
    expect(await commentsOf(who)).toBe(most)
  })

  test('writes as many comments as they like in their own campaign, which leaves the others as they are', async () => {
    const [who, { id: other }] = [await aNewPerson(), await aCampaign(await aPerson())]
    const { id: own } = await aCampaign(who)
    for (let n = 0; n <= most; n += 1) expect((await postComment(who, own, `Answer ${n}`)).status).toBe(201)
    for (let n = 0; n < 6; n += 1) expect((await postComment(who, own, 'Thank you!')).status).toBe(201)
    expect((await postComment(who, own, links(9))).status).toBe(201)
    for (let n = 1; n <= most; n += 1) expect((await postComment(who, other, `Reason ${n}`)).status).toBe(201)
    expect((await postComment(who, other, 'Another reason')).body.code).toBe('PERSON_LIMIT')
  })

  test('comments on a campaign until new people have written 60 in ten minutes; then moderators are notified, and members still comment', async () => {
    const { db } = (await theSite()).store
    const { comments } = newPeopleTogether
    const [{ id }, { id: other }, moderator] = [await aCampaign(await aPerson()), await aCampaign(await aPerson()), await aPerson({ role: 'moderator' })]
    const crowd = await Promise.all(Array.from({ length: 7 }, aNewPerson))
    const answers = await Promise.all(crowd.flatMap((who) => Array.from({ length: 10 }, (_, n) => postComment(who, id, `Number ${n} by ${who.id}`))))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(comments)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.every(({ status, body }) => status === 429 && body.code === 'MANY_NEW_PEOPLE' && body.data.retryAfterMs > 0)).toBe(true)
    expect((await postComment(await aNewPerson(), other, 'Another discussion')).status).toBe(201)
    expect((await postComment(await aPerson(), id, 'A member still comments')).status).toBe(201)
    expect(await caseAbout(moderator, id)).toMatchObject({
      isUrgent: true,
      reporters: 1,
      reports: [{ reason: 'spam', details: expect.stringContaining('60 comments') }],
    })

    await db
      .updateTable('written_text')
      .set({ written_at: agoBy(1) })
      .where('campaign_id', '=', id)
      .execute()
    expect((await postComment(await aNewPerson(), id, 'An hour later')).status).toBe(201)
  })

  test('publishes one campaign a day, also with requests at the same time; drafts are not limited', async () => {
    const who = await aNewPerson()
    const titles = Array.from({ length: 10 }, (_, n) => `They should pay the bill number ${n}`)
    const answers = await Promise.all(titles.map((title) => publish(who, title)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'PERSON_LIMIT')).toHaveLength(titles.length - 1)
    const refused = answers.find(({ status }) => status !== 201)
    expect(refused).toMatchObject({ status: 429, body: { code: 'PERSON_LIMIT', data: { text: expect.stringContaining(`1 ${nouns.noun} a day`) } } })
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(86_000)
    const { status, body: draft } = await call(who, 'POST', '/campaigns', { body: { ...aCampaignBody({ title: 'A draft for tomorrow' }), publish: false } })
    expect(status).toBe(201)
    expect((await call(who, 'POST', `/campaigns/${draft.id}/publish`, { body: {} })).body.code).toBe('PERSON_LIMIT')
    await ageWritten(who, 24)
    const next = await call(who, 'POST', `/campaigns/${draft.id}/publish`, { body: {} })
    expect(next).toMatchObject({ status: 200, body: { status: 'active' } })
    expect((await call(who, 'POST', `/campaigns/${draft.id}/publish`, { body: {} })).status).toBe(200)
  })

  test('puts two links in a comment or post, also when they edit it', async () => {
    const [who, { id }] = [await aNewPerson(), await aCampaign(await aPerson())]
    const refused = { status: 422, body: { code: 'LINKS_LIMITED', data: { fields: { body: 'LINKS_LIMITED' } } } }
    expect(await postComment(who, id, `[one](https://example.org/) ${links(2)}`)).toMatchObject(refused)
    const { status, body: written } = await postComment(who, id, links(2))
    expect(status).toBe(201)
    expect(await call(who, 'PATCH', `/comments/${written.id}`, { body: { body: links(3) } })).toMatchObject(refused)
    const communityId = await aCommunity(await aPerson())
    await setMembership(who, communityId)
    expect(await call(who, 'POST', `/communities/${communityId}/posts`, { body: { body: links(3) } })).toMatchObject(refused)
    const post = await call(who, 'POST', `/communities/${communityId}/posts`, { body: { body: `Read: ${links(2)}` } })
    expect(post.status).toBe(201)
    expect(await call(who, 'PATCH', `/posts/${post.body.id}`, { body: { body: links(3) } })).toMatchObject(refused)
    const member = await aPerson()
    expect((await postComment(member, id, links(9))).status).toBe(201)
  })
})

test('the limits of new people are not those of moderators and members', async () => {
  const { id } = await aCampaign(await aPerson())
  for (const who of [await aPerson({ role: 'moderator', isNew: true }), await aPerson({ role: 'admin', isNew: true }), await aPerson()]) {
    for (let n = 0; n <= newPersonLimits.commentsPerDay; n += 1) expect((await postComment(who, id, `Reason ${n}`)).status).toBe(201)
    for (let n = 0; n < 2; n += 1) expect((await publish(who, `Another campaign, number ${n}`)).status).toBe(201)
  }
})

describe('the same text', () => {
  test('is refused the fifth time in an hour, wherever it is written and however it is spelled', async () => {
    const who = await aPerson()
    const communityId = await aCommunity(await aPerson())
    await setMembership(who, communityId)
    const [{ id }, { id: second }] = [await aCampaign(await aPerson()), await aCampaign(await aPerson())]
    expect((await postComment(who, id, 'Do not buy there!')).status).toBe(201)
    expect((await postComment(who, second, 'do  not buy there')).status).toBe(201)
    expect((await call(who, 'POST', `/campaigns/${id}/chat`, { body: { body: 'DO NOT BUY THERE…' } })).status).toBe(201)
    expect((await call(who, 'POST', `/communities/${communityId}/posts`, { body: { body: 'Do not\nbuy there.' } })).status).toBe(201)
    const refusal = { status: 429, body: { code: 'TEXT_REPEATED', data: { text: expect.stringContaining('several times') } } }
    const refused = await postComment(who, second, 'Do not buy there')
    expect(refused).toMatchObject(refusal)
    expect(await call(who, 'POST', `/campaigns/${second}/chat`, { body: { body: 'Do not buy there' } })).toMatchObject(refusal)
    expect(await call(who, 'POST', `/communities/${communityId}/posts`, { body: { body: 'Do not buy there' } })).toMatchObject(refusal)
    expect((await postComment(who, second, 'Do not buy here')).status).toBe(201)
    await ageWritten(who, 1)
    expect((await postComment(who, second, 'Do not buy there')).status).toBe(201)
  })

  test('is refused too when other texts are edited to it, or when characters are added that nobody sees', async () => {
    const [who, { id }] = [await aPerson(), await aCampaign(await aPerson())]
    const texts = ['Do not buy there', 'Do n\u200dot buy there', 'Do not\ufe00 buy there', 'D\u034fo not buy there']
    for (const text of texts) expect((await postComment(who, id, text)).status).toBe(201)
    const { body: other } = await postComment(who, id, 'Something quite different')
    expect(await call(who, 'PATCH', `/comments/${other.id}`, { body: { body: 'Do not buy there' } })).toMatchObject({
      status: 429,
      body: { code: 'TEXT_REPEATED' },
    })
  })

  test('is refused too when it is sent many times at once, but not to moderators', async () => {
    const { id } = await aCampaign(await aPerson())
    for (const [who, accepted] of [
      [await aPerson(), 4],
      [await aPerson({ role: 'moderator' }), 12],
    ] as const) {
      const answers = await Promise.all(Array.from({ length: 12 }, () => postComment(who, id, 'Thumbs up to this 👍')))
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(accepted)
    }
  })
})
