import { expect, test } from 'vitest'
import { openListener } from '#tests/support/live-listener.ts'
import { aCampaign, aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'

const saying = (who: Person | null, id: string, body: unknown, options: { key?: string } = {}) =>
  call(who, 'POST', `/campaigns/${id}/chat`, { body, ...options })
const read = (id: string, query = '', who: Person | null = null) => call(who, 'GET', `/campaigns/${id}/chat${query}`)

/** As many messages as asked, one a minute, the last a minute ago; put there, since a person waits between two. */
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

test('a message is plain text under its author’s short name, as it was meant', async () => {
  const campaign = await aCampaign(await aPerson())
  const author = await aPerson()
  const { status, body } = await saying(author, campaign.id, { body: '  Hello\n<b>all</b> مرحبا 👋\u200b  ' })
  expect(status).toBe(201)
  expect(body).toMatchObject({ campaignId: campaign.id, body: 'Hello\n<b>all</b> مرحبا 👋', author: { id: author.id, name: 'Test P.', avatarUrl: null } })
  expect((await read(campaign.id)).body.items).toEqual([body])
})

test('a blank or too long message is refused at its field and costs no turn', async () => {
  const campaign = await aCampaign(await aPerson())
  const person = await aPerson()
  expect(await saying(person, campaign.id, { body: ' \n ' })).toMatchObject({ status: 422, body: { data: { fields: { body: 'CHAT_BLANK' } } } })
  expect(await saying(person, campaign.id, { body: 'x'.repeat(1_001) })).toMatchObject({ status: 422, body: { data: { fields: { body: 'CHAT_TOO_LONG' } } } })
  expect((await saying(person, campaign.id, { body: '👋'.repeat(1_000) })).status).toBe(201)
})

test('of a hundred messages of one person at once one is taken, and the others are told exactly how long to wait', async () => {
  const campaign = await aCampaign(await aPerson())
  const person = await aPerson()
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => saying(person, campaign.id, { body: `Now ${n}` }, { key: `now ${n}` })))
  const taken = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status }) => status === 429)
  expect(taken.length + refused.length).toBe(100)
  // Where a hundred take longer than a turn the next one comes in between; never a second one within it.
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

test('the turn comes back after two seconds, no sooner, also when the message was deleted, and in each chat of its own', async () => {
  const { store } = await theSite()
  const person = await aPerson()
  const [one, other] = [await aCampaign(await aPerson()), await aCampaign(await aPerson())]
  const { body: first } = await saying(person, one.id, { body: 'First' })
  await call(person, 'DELETE', `/chat/${first.id}`)
  const early = await saying(person, one.id, { body: 'Early' })
  // A machine that stops for two seconds here gives the turn back: never before.
  if (early.status === 201) expect(Date.parse(early.body.createdAt) - Date.parse(first.createdAt)).toBeGreaterThanOrEqual(2_000)
  else expect(early.status).toBe(429)
  expect((await saying(person, other.id, { body: 'Elsewhere' })).status).toBe(201)
  const spokeAt = (at: number) =>
    store.db
      .updateTable('campaign_chat_pace')
      .set({ spoke_at: new Date(at) })
      .where('person_id', '=', person.id)
      .where('campaign_id', '=', one.id)
      .execute()
  // So far ahead that no machine is too slow to be refused.
  const due = Date.now() + 22_000
  await spokeAt(due - 2_000)
  const asked = Date.now()
  const { status, body } = await saying(person, one.id, { body: 'Second' })
  expect(status).toBe(429)
  expect(body.data.retryAfterMs).toBeLessThanOrEqual(due - asked)
  expect(body.data.retryAfterMs).toBeGreaterThanOrEqual(due - Date.now())
  await spokeAt(Date.now() - 2_001)
  expect((await saying(person, one.id, { body: 'Second' })).status).toBe(201)
})

test('a message sent again under its key is the same message, is no second turn, and is told once', async () => {
  const { origin } = await theSite()
  const campaign = await aCampaign(await aPerson())
  const person = await aPerson()
  const live = await openListener(origin, [`chat:${campaign.id}`])
  const answers = await Promise.all(Array.from({ length: 20 }, () => saying(person, campaign.id, { body: 'Once' }, { key: 'same' })))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect((await read(campaign.id)).body.items).toHaveLength(1)
  const another = await aPerson()
  const { body: last } = await saying(another, campaign.id, { body: 'Afterwards' })
  await until(() => saidIn(live.events).includes(last.id))
  expect(saidIn(live.events)).toEqual([answers[0]?.body.id, last.id])
  live.close()
})

test('everybody who has the chat open hears a message and its deletion at once, with nothing private in them', async () => {
  const { origin } = await theSite()
  const creator = await aPerson()
  const campaign = await aCampaign(creator)
  const author = await aPerson()
  const live = await Promise.all([1, 2, 3].map(() => openListener(origin, [`chat:${campaign.id}`])))
  const { body } = await saying(author, campaign.id, { body: 'Live' })
  await Promise.all(live.map(({ events }) => until(() => saidIn(events).includes(body.id))))
  await call(creator, 'DELETE', `/chat/${body.id}`)
  await Promise.all(live.map(({ events }) => until(() => events.some(({ data }) => data?.removed === body.id))))
  for (const { events, close } of live) {
    expect(events.find(({ data }) => data?.said)).toEqual({ topic: `chat:${campaign.id}`, data: { said: body } })
    expect(JSON.stringify(events)).not.toContain('@')
    close()
  }
})

