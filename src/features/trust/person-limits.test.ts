import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { postComment } from '#tests/support/comments.ts'
import { aCampaign, aPerson, call, type Person, theSite } from '#tests/support/site.ts'
import { personLimits } from './terms.ts'

const { othersFactor: factorOfTests } = personLimits
const othersFactor = 10
// Other tests allow their people more.
beforeAll(() => void Object.assign(personLimits, { othersFactor }))
afterAll(() => void Object.assign(personLimits, { othersFactor: factorOfTests }))

const aNewPerson = () => aPerson({ isNew: true })

async function joinedAgo(who: Person, hours: number): Promise<void> {
  await sql`update person set created_at = now() - make_interval(hours => ${hours}) where id = ${who.id}`.execute((await theSite()).store.db)
}

/** Makes everything that the person wrote older. */
async function ageWritten(who: Person, hours: number): Promise<void> {
  const { db } = (await theSite()).store
  await sql`update written_text set written_at = written_at - make_interval(secs => ${hours * 3_600}) where person_id = ${who.id}`.execute(db)
}

describe('a person', () => {
  const { texts, minutes, perDay } = personLimits

  test('sends ten chat messages in ten minutes with a new account, and ten times as many later', async () => {
    const { db } = (await theSite()).store
    const [who, { id }] = [await aNewPerson(), await aCampaign(await aPerson())]
    let sent = 0
    const send = async () => {
      // Otherwise each message would wait two seconds for the one before.
      await db.deleteFrom('campaign_chat_pace').where('person_id', '=', who.id).execute()
      return call(who, 'POST', `/campaigns/${id}/chat`, { body: { body: `Message ${++sent}` } })
    }
    for (let n = 0; n < texts; n += 1) expect((await send()).status).toBe(201)
    const refused = await send()
    expect(refused).toMatchObject({ status: 429, body: { code: 'PERSON_LIMIT', data: { text: expect.stringContaining('10 messages within 10 minutes') } } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(minutes * 60 - 60)
    await joinedAgo(who, 25)
    for (let n = texts; n < texts * othersFactor; n += 1) expect((await send()).status).toBe(201)
    expect(await send()).toMatchObject({ status: 429, body: { code: 'PERSON_LIMIT', data: { text: expect.stringContaining('100 messages') } } })
    await ageWritten(who, minutes / 60)
    expect((await send()).status).toBe(201)
  })

  test('writes a hundred comments in ten minutes as a member, also with requests at the same time, and no limit holds in their own campaign', async () => {
    const [who, { id }] = [await aPerson(), await aCampaign(await aPerson())]
    const { id: own } = await aCampaign(who)
    const most = texts * othersFactor
    const answers: Awaited<ReturnType<typeof postComment>>[] = []
    // Fewer at once than the database has connections, because on a slow machine the others would be refused for that.
    for (let n = 0; n < most + 5; n += 15) answers.push(...(await Promise.all(Array.from({ length: 15 }, (_, k) => postComment(who, id, `Reason ${n + k}`)))))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(most)
    expect(answers.filter(({ status, body }) => status === 429 && body.code === 'PERSON_LIMIT')).toHaveLength(5)
    expect((await postComment(who, own, 'An answer')).status).toBe(201)
    expect((await postComment(await aPerson({ role: 'moderator' }), id, 'A moderator')).status).toBe(201)
  })

  test('adds three causes a day with a new account, and thirty later; what is refused saves nothing', async () => {
    const who = await aNewPerson()
    const causes = (from: number, count: number) => Array.from({ length: count }, (_, n) => ({ name: `Cause ${from + n} of ${who.id}` }))
    const publishWith = (names: { name: string }[], title = 'They should pay the bill') =>
      call(who, 'POST', '/campaigns', { body: { ...aCampaignBody({ title }), causes: names } })
    const refused = await publishWith(causes(0, perDay + 1))
    expect(refused).toMatchObject({ status: 429, body: { code: 'PERSON_LIMIT', data: { text: expect.stringContaining('3 causes a day') } } })
    const { status, body: campaign } = await publishWith(causes(0, perDay))
    expect(status).toBe(201)
    const change = (from: number, count: number) => call(who, 'PATCH', `/campaigns/${campaign.id}`, { body: { causes: causes(from, count) } })
    expect((await change(10, 1)).body.code).toBe('PERSON_LIMIT')
    // A cause that exists by now is not a new one.
    expect((await change(0, 1)).status).toBe(200)
    await joinedAgo(who, 25)
    for (const from of [10, 20]) expect((await change(from, 10)).status).toBe(200)
    expect((await change(30, 8)).body).toMatchObject({ code: 'PERSON_LIMIT', data: { text: expect.stringContaining('30 causes a day') } })
    expect((await change(30, 7)).status).toBe(200)
  })

  test('adds three targets a day with a new account', async () => {
    const who = await aNewPerson()
    const target = (n: number) => ({ name: `Company ${n} of ${who.id}`, websiteUrl: null, industry: null })
    const { body: campaign } = await call(who, 'POST', '/campaigns', { body: { ...aCampaignBody({}), target: target(1) } })
    const change = (n: number) => call(who, 'PATCH', `/campaigns/${campaign.id}`, { body: { target: target(n) } })
    for (let n = 2; n <= perDay; n += 1) expect((await change(n)).status).toBe(200)
    expect((await change(perDay + 1)).body).toMatchObject({ code: 'PERSON_LIMIT', data: { text: expect.stringContaining('3 targets a day') } })
    await ageWritten(who, 24)
    expect((await change(perDay + 1)).status).toBe(200)
  })
})
