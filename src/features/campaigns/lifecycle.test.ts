import { expect, test } from 'vitest'
import { aCampaign, aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'

const statement = 'They signed. **Thank you**, all of you.'
const today = () => new Date().toISOString().slice(0, 10)
const joining = (who: Person, id: string) => call(who, 'PUT', `/campaigns/${id}/pledge`, { body: {} })

test('an edit of an active campaign is public, with the previous values', async () => {
  const creator = await aPerson()
  const campaign = await aCampaign(creator)
  const before = (await call(null, 'GET', `/campaigns/${campaign.slug}`)).body
  expect(before.editedAt).toBeNull()
  const title = `Another title for it ${creator.id.slice(-6)}`
  expect((await call(creator, 'PATCH', `/campaigns/${campaign.id}`, { body: { title, actions: ['Walk past', '  '] } })).status).toBe(200)

  const after = (await call(null, 'GET', `/campaigns/${campaign.slug}`)).body
  expect(after).toMatchObject({ title, actions: ['Walk past'], slug: campaign.slug, whyItMatters: before.whyItMatters, causes: before.causes })
  expect(after.editedAt).not.toBeNull()
  const [edit, ...others] = (await call(null, 'GET', `/campaigns/${campaign.id}/history`)).body.items
  expect({ ...edit, fields: edit.fields.sort(), others }).toEqual({
    id: expect.any(String),
    editedAt: after.editedAt,
    fields: ['actions', 'title'],
    others: [],
  })
  expect((await call(null, 'GET', `/campaigns/${campaign.id}/history/${edit.id}`)).body.changes).toEqual(
    expect.arrayContaining([
      { field: 'title', before: before.title, after: title },
      { field: 'actions', before: ['Stop buying there'], after: ['Walk past'] },
    ]),
  )
  // Sending the same values again is no edit.
  await call(creator, 'PATCH', `/campaigns/${campaign.id}`, { body: { title, actions: ['Walk past'] } })
  expect((await call(null, 'GET', `/campaigns/${campaign.id}/history`)).body.items).toHaveLength(1)
})

test('after another person has joined, even unconfirmed, the fields they joined for are frozen; the others can change', async () => {
  const creator = await aPerson()
  const campaign = await aCampaign(creator)
  await joining(await aPerson({ isCounted: false }), campaign.id)
  const refused = await call(creator, 'PATCH', `/campaigns/${campaign.id}`, {
    body: { title: 'Something else entirely', summary: 'Another goal', target: { name: `Other ${creator.id}` }, body: 'More' },
  })
  expect(refused).toMatchObject({ status: 409, body: { code: 'CAMPAIGN_FROZEN' } })
  expect(Object.keys(refused.body.data.fields).sort()).toEqual(['goal', 'target', 'title'])
  // A refused edit leaves nothing behind, not even the new target.
  expect((await call(null, 'GET', `/targets?search=Other ${creator.id}`)).body.items).toEqual([])
  expect((await call(creator, 'PATCH', `/campaigns/${campaign.id}`, { body: { body: 'More', supportersGoal: 500 } })).status).toBe(200)
})

test('the creator gets an active campaign as it was typed, with its names, and whether it is frozen', async () => {
  const creator = await aPerson()
  const target = { name: `Typed ${creator.id}`, industry: { name: `Trade ${creator.id.slice(-8)}` } }
  const alternatives = [{ name: 'The shop next door', url: 'https://example.com/', note: 'Open late' }]
  const campaign = await aCampaign(creator, { target, body: '**More**', causes: [{ name: `Why ${creator.id}` }], alternatives, supportersGoal: 500 })
  const typed = await call(creator, 'GET', `/campaigns/${campaign.id}/editable`)
  expect(typed).toMatchObject({
    status: 200,
    body: {
      body: '**More**',
      target: { name: target.name, industry: target.industry.name },
      causes: [{ name: `Why ${creator.id}` }],
      alternatives,
      supportersGoal: 500,
    },
  })
  expect(typed.body.isFrozen).toBe(false)
  await joining(await aPerson({ isCounted: false }), campaign.id)
  expect((await call(creator, 'GET', `/campaigns/${campaign.id}/editable`)).body.isFrozen).toBe(true)
  // Sending the response back unchanged is no edit.
  const { id: _id, slug: _slug, status: _status, updatedAt, cover: _cover, isFrozen: _frozen, target: named, causes, ...rest } = typed.body
  const same = { ...rest, target: { id: named.id }, causes: causes.map(({ id }: { id: string }) => ({ id })), ifUnchangedSince: updatedAt }
  expect((await call(creator, 'PATCH', `/campaigns/${campaign.id}`, { body: same })).status).toBe(200)
  expect((await call(null, 'GET', `/campaigns/${campaign.id}/history`)).body.items).toEqual([])
})

test('a campaign can be edited at most a hundred times a day', async () => {
  const creator = await aPerson()
  const campaign = await aCampaign(creator)
  const edit = (supportersGoal: number) => call(creator, 'PATCH', `/campaigns/${campaign.id}`, { body: { supportersGoal } })
  for (let n = 1; n <= 100; n++) expect((await edit(n)).status).toBe(200)
  expect(await edit(500)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_EDITS' } })
}, 120_000)

test('of a concurrent edit and join, either the edit is refused or the supporter joined the edited campaign', async () => {
  for (let round = 0; round < 10; round++) {
    const creator = await aPerson()
    const campaign = await aCampaign(creator)
    const joiner = await aPerson()
    const title = `Edited in the last moment ${round}`
    const [joined, edited] = await Promise.all([joining(joiner, campaign.id), call(creator, 'PATCH', `/campaigns/${campaign.id}`, { body: { title } })])
    expect(joined.status).toBe(200)
    const edits = (await call(null, 'GET', `/campaigns/${campaign.id}/history`)).body.items
    if (edited.status === 409) expect(edits).toEqual([])
    else expect(Date.parse(edits[0].editedAt)).toBeLessThanOrEqual(await countedAt(joiner, campaign.id))
  }
})

test('only its creator changes and deletes a draft; a published campaign cannot be deleted', async () => {
  const creator = await aPerson()
  const draft = await aCampaign(creator, { publish: false })
  const target = { name: `Planned ${creator.id}`, websiteUrl: 'https://example.com', industry: { name: `Trade ${creator.id.slice(-8)}` } }
  const changed = await call(creator, 'PATCH', `/campaigns/${draft.id}`, {
    body: { title: 'A far better title', target, causes: [{ name: `Why ${creator.id}` }] },
  })
  expect(changed).toMatchObject({ status: 200, body: { id: draft.id, status: 'draft', slug: null } })
  expect((await call(creator, 'GET', `/campaigns/${draft.id}`)).body).toMatchObject({ target: { name: target.name }, causes: [{ name: `Why ${creator.id}` }] })
  expect((await call(creator, 'GET', `/campaigns/${draft.id}/history`)).body.items).toEqual([])

  expect((await call(creator, 'DELETE', `/campaigns/${draft.id}`)).status).toBe(200)
  expect((await call(creator, 'DELETE', `/campaigns/${draft.id}`)).status).toBe(404)
  const published = await aCampaign(creator)
  expect(await call(creator, 'DELETE', `/campaigns/${published.id}`)).toMatchObject({ status: 409, body: { code: 'CAMPAIGN_NOT_DRAFT' } })
})

test('a victory requires a statement, which is posted as an update; declaring it twice counts once, and nobody can join or edit afterwards', async () => {
  const { store } = await theSite()
  const creator = await aPerson()
  const campaign = await aCampaign(creator)
  const path = `/campaigns/${campaign.id}/victory`
  expect(await call(creator, 'POST', path, { body: { statement: ' \n' } })).toMatchObject({
    status: 422,
    body: { data: { fields: { statement: 'STATEMENT_MISSING' } } },
  })
  const days = [today()]
  const answers = await Promise.all(Array.from({ length: 20 }, () => call(creator, 'POST', path, { body: { statement } })))
  days.push(today())
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await call(creator, 'POST', path, { body: { statement: 'They signed something else' } })).toMatchObject({
    status: 409,
    body: { code: 'CAMPAIGN_NOT_ACTIVE' },
  })
  const updates = await store.db.selectFrom('campaign_update').selectAll().where('campaign_id', '=', campaign.id).execute()
  expect(updates.map(({ body_html }) => body_html)).toEqual(['<p>They signed. <strong>Thank you</strong>, all of you.</p>\n'])

  const won = (await call(null, 'GET', `/campaigns/${campaign.slug}`)).body
  expect(won).toMatchObject({ status: 'victory', count: { supporters: 1 }, outcome: statement })
  expect(days).toContain(won.endedOn)
  expect(won.outcomeHtml).toContain('<strong>Thank you</strong>')
  for (const answer of [await joining(await aPerson(), campaign.id), await call(creator, 'PATCH', `/campaigns/${campaign.id}`, { body: { body: 'x' } })]) {
    expect(answer).toMatchObject({ status: 409, body: { code: 'CAMPAIGN_NOT_ACTIVE' } })
  }
  expect((await call(null, 'GET', '/campaigns?status=victory&sort=newest')).body.items.map(({ id }: { id: string }) => id)).toContain(campaign.id)
})

test('the campaigns that have ended are those won and those archived', async () => {
  const creator = await aPerson()
  const target = { name: `Target ${creator.id}` }
  const [won, archived] = [await aCampaign(creator, { target }), await aCampaign(creator, { target })]
  const active = await aCampaign(creator, { target })
  await call(creator, 'POST', `/campaigns/${won.id}/victory`, { body: { statement } })
  await call(creator, 'POST', `/campaigns/${archived.id}/archive`, { body: {} })
  const { slug } = (await call(null, 'GET', `/campaigns/${active.id}`)).body.target
  const { items } = (await call(null, 'GET', `/campaigns?status=ended&target=${slug}&sort=newest`)).body
  expect(items.map(({ id }: { id: string }) => id)).toEqual([archived.id, won.id])
})

test('a victory can be archived, an archived campaign cannot win, and a draft can do neither', async () => {
  const creator = await aPerson()
  const won = await aCampaign(creator)
  await call(creator, 'POST', `/campaigns/${won.id}/victory`, { body: { statement } })
  expect(await call(creator, 'POST', `/campaigns/${won.id}/archive`, { body: {} })).toMatchObject({ status: 200, body: { status: 'archived' } })
  expect((await call(creator, 'POST', `/campaigns/${won.id}/victory`, { body: { statement } })).status).toBe(409)
  const draft = await aCampaign(creator, { publish: false })
  for (const act of ['victory', 'archive']) {
    const body = act === 'victory' ? { statement } : {}
    expect(await call(creator, 'POST', `/campaigns/${draft.id}/${act}`, { body })).toMatchObject({ status: 409 })
    expect(await call(await aPerson(), 'POST', `/campaigns/${draft.id}/${act}`, { body })).toMatchObject({ status: 404 })
  }
})

test('other people cannot end a campaign; a moderator can, with a reason that is stored in the audit log', async () => {
  const { store } = await theSite()
  const campaign = await aCampaign(await aPerson())
  const moderator = await aPerson({ role: 'moderator' })
  const path = `/campaigns/${campaign.id}/archive`
  expect(await call(await aPerson(), 'POST', path, { body: { reason: 'I want to' } })).toMatchObject({ status: 403 })
  expect(await call(moderator, 'POST', path, { body: {} })).toMatchObject({ status: 422, body: { data: { fields: { reason: 'REASON_MISSING' } } } })
  expect((await call(moderator, 'POST', path, { body: { reason: 'The company never existed' } })).status).toBe(200)
  const [entry] = await store.db.selectFrom('recorded_act').selectAll().where('subject_id', '=', campaign.id).execute()
  expect(entry).toMatchObject({ actor_id: moderator.id, action: 'campaign.archived', reason: 'The company never existed', details: { from: 'active' } })
})

test('an ended campaign leaves the counts of active campaigns; people who support another campaign stay counted once', async () => {
  const creator = await aPerson()
  const target = { name: `Shared ${creator.id}` }
  const [ending, staying] = [await aCampaign(creator, { target }), await aCampaign(creator, { target })]
  const people = await Promise.all(Array.from({ length: 30 }, () => aPerson()))
  for (const person of people) await joining(person, ending.id)
  for (const person of people.slice(0, 10)) await joining(person, staying.id)
  await call(creator, 'POST', `/campaigns/${ending.id}/archive`, { body: {} })
  expect(await tallyOfTarget(staying.id)).toEqual({ supporters: 11, campaigns: 1, yearly_cents: 11 * 2_499 * 12 })
})

test('changing spend, target or cause moves the campaign and its supporters to other counts', async () => {
  const creator = await aPerson()
  const [old, fresh] = [{ name: `Old ${creator.id}` }, { name: `New ${creator.id}` }]
  const campaign = await aCampaign(creator, { target: old })
  const stays = await aCampaign(creator, { target: old })
  const impact = { mode: 'monetary', productService: 'Streaming', spendCents: 100, durationBasis: 'weekly' }
  await call(creator, 'PATCH', `/campaigns/${campaign.id}`, { body: { target: fresh, impact } })
  expect(await tallyOfTarget(stays.id)).toEqual({ supporters: 1, campaigns: 1, yearly_cents: 2_499 * 12 })
  expect(await tallyOfTarget(campaign.id)).toEqual({ supporters: 1, campaigns: 1, yearly_cents: 5_200 })
})

async function tallyOfTarget(campaignId: string) {
  const { store } = await theSite()
  for (const waiting of ['pledge_log', 'tally_change'] as const)
    await until(async () => (await store.db.selectFrom(waiting).select('id').limit(1).execute()).length === 0)
  return store.db
    .selectFrom('tally')
    .innerJoin('campaign', 'campaign.target_id', 'tally.subject_id')
    .select(['tally.supporters', 'tally.campaigns', 'tally.yearly_cents'])
    .where('campaign.id', '=', campaignId)
    .executeTakeFirstOrThrow()
}

async function countedAt(person: Person, campaignId: string): Promise<number> {
  const { store } = await theSite()
  const row = await store.db
    .selectFrom('pledge')
    .select('counted_at')
    .where('campaign_id', '=', campaignId)
    .where('person_id', '=', person.id)
    .executeTakeFirst()
  return row?.counted_at?.getTime() ?? Number.NaN
}

test('the list of the last year’s victories has the latest first, without historical boycotts and archived campaigns', async () => {
  const { store } = await theSite()
  const creator = await aPerson()
  const [old, first, second, history, archived] = [
    await aCampaign(creator),
    await aCampaign(creator),
    await aCampaign(creator),
    await aCampaign(creator),
    await aCampaign(creator),
  ]
  for (const won of [old, first, second, history])
    await call(creator, 'POST', `/campaigns/${won.id}/victory`, { body: { statement: 'They gave in, in writing.' } })
  await call(creator, 'POST', `/campaigns/${archived.id}/archive`, { body: {} })
  const set = (id: string, change: object) => store.db.updateTable('campaign').set(change).where('id', '=', id).execute()
  // Later than the victories of other tests in this database.
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  await set(old.id, { ended_on: inDays(-400) })
  await set(first.id, { ended_on: inDays(1) })
  await set(second.id, { ended_on: inDays(2) })
  await set(history.id, { ended_on: inDays(3), is_historical: true, creator_id: null })
  const won = (await call(null, 'GET', '/victories')).body.items
  expect(won.slice(0, 2).map(({ id }: { id: string }) => id)).toEqual([second.id, first.id])
  expect(won.length).toBeLessThanOrEqual(3)
  const ids = won.map(({ id }: { id: string }) => id)
  for (const { id } of [old, history, archived]) expect(ids).not.toContain(id)
  await set(history.id, { is_historical: false, creator_id: creator.id })
})
