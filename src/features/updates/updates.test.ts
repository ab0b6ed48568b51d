import { expect, test } from 'vitest'
import { allNotified } from '#tests/support/notifications.ts'
import { aCampaign, aPerson, call, type Person, theSite } from '#tests/support/site.ts'
import { uploaded } from '#tests/support/upload.ts'

const absent = '00000000-0000-7000-8000-000000000000'
const postUpdate = (who: Person | null, id: string, body: unknown, options: { key?: string } = {}) =>
  call(who, 'POST', `/campaigns/${id}/updates`, { body, ...options })
const listed = async (id: string, who: Person | null = null) => (await call(who, 'GET', `/campaigns/${id}/updates`)).body.items

test('an update is sanitized Markdown under its creator’s short name, newest first, and is called "Update" without a title', async () => {
  const creator = await aPerson()
  const campaign = await aCampaign(creator)
  await postUpdate(creator, campaign.id, { body: 'First' })
  const { status, body } = await postUpdate(creator, campaign.id, { title: '  They answered ', body: '# Now\n\n**Good** <img src=x onerror=alert(1)>' })
  expect(status).toBe(201)
  expect(body).toMatchObject({ title: 'They answered', creator: { id: creator.id, name: 'Test P.' }, pictures: [], viewer: { isAuthor: true } })
  expect(body.bodyHtml).toBe('<h3>Now</h3>\n<p><strong>Good</strong> &lt;img src=x onerror=alert(1)&gt;</p>\n')
  const items = await listed(campaign.id)
  expect(items.map(({ title }: { title: string }) => title)).toEqual(['They answered', 'Update'])
  expect(items[0].viewer).toEqual({ isAuthor: false })
})

test('only the creator can post updates, and only while the campaign is active', async () => {
  const creator = await aPerson()
  const campaign = await aCampaign(creator)
  for (const other of [await aPerson(), await aPerson({ role: 'moderator' })]) {
    expect(await postUpdate(other, campaign.id, { body: 'Mine' })).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  }
  expect((await postUpdate(null, campaign.id, { body: 'x' })).status).toBe(401)
  const draft = await aCampaign(creator, { publish: false })
  expect(await postUpdate(creator, draft.id, { body: 'x' })).toMatchObject({ status: 409, body: { code: 'CAMPAIGN_NOT_ACTIVE' } })
  expect((await postUpdate(await aPerson(), draft.id, { body: 'x' })).status).toBe(404)
  await call(creator, 'POST', `/campaigns/${campaign.id}/archive`, { body: {} })
  expect(await postUpdate(creator, campaign.id, { body: 'x' })).toMatchObject({ status: 409 })
})

test('a blank text, and a text or title that is too long, is refused at its field', async () => {
  const creator = await aPerson()
  const campaign = await aCampaign(creator)
  expect((await postUpdate(creator, campaign.id, { body: ' \n ' })).body.data.fields).toEqual({ body: 'UPDATE_BLANK' })
  const long = { title: 'x'.repeat(121), body: 'x'.repeat(20_001) }
  expect((await postUpdate(creator, campaign.id, long)).body.data.fields).toEqual({ title: 'UPDATE_TITLE_TOO_LONG', body: 'UPDATE_TOO_LONG' })
  expect((await postUpdate(creator, campaign.id, { title: 'é'.repeat(120), body: 'é'.repeat(20_000) })).status).toBe(201)
})

test('an update sent twice with one key is stored once', async () => {
  const creator = await aPerson()
  const campaign = await aCampaign(creator)
  const answers = await Promise.all(Array.from({ length: 10 }, () => postUpdate(creator, campaign.id, { body: 'Once' }, { key: 'same' })))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect(await listed(campaign.id)).toHaveLength(1)
})

test('only its author can delete an update, also after the end', async () => {
  const creator = await aPerson()
  const campaign = await aCampaign(creator)
  const { body: told } = await postUpdate(creator, campaign.id, { body: 'As we said' })
  expect((await call(await aPerson(), 'DELETE', `/updates/${told.id}`)).status).toBe(403)
  await call(creator, 'POST', `/campaigns/${campaign.id}/victory`, { body: { statement: 'We **won**.' } })
  expect((await listed(campaign.id)).map(({ title }: { title: string }) => title)).toEqual(['Victory', 'Update'])
  expect((await call(creator, 'DELETE', `/updates/${told.id}`)).status).toBe(200)
  expect((await call(creator, 'DELETE', `/updates/${told.id}`)).status).toBe(404)
  expect(await listed(campaign.id)).toHaveLength(1)
})

