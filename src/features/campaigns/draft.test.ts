import { expect, test } from 'vitest'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { begun } from '#tests/support/locks.ts'
import { aCampaign, aPerson, call, type Person, theSite } from '#tests/support/site.ts'

const editable = (who: Person | null, id: string) => call(who, 'GET', `/campaigns/${id}/editable`)

test('a draft is returned as it was written, with the names of existing and of planned targets and causes', async () => {
  const creator = await aPerson()
  const suffix = creator.id.slice(-8)
  const known = await aCampaign(await aPerson(), { target: { name: `Known ${suffix}`, industry: { name: `Trade ${suffix}` } } })
  const { body: list } = await call(null, 'GET', `/targets?search=Known ${suffix}`)
  const target = list.items[0]
  const { items: causes } = (await call(null, 'GET', '/causes')).body
  const body = aCampaignBody({
    publish: false,
    target: { id: target.id },
    causes: [{ id: causes[0].id }, { name: `Planned ${suffix}` }],
    body: '# Background\n\nMore.',
    alternatives: [
      { name: 'One', url: 'https://one.example/', note: 'By foot' },
      { name: 'Two', url: null, note: null },
    ],
    actions: ['First', 'Second', 'Third'],
    supportersGoal: 400,
  })
  const made = await aCampaign(creator, body)
  expect(known.id).not.toBe(made.id)
  const { status, body: draft } = await editable(creator, made.id)
  expect(status).toBe(200)
  const { impact, actions, alternatives, title, summary, whyItMatters, supportersGoal } = body as any
  expect(draft).toMatchObject({
    ...{ id: made.id, slug: null, impact, actions, alternatives, title, summary, whyItMatters, supportersGoal, body: '# Background\n\nMore.' },
    target: { id: target.id, name: `Known ${suffix}`, industry: `Trade ${suffix}` },
    causes: [
      { id: causes[0].id, name: causes[0].name },
      { id: null, name: `Planned ${suffix}` },
    ],
    cover: null,
  })

  const planned = { name: `Nobody yet ${suffix}`, websiteUrl: 'https://nobody.example', industry: { name: `New trade ${suffix}` } }
  const unit = { mode: 'non_monetary', unit: 'flights not taken' }
  const other = await aCampaign(creator, { publish: false, target: planned, impact: unit })
  expect((await editable(creator, other.id)).body).toMatchObject({
    target: { ...planned, industry: { id: null, name: `New trade ${suffix}` } },
    impact: unit,
    supportersGoal: null,
  })
})