test('its author and the campaign’s creator delete a message, nobody else, and it is gone from the store', async () => {
  const { store } = await theSite()
  const creator = await aPerson()
  const campaign = await aCampaign(creator)
  for (const remover of ['author', 'creator']) {
    const author = await aPerson()
    const { body: said } = await saying(author, campaign.id, { body: 'To be deleted' })
    for (const other of [await aPerson(), await aPerson({ role: 'moderator' })]) expect((await call(other, 'DELETE', `/chat/${said.id}`)).status).toBe(403)
    expect((await call(remover === 'author' ? author : creator, 'DELETE', `/chat/${said.id}`)).status).toBe(200)
    expect((await call(author, 'DELETE', `/chat/${said.id}`)).status).toBe(404)
    expect(await store.db.selectFrom('campaign_chat_message').selectAll().where('id', '=', said.id).execute()).toEqual([])
  }
})

test('only an active campaign has a chat: after its end nothing is read, written or told', async () => {
  const { origin } = await theSite()
  const creator = await aPerson()
  const campaign = await aCampaign(creator)
  const { body: said } = await saying(creator, campaign.id, { body: 'While it lasted' })
  await call(creator, 'POST', `/campaigns/${campaign.id}/archive`, { body: {} })
  expect(await read(campaign.id)).toMatchObject({ status: 409, body: { code: 'CAMPAIGN_NOT_ACTIVE', message: 'Chat is only available for active campaigns.' } })
  expect(await saying(await aPerson(), campaign.id, { body: 'Too late' })).toMatchObject({ status: 409, body: { code: 'CAMPAIGN_NOT_ACTIVE' } })
  const live = await openListener(origin, [`chat:${campaign.id}`, 'stats'])
  await until(() => live.hasBegun())
  // One's own words may still be taken back.
  expect((await call(creator, 'DELETE', `/chat/${said.id}`)).status).toBe(200)
  // A change of the numbers comes after whatever would have been told of the chat.
  const heard = live.events.length
  await aCampaign(creator)
  await until(() => live.events.length > heard)
  expect(live.events.filter(({ topic }) => topic !== 'stats')).toEqual([])
  live.close()
})

test('nobody can tell a draft’s chat from one that never was', async () => {
  const { origin } = await theSite()
  const creator = await aPerson()
  const draft = await aCampaign(creator, { publish: false })
  const absent = '00000000-0000-7000-8000-000000000000'
  const stranger = await aPerson()
  expect((await read(draft.id, '', stranger)).body).toEqual((await read(absent, '', stranger)).body)
  expect((await saying(stranger, draft.id, { body: 'x' })).body).toEqual((await saying(stranger, absent, { body: 'x' })).body)
  expect(await saying(creator, draft.id, { body: 'x' })).toMatchObject({ status: 409 })
  for (const id of [draft.id, absent]) {
    const live = await openListener(origin, [`chat:${id}`])
    await until(() => live.hasBegun())
    expect(live.events).toEqual([])
    live.close()
  }
})

test('pages of fifty neither skip nor repeat, ties of one moment included, while people go on talking', async () => {
  const { store } = await theSite()
  const campaign = await aCampaign(await aPerson())
  const author = await aPerson()
  await manyMessages(campaign.id, 130, author)
  // Twenty in one instant, across the border of a page.
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
    await saying(await aPerson(), campaign.id, { body: 'Meanwhile' })
  } while (cursor)
  expect(pages).toBe(3)
  expect(seen).toHaveLength(130)
  expect(new Set(seen).size).toBe(130)
})

test('how many have the chat open is told to all of them, and that is all that is told', async () => {
  const { origin } = await theSite()
  const campaign = await aCampaign(await aPerson())
  const topic = `chat:${campaign.id}`
  const first = await openListener(origin, [topic])
  const others = await Promise.all([1, 2].map(() => openListener(origin, [topic, 'stats'])))
  await until(() => first.events.some(({ data }) => data?.here === 3))
  for (const { close } of others) close()
  await until(() => first.events.at(-1)?.data?.here === 1)
  expect(new Set(first.events.map(({ topic: of, data }) => `${of} ${Object.keys(data)}`))).toEqual(new Set([`${topic} here`]))
  first.close()
})

test('whoever listened at a draft hears its chat once it is published, and of an ended campaign nothing', async () => {
  const { origin } = await theSite()
  const creator = await aPerson()
  const draft = await aCampaign(creator, { publish: false })
  const topic = `chat:${draft.id}`
  const early = await openListener(origin, [topic])
  await until(() => early.hasBegun())
  await call(creator, 'POST', `/campaigns/${draft.id}/publish`, { body: {} })
  expect(early.events).toEqual([])
  const { body: first } = await saying(creator, draft.id, { body: 'First' })
  await until(() => early.events.some(({ data }) => data?.said?.id === first.id))
  await until(() => early.events.some(({ data }) => data?.here === 1))
  await call(creator, 'POST', `/campaigns/${draft.id}/archive`, { body: {} })
  const late = await openListener(origin, [topic])
  await until(() => late.hasBegun())
  await call(creator, 'DELETE', `/chat/${first.id}`)
  await until(() => early.events.some(({ data }) => data?.removed === first.id))
  expect(late.events).toEqual([])
  for (const { close } of [early, late]) close()
})

const saidIn = (events: { data: any }[]) => events.flatMap(({ data }) => (data?.said ? [data.said.id] : []))