test('an update on a later page is found by its id, with the cursor at which the list starts with it', async () => {
  const creator = await aPerson()
  const campaign = await aCampaign(creator)
  const ids: string[] = []
  for (let n = 0; n < 12; n++) ids.unshift((await postUpdate(creator, campaign.id, { body: `Update ${n}` })).body.id)
  const { status, body } = await call(null, 'GET', `/updates/${ids[9]}`)
  expect({ status, id: body.id, campaignId: body.campaignId }).toEqual({ status: 200, id: ids[9], campaignId: campaign.id })
  const { body: page } = await call(null, 'GET', `/campaigns/${campaign.id}/updates?limit=2&cursor=${body.cursor}`)
  expect(page.items.map(({ id }: { id: string }) => id)).toEqual(ids.slice(9, 11))
  expect(page.newest).toBe(ids[0])
  expect((await call(null, 'GET', `/updates/${absent}`)).status).toBe(404)
})

test('an update shows up to four of its author’s pictures in the given order, each once', async () => {
  const creator = await aPerson()
  const campaign = await aCampaign(creator)
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.push((await uploaded(creator, { width: 40 + n })).id)
  const refused = async (mediaIds: unknown[], code: string) => {
    expect((await postUpdate(creator, campaign.id, { body: 'Look', mediaIds })).body).toMatchObject({ status: 422, code, data: { fields: { mediaIds: code } } })
  }
  await refused(ids, 'PICTURES_TOO_MANY')
  await refused([ids[0], ids[0]], 'PICTURE_UNKNOWN')
  await refused([ids[0], absent], 'PICTURE_UNKNOWN')
  await refused([(await uploaded(await aPerson(), { width: 50 })).id], 'PICTURE_UNKNOWN')
  await refused([(await uploaded(creator, { width: 51, purpose: 'campaign_cover' })).id], 'PICTURE_UNKNOWN')
  expect(await listed(campaign.id)).toEqual([])

  const chosen = [ids[2], ids[0], ids[3], ids[1]]
  const { status, body } = await postUpdate(creator, campaign.id, { body: 'Look', mediaIds: chosen })
  expect(status).toBe(201)
  expect(body.pictures.map(({ id }: { id: string }) => id)).toEqual(chosen)
  expect(body.pictures[0]).toMatchObject({ width: 42, height: 30 })
  await refused([ids[0]], 'PICTURE_UNKNOWN')
  const { store } = await theSite()
  const rows = await store.db.selectFrom('attachment').selectAll().where('update_id', '=', body.id).orderBy('sort_order').execute()
  expect(rows).toMatchObject(chosen.map((id, order) => ({ entity_type: 'campaign_update', media_id: id, sort_order: order, caption: null, height: 30 })))
})

test('the updates of a draft give the same response as those of an unknown campaign', async () => {
  const creator = await aPerson()
  const draft = await aCampaign(creator, { publish: false })
  const stranger = await aPerson()
  const asked = (id: string) => call(stranger, 'GET', `/campaigns/${id}/updates`)
  expect((await asked(draft.id)).body).toEqual((await asked(absent)).body)
  expect((await call(creator, 'GET', `/campaigns/${draft.id}/updates`)).body).toEqual({ items: [], nextCursor: null, newest: null })
})

test('the reach of an update is the public number without the creator, also if more or fewer people are notified, and only its creator can read it', async () => {
  const { db } = (await theSite()).store
  const [creator, waiting, suspended, leaver, ...others] = await Promise.all([
    aPerson(),
    aPerson({ isCounted: false }),
    ...Array.from({ length: 5 }, () => aPerson()),
  ])
  const { id } = await aCampaign(creator)
  for (const who of [waiting, suspended, leaver, ...others]) await call(who ?? null, 'PUT', `/campaigns/${id}/pledge`, { body: {} })
  await db
    .updateTable('person')
    .set({ suspended_at: new Date() })
    .where('id', '=', suspended?.id ?? '')
    .execute()
  await call(leaver ?? null, 'DELETE', '/me', { body: { phrase: 'DELETE MY ACCOUNT' } })
  const { people } = (await call(creator, 'GET', `/campaigns/${id}/updates/reach`)).body
  expect(people).toBe((await call(null, 'GET', `/campaigns/${id}`)).body.count.supporters - 1)
  const update = (await call(creator, 'POST', `/campaigns/${id}/updates`, { body: { body: 'They have asked us to talk.' } })).body
  await allNotified()
  const notified = await db
    .selectFrom('notification as n')
    .innerJoin('notification_event as e', 'e.id', 'n.event_id')
    .select('n.person_id')
    .where('e.update_id', '=', update.id)
    .execute()
  // Also the one whose pledge waits, and neither the suspended person nor the one who has left.
  expect(notified).toHaveLength(1 + others.length)
  expect((await call(others[0] ?? null, 'GET', `/campaigns/${id}/updates/reach`)).status).toBe(403)
})