test('a draft does not exist for others; its creator gets an active campaign as it was typed, but not an ended one', async () => {
  const creator = await aPerson()
  const stranger = await aPerson()
  const draft = await aCampaign(creator, { publish: false })
  const active = await aCampaign(creator)
  const absent = await editable(stranger, '0197a000-0000-7000-8000-000000000000')
  const hidden = await editable(stranger, draft.id)
  expect({ status: hidden.status, body: hidden.body }).toEqual({ status: 404, body: absent.body })
  expect((await editable(null, draft.id)).status).toBe(401)
  expect((await editable(creator, draft.id)).body).toMatchObject({ status: 'draft', isFrozen: false })
  expect(await editable(creator, active.id)).toMatchObject({ status: 200, body: { status: 'active', isFrozen: false } })
  await call(stranger, 'PUT', `/campaigns/${active.id}/pledge`, { body: {} })
  expect((await editable(creator, active.id)).body.isFrozen).toBe(true)
  expect(await editable(stranger, active.id)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  await call(creator, 'POST', `/campaigns/${active.id}/archive`, { body: {} })
  expect(await editable(creator, active.id)).toMatchObject({ status: 409, body: { code: 'CAMPAIGN_NOT_ACTIVE' } })
})

test('saving or publishing does not overwrite changes that were made elsewhere since the draft was read', async () => {
  const creator = await aPerson()
  const { id } = await aCampaign(creator, { publish: false })
  const { updatedAt: first } = (await editable(creator, id)).body
  const save = (since: string, summary: string) => call(creator, 'PATCH', `/campaigns/${id}`, { body: { summary, ifUnchangedSince: since } })
  expect((await save(first, 'Saved at the desk')).status).toBe(200)
  expect(await save(first, 'Saved on the phone')).toMatchObject({ status: 409, body: { code: 'CAMPAIGN_CHANGED' } })
  const publish = { changes: { summary: 'Published on the phone' }, ifUnchangedSince: first }
  for (const body of [publish, { ifUnchangedSince: first }])
    expect(await call(creator, 'POST', `/campaigns/${id}/publish`, { body })).toMatchObject({ status: 409, body: { code: 'CAMPAIGN_CHANGED' } })
  const { body: now } = await editable(creator, id)
  expect(now.summary).toBe('Saved at the desk')
  expect((await save(now.updatedAt, 'Saved on the phone')).status).toBe(200)
  expect((await call(creator, 'PATCH', `/campaigns/${id}`, { body: { summary: 'Whatever was there' } })).status).toBe(200)
})

test('saving an active campaign does not overwrite changes made elsewhere either, and new supporters do not count as a change', async () => {
  const creator = await aPerson()
  const { id } = await aCampaign(creator)
  const { updatedAt: first } = (await editable(creator, id)).body
  await call(await aPerson(), 'PUT', `/campaigns/${id}/pledge`, { body: {} })
  const save = (since: string, body: string) => call(creator, 'PATCH', `/campaigns/${id}`, { body: { body, ifUnchangedSince: since } })
  expect((await save(first, 'Saved at the desk')).status).toBe(200)
  expect(await save(first, 'Saved on the phone')).toMatchObject({ status: 409, body: { code: 'CAMPAIGN_CHANGED' } })
  expect((await editable(creator, id)).body.body).toBe('Saved at the desk')
})

test('publishing a draft with last changes stores all of them or none, and publishes once', async () => {
  const creator = await aPerson()
  const made = await aCampaign(creator, { publish: false, title: 'A title that will change' })
  const { id } = made
  const { updatedAt } = (await editable(creator, id)).body
  const title = `Changed at the last moment ${id.slice(-6)}`
  const publish = (changes: object, key?: string) =>
    call(creator, 'POST', `/campaigns/${id}/publish`, { body: { changes, ifUnchangedSince: updatedAt }, ...(key ? { key } : {}) })

  const refused = await publish({ title, whyItMatters: 'Too short' })
  expect(refused).toMatchObject({ status: 422, body: { data: { fields: { whyItMatters: 'WHY_TOO_SHORT' } } } })
  expect((await editable(creator, id)).body).toMatchObject({ title: 'A title that will change', updatedAt })

  const answers = await Promise.all([1, 2, 3, 4].map(() => publish({ title }, 'publish-1')))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(answers[0]).toMatchObject({ status: 200, body: { id, status: 'active', slug: expect.stringMatching(/^changed-at-the-last-moment/) } })
  const { body: page } = await call(null, 'GET', `/campaigns/${answers[0]?.body.slug}`)
  expect(page).toMatchObject({ title, editedAt: null, count: { supporters: 1 } })
})

test('publishing a draft twice with the same texts publishes once; other texts are refused instead of being ignored', async () => {
  const creator = await aPerson()
  const { id } = await aCampaign(creator, { publish: false })
  const publish = (changes?: object) => call(creator, 'POST', `/campaigns/${id}/publish`, { body: changes ? { changes } : {} })
  const [target, cause] = [`Published twice ${id}`, `Twice ${id.slice(-8)}`]
  const changes = { target: { name: target }, causes: [{ name: cause }], summary: 'Published on the phone' }
  expect((await publish(changes)).status).toBe(200)
  expect((await publish({ ...changes, summary: ' Published on the phone ' })).status).toBe(200)
  expect((await publish()).status).toBe(200)
  for (const other of [{ summary: 'Published at the desk' }, { target: { name: `${target} too` } }, { causes: [{ name: `${cause} too` }] }])
    expect(await publish(other)).toMatchObject({ status: 409, body: { code: 'CAMPAIGN_CHANGED' } })
  expect((await call(null, 'GET', `/campaigns/${id}`)).body).toMatchObject({ summary: 'Published on the phone', target: { name: target } })
  // A refused attempt leaves nothing behind.
  const { store } = await theSite()
  expect(await store.db.selectFrom('target').select('name').where('name', '=', `${target} too`).execute()).toEqual([])
})

test('publishing a draft under a new title does not block other campaigns with that title', async () => {
  const [creator, other] = [await aPerson(), await aPerson()]
  const { id } = await aCampaign(creator, { publish: false })
  const title = `Wanted by two ${id.slice(-8)}`
  const { store } = await theSite()
  const both = await store.db.transaction().execute(async (tx) => {
    // Publishing locks the creator's row late, just before it stores the creator's pledge, and waits there.
    await tx.selectFrom('person').select('id').where('id', '=', creator.id).forNoKeyUpdate().execute()
    const publishing = await begun(store, { act: () => call(creator, 'POST', `/campaigns/${id}/publish`, { body: { changes: { title } } }) })
    return { publishing, saved: await aCampaign(other, { title }) }
  })
  expect(both.saved.slug).toMatch(/^wanted-by-two-[0-9a-f]{8}$/)
  expect(await both.publishing.end).toMatchObject({ status: 200, body: { slug: `${both.saved.slug}-2`, status: 'active' } })
})

test('concurrent publications with the same title, or against the same new target, both succeed', async () => {
  for (let round = 0; round < 6; round++) {
    const people = await Promise.all([aPerson(), aPerson()])
    const suffix = people[0]?.id.slice(-8)
    const title = `No more of it ${suffix}`
    const target = { name: `Brand new ${suffix}`, industry: { name: `Brand new trade ${suffix}` } }
    const answers = await Promise.all(
      people.map((who, at) =>
        call(who, 'POST', '/campaigns', { body: aCampaignBody({ title, target: { ...target, name: at ? target.name.toUpperCase() : target.name } }) }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers.map(({ body }) => body.slug).sort()).toEqual([`no-more-of-it-${suffix}`, `no-more-of-it-${suffix}-2`])
    const { store } = await theSite()
    const rows = await store.db
      .selectFrom('campaign')
      .innerJoin('target as t', 't.id', 'campaign.target_id')
      .select(['t.id', 't.industry_id'])
      .where(
        'campaign.id',
        'in',
        answers.map(({ body }) => body.id),
      )
      .execute()
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1)
    expect(new Set(rows.map(({ industry_id }) => industry_id)).size).toBe(1)
  }
})

test('a draft has no slug until it is published, so that slugs reveal no draft’s title', async () => {
  const [creator, stranger] = [await aPerson(), await aPerson()]
  const title = `Nobody knows of it ${creator.id.slice(-8)}`
  const slug = `nobody-knows-of-it-${creator.id.slice(-8)}`
  const { status, body: draft } = await call(creator, 'POST', '/campaigns', { body: aCampaignBody({ title, publish: false }) })
  expect([status, draft]).toEqual([201, { id: expect.any(String), slug: null, status: 'draft' }])
  expect((await call(creator, 'GET', `/campaigns/${draft.id}`)).body).toMatchObject({ slug: null, status: 'draft' })
  expect((await editable(creator, draft.id)).body.slug).toBeNull()
  expect((await call(creator, 'GET', '/me/campaigns')).body.items).toMatchObject([{ id: draft.id, slug: null }])
  expect((await call(creator, 'GET', `/search?status=draft&q=${encodeURIComponent(title)}`)).body.items).toMatchObject([{ id: draft.id, slug: null }])
  // The URL that the draft would get does not exist yet, not even for its creator.
  const absent = await call(creator, 'GET', '/campaigns/never-was')
  expect(await call(creator, 'GET', `/campaigns/${slug}`)).toMatchObject({ status: 404, body: absent.body })
  expect((await aCampaign(stranger, { title })).slug).toBe(slug)
  expect((await call(creator, 'POST', `/campaigns/${draft.id}/publish`, { body: {} })).body).toEqual({ id: draft.id, slug: `${slug}-2`, status: 'active' })
})
