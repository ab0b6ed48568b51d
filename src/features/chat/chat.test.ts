import { expect, test } from 'vitest'
import { openListener } from '#tests/support/live-listener.ts'
import { aCampaign, aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'

const postMessage = (who: Person | null, id: string, body: unknown, options: { key?: string } = {}) =>
  call(who, 'POST', `/campaigns/${id}/chat`, { body, ...options })
const read = (id: string, query = '', who: Person | null = null) => call(who, 'GET', `/campaigns/${id}/chat${query}`)

/** Inserts `count` messages directly, because the API has a cooldown: one minute apart, the newest one minute old. */
async function manyMessages(campaignId: string, count: number, author: Person): Promise<void> {
  const { store } = await theSite()
  const rows = Array.from({ length: count }, (_, n) => ({
    id: crypto.randomUUID(),
    campaign_id: campaignId,
    author_id: author.id,
    body: `Message ${n}`,
    created_at: new Date(Date.now() - (count - n) * 60_000),
  }))
  await store.db.insertInto('campaign_chat_message').values(rows).execute()
}

test('a message is plain text under its author’s short name', async () => {
  const campaign = await aCampaign(await aPerson())
  const author = await aPerson()
  const { status, body } = await postMessage(author, campaign.id, { body: '  Hello\n<b>all</b> مرحبا 👋\u200b  ' })
  expect(status).toBe(201)
  expect(body).toMatchObject({ campaignId: campaign.id, body: 'Hello\n<b>all</b> مرحبا 👋', author: { id: author.id, name: 'Test P.', avatarUrl: null } })
  expect((await read(campaign.id)).body.items).toEqual([body])
})

test('a blank or too long message is refused at its field and starts no cooldown', async () => {
  const campaign = await aCampaign(await aPerson())
  const person = await aPerson()
  expect(await postMessage(person, campaign.id, { body: ' \n ' })).toMatchObject({ status: 422, body: { data: { fields: { body: 'CHAT_BLANK' } } } })
  expect(await postMessage(person, campaign.id, { body: 'x'.repeat(1_001) })).toMatchObject({
    status: 422,
    body: { data: { fields: { body: 'CHAT_TOO_LONG' } } },
  })
  expect((await postMessage(person, campaign.id, { body: '👋'.repeat(1_000) })).status).toBe(201)
})

test('at most one of a person’s concurrent messages is accepted per cooldown, and the others get the time to wait', async () => {
  const campaign = await aCampaign(await aPerson())
  const person = await aPerson()
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => postMessage(person, campaign.id, { body: `Now ${n}` }, { key: `now ${n}` })))
  const taken = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status }) => status === 429)
  expect(taken.length + refused.length).toBe(100)
  // A hundred requests may take longer than one cooldown, so a second message may succeed, but never two within one cooldown.
  const moments = taken.map(({ body }) => Date.parse(body.createdAt)).sort((a, b) => a - b)
  expect(moments.length).toBeGreaterThan(0)
  expect(moments.slice(1).filter((at, n) => at - (moments[n] ?? 0) < 2_000)).toEqual([])
  for (const { body, headers } of refused) {
    expect(body.code).toBe('CHAT_TOO_SOON')
    expect(body.data.retryAfterMs).toBeGreaterThan(0)
    expect(body.data.retryAfterMs).toBeLessThanOrEqual(2_000)
    expect(headers.get('retry-after')).toBe(String(Math.ceil(body.data.retryAfterMs / 1_000)))
  }
  expect((await read(campaign.id)).body.items).toHaveLength(taken.length)
})

test('each chat has its own cooldown, which ends after two seconds, also if the message was deleted', async () => {
  const { store } = await theSite()
  const person = await aPerson()
  const [one, other] = [await aCampaign(await aPerson()), await aCampaign(await aPerson())]
  const { body: first } = await postMessage(person, one.id, { body: 'First' })
  await call(person, 'DELETE', `/chat/${first.id}`)
  const early = await postMessage(person, one.id, { body: 'Early' })
  // The message may be accepted if the machine paused for two seconds, but never before the cooldown has ended.
  if (early.status === 201) expect(Date.parse(early.body.createdAt) - Date.parse(first.createdAt)).toBeGreaterThanOrEqual(2_000)
  else expect(early.status).toBe(429)
  expect((await postMessage(person, other.id, { body: 'Elsewhere' })).status).toBe(201)
  const spokeAt = (at: number) =>
    store.db
      .updateTable('campaign_chat_pace')
      .set({ spoke_at: new Date(at) })
      .where('person_id', '=', person.id)
      .where('campaign_id', '=', one.id)
      .execute()
  // Far enough in the future that the request is refused even on a slow machine.
  const due = Date.now() + 22_000
  await spokeAt(due - 2_000)
  const asked = Date.now()
  const { status, body } = await postMessage(person, one.id, { body: 'Second' })
  expect(status).toBe(429)
  expect(body.data.retryAfterMs).toBeLessThanOrEqual(due - asked)
  expect(body.data.retryAfterMs).toBeGreaterThanOrEqual(due - Date.now())
  await spokeAt(Date.now() - 2_001)
  expect((await postMessage(person, one.id, { body: 'Second' })).status).toBe(201)
})

test('repeating a message with its key returns the same message, starts no cooldown and publishes it once', async () => {
  const { origin } = await theSite()
  const campaign = await aCampaign(await aPerson())
  const person = await aPerson()
  const live = await openListener(origin, [`chat:${campaign.id}`])
  const answers = await Promise.all(Array.from({ length: 20 }, () => postMessage(person, campaign.id, { body: 'Once' }, { key: 'same' })))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect((await read(campaign.id)).body.items).toHaveLength(1)
  const another = await aPerson()
  const { body: last } = await postMessage(another, campaign.id, { body: 'Afterwards' })
  await until(() => saidIn(live.events).includes(last.id))
  expect(saidIn(live.events)).toEqual([answers[0]?.body.id, last.id])
  live.close()
})

test('everybody who has the chat open receives a message and its deletion immediately, without private data', async () => {
  const { origin } = await theSite()
  const creator = await aPerson()
  const campaign = await aCampaign(creator)
  const author = await aPerson()
  const live = await Promise.all([1, 2, 3].map(() => openListener(origin, [`chat:${campaign.id}`])))
  const { body } = await postMessage(author, campaign.id, { body: 'Live' })
  await Promise.all(live.map(({ events }) => until(() => saidIn(events).includes(body.id))))
  await call(creator, 'DELETE', `/chat/${body.id}`)
  await Promise.all(live.map(({ events }) => until(() => events.some(({ data }) => data?.removed === body.id))))
  const { moderation: _, ...said } = body
  for (const { events, close } of live) {
    expect(events.find(({ data }) => data?.said)).toEqual({ topic: `chat:${campaign.id}`, data: { said } })
    expect(JSON.stringify(events)).not.toContain('@')
    close()
  }
})

test('only its author and the campaign’s creator can delete a message, and its row is deleted', async () => {
  const { store } = await theSite()
  const creator = await aPerson()
  const campaign = await aCampaign(creator)
  for (const remover of ['author', 'creator']) {
    const author = await aPerson()
    const { body: said } = await postMessage(author, campaign.id, { body: 'To be deleted' })
    for (const other of [await aPerson(), await aPerson({ role: 'moderator' })]) expect((await call(other, 'DELETE', `/chat/${said.id}`)).status).toBe(403)
    expect((await call(remover === 'author' ? author : creator, 'DELETE', `/chat/${said.id}`)).status).toBe(200)
    expect((await call(author, 'DELETE', `/chat/${said.id}`)).status).toBe(404)
    expect(await store.db.selectFrom('campaign_chat_message').selectAll().where('id', '=', said.id).execute()).toEqual([])
  }
})

test('only an active campaign has a chat: after its end nothing can be read or written, and streams get only the ids of removed messages', async () => {
  const { origin } = await theSite()
  const creator = await aPerson()
  const campaign = await aCampaign(creator)
  const { body: said } = await postMessage(creator, campaign.id, { body: 'While it lasted' })
  await call(creator, 'POST', `/campaigns/${campaign.id}/archive`, { body: {} })
  expect(await read(campaign.id)).toMatchObject({ status: 409, body: { code: 'CAMPAIGN_NOT_ACTIVE', message: 'Chat is only available for active campaigns.' } })
  expect(await postMessage(await aPerson(), campaign.id, { body: 'Too late' })).toMatchObject({ status: 409, body: { code: 'CAMPAIGN_NOT_ACTIVE' } })
  const live = await openListener(origin, [`chat:${campaign.id}`, 'stats'])
  await until(() => live.hasBegun())
  // Authors may delete their own messages after the campaign has ended.
  expect((await call(creator, 'DELETE', `/chat/${said.id}`)).status).toBe(200)
  await until(() => live.events.some(({ topic }) => topic !== 'stats'))
  expect(live.events.filter(({ topic }) => topic !== 'stats').map(({ data }) => data)).toEqual([{ removed: said.id }])
  live.close()
})

test('pages of fifty have no gaps and no repeats, even with equal times and while new messages arrive', async () => {
  const { store } = await theSite()
  const campaign = await aCampaign(await aPerson())
  const author = await aPerson()
  await manyMessages(campaign.id, 130, author)
  // Twenty messages with one timestamp, across a page boundary.
  const { items } = (await read(campaign.id, '?limit=60')).body
  const tied = items.slice(40).map(({ id }: { id: string }) => id)
  await store.db.updateTable('campaign_chat_message').set({ created_at: items[40].createdAt }).where('id', 'in', tied).execute()
  const seen: string[] = []
  let cursor: string | null = null
  let pages = 0
  do {
    const { body: page }: { body: any } = await read(campaign.id, cursor ? `?cursor=${cursor}` : '')
    seen.push(...page.items.map((one: { body: string }) => one.body))
    cursor = page.nextCursor
    pages++
    await postMessage(await aPerson(), campaign.id, { body: 'Meanwhile' })
  } while (cursor)
  expect(pages).toBe(3)
  expect(seen).toHaveLength(130)
  expect(new Set(seen).size).toBe(130)
})

const saidIn = (events: { data: any }[]) => events.flatMap(({ data }) => (data?.said ? [data.said.id] : []))
