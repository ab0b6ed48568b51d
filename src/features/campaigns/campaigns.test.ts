import { expect, test } from 'vitest'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { aCampaign, aPerson, call, theSite, until } from '#tests/support/site.ts'

test('200 identical publish requests with one key publish once and all get the same response', async () => {
  const creator = await aPerson()
  const body = aCampaignBody({ title: 'Published only once, please' })
  const answers = await Promise.all(Array.from({ length: 200 }, () => call(creator, 'POST', '/campaigns', { body, key: 'wizard-1' })))

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map(({ body: saved }) => saved.id)).size).toBe(1)
  expect((await call(creator, 'GET', '/me/campaigns?limit=100')).body.items).toHaveLength(1)
}, 120_000)

test('200 campaigns with one title get 200 slugs', async () => {
  const creator = await aPerson()
  const title = `Same title ${creator.id.slice(-6)}`
  const target = { name: `Target ${creator.id}` }
  const causes = [{ name: `Cause ${creator.id}` }]
  const answers = []
  // Ten at once, a few more than the site publishes at once, because a slow machine refuses what waits too long.
  for (let n = 0; n < 20; n++)
    answers.push(
      ...(await Promise.all(Array.from({ length: 10 }, () => call(creator, 'POST', '/campaigns', { body: aCampaignBody({ title, target, causes }) })))),
    )

  expect(answers.filter(({ status }) => status === 201)).toHaveLength(200)
  const slugs = new Set(answers.map(({ body }) => body.slug))
  expect(slugs.size).toBe(200)
  expect(slugs).toContain(`same-title-${creator.id.slice(-6)}-200`)
}, 120_000)

test('publishing a draft 200 times concurrently publishes it once, with one pledge', async () => {
  const creator = await aPerson()
  const draft = await aCampaign(creator, { publish: false })
  const answers = await Promise.all(Array.from({ length: 200 }, () => call(creator, 'POST', `/campaigns/${draft.id}/publish`, { body: {} })))

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const { body } = await call(null, 'GET', `/campaigns/${draft.slug}`)
  expect(body).toMatchObject({ status: 'active', count: { supporters: 1 } })
}, 120_000)

test('the same idempotency key for another request is refused', async () => {
  const creator = await aPerson()
  await call(creator, 'POST', '/campaigns', { body: aCampaignBody(), key: 'k' })
  expect(await call(creator, 'POST', '/campaigns', { body: aCampaignBody(), key: 'k' })).toMatchObject({
    status: 422,
    body: { code: 'IDEMPOTENCY_KEY_REUSED' },
  })
})

test('only its creator sees a draft; everybody else gets the response for an unknown slug, byte for byte', async () => {
  const creator = await aPerson()
  const draft = await aCampaign(creator, { publish: false, target: { name: `Secret ${creator.id}` } })
  const absent = await call(null, 'GET', '/campaigns/never-was')
  for (const who of [null, await aPerson()]) {
    for (const path of [draft.slug, draft.id]) expect(await call(who, 'GET', `/campaigns/${path}`)).toMatchObject({ status: 404, body: absent.body })
    expect((await call(who, 'POST', `/campaigns/${draft.id}/publish`, { body: {} })).status).toBe(who ? 404 : 401)
  }
  expect((await call(creator, 'GET', `/campaigns/${draft.slug}`)).body.status).toBe('draft')
  expect((await call(null, 'GET', `/targets?search=Secret ${creator.id}`)).body.items).toEqual([])
})

test('publishing creates the new target, industry and causes, joins the creator and shows the campaign immediately', async () => {
  const creator = await aPerson()
  const suffix = creator.id.slice(-8)
  const draft = await aCampaign(creator, {
    publish: false,
    target: { name: `New target ${suffix}`, websiteUrl: 'https://example.com', industry: { name: `New industry ${suffix}` } },
    causes: [{ name: `New cause ${suffix}` }],
  })
  await call(creator, 'POST', `/campaigns/${draft.id}/publish`, { body: {} })

  const { body } = await call(creator, 'GET', `/campaigns/${draft.slug}`)
  expect(body).toMatchObject({
    target: { name: `New target ${suffix}` },
    industry: { name: `New industry ${suffix}` },
    causes: [{ name: `New cause ${suffix}` }],
    count: { supporters: 1 },
    yearlyCents: 2_499 * 12,
    viewer: { isCreator: true, pledge: { state: 'counted', isPrivate: true } },
  })
  const found = await call(
    null,
    'GET',
    `/campaigns?causes=${encodeURIComponent(`new CAUSE ${suffix}`)}&industry=${encodeURIComponent(`New industry ${suffix}`)}&sort=newest`,
  )
  expect(found.body.items.map((item: { id: string }) => item.id)).toEqual([draft.id])
})

test('an existing industry is reused regardless of case, and so are targets and causes', async () => {
  const creator = await aPerson()
  const suffix = creator.id.slice(-8)
  await aCampaign(creator, { target: { name: `Tärget ${suffix}`, industry: { name: `Zucker ${suffix}` } }, causes: [{ name: `Café ${suffix}` }] })
  const second = await aCampaign(creator, {
    target: { name: `TARGET ${suffix}`, industry: { name: `ZUCKER ${suffix}` } },
    causes: [{ name: `cafe ${suffix}` }],
  })
  const { body } = await call(null, 'GET', `/campaigns/${second.slug}`)
  expect([body.target.name, body.industry.name, body.causes[0].name]).toEqual([`Tärget ${suffix}`, `Zucker ${suffix}`, `Café ${suffix}`])
})

const refused: [string, Record<string, unknown>, string, string][] = [
  ['a title of nine letters', { title: 'Nine char' }, 'title', 'TITLE_TOO_SHORT'],
  ['a title that is long enough only because of spaces around it', { title: '   short    ' }, 'title', 'TITLE_TOO_SHORT'],
  ['a title of 121', { title: 'x'.repeat(121) }, 'title', 'TITLE_TOO_LONG'],
  ['a goal of five', { summary: 'short' }, 'goal', 'GOAL_TOO_SHORT'],
  ['a why of 79', { whyItMatters: 'x'.repeat(79) }, 'whyItMatters', 'WHY_TOO_SHORT'],
  ['no cause', { causes: [] }, 'causes', 'CAUSES_MISSING'],
  ['a cause with a comma', { causes: [{ name: 'one, two' }] }, 'causes', 'CAUSE_NAME'],
  ['blank actions', { actions: [' '] }, 'actions', 'ACTIONS_MISSING'],
  ['no alternative', { alternatives: [{ name: '' }] }, 'alternatives', 'ALTERNATIVES_MISSING'],
  ['an alternative that leads to a script', { alternatives: [{ name: 'x', url: 'javascript:alert(1)' }] }, 'alternatives.0.url', 'URL_INVALID'],
  ['no target', { target: null }, 'target', 'TARGET_MISSING'],
  ['a target that is not there', { target: { id: '00000000-0000-7000-8000-000000000000' } }, 'target', 'TARGET_UNKNOWN'],
  ['an industry of one letter', { target: { name: 'Good name', industry: { name: 'x' } } }, 'target.industry', 'INDUSTRY_NAME_LENGTH'],
  [
    'money without a product',
    { impact: { mode: 'monetary', productService: ' ', spendCents: 1, durationBasis: 'weekly' } },
    'productService',
    'PRODUCT_MISSING',
  ],
  ['no spend', { impact: { mode: 'monetary', productService: 'x', spendCents: 0, durationBasis: 'weekly' } }, 'spend', 'SPEND_INVALID'],
  ['half a cent', { impact: { mode: 'monetary', productService: 'x', spendCents: 1.5, durationBasis: 'weekly' } }, 'spend', 'SPEND_INVALID'],
  ['too much', { impact: { mode: 'monetary', productService: 'x', spendCents: 10_000_001, durationBasis: 'weekly' } }, 'spend', 'SPEND_INVALID'],
  ['no duration', { impact: { mode: 'monetary', productService: 'x', spendCents: 1 } }, 'durationBasis', 'DURATION_MISSING'],
  ['no unit', { impact: { mode: 'non_monetary', unit: ' ' } }, 'unit', 'UNIT_MISSING'],
  ['somebody else’s picture', { coverMediaId: '00000000-0000-7000-8000-000000000000' }, 'cover', 'COVER_UNKNOWN'],
]
test.each(refused)('%s is refused at its field', async (_what, changes, field, code) => {
  const answer = await call(await aPerson(), 'POST', '/campaigns', { body: aCampaignBody(changes) })
  expect(answer).toMatchObject({ status: 422, body: { code, status: 422, data: { fields: { [field]: code } } } })
})

test('a draft requires a target, a title and its impact, and nothing else', async () => {
  const creator = await aPerson()
  const bare = { publish: false, summary: '', whyItMatters: '', causes: [], actions: [], alternatives: [] }
  expect((await call(creator, 'POST', '/campaigns', { body: aCampaignBody(bare) })).status).toBe(201)
  expect((await call(creator, 'POST', '/campaigns', { body: aCampaignBody({ ...bare, target: null }) })).body.code).toBe('TARGET_MISSING')
})

test('an incomplete draft is not published, and every missing field is reported', async () => {
  const creator = await aPerson()
  const draft = await aCampaign(creator, { publish: false, summary: '', whyItMatters: '', causes: [], actions: [], alternatives: [] })
  const { status, body } = await call(creator, 'POST', `/campaigns/${draft.id}/publish`, { body: {} })
  expect(status).toBe(422)
  expect(Object.keys(body.data.fields).sort()).toEqual(['actions', 'alternatives', 'causes', 'goal', 'whyItMatters'])
})

test('a body with fields that clients may not set, wrong types or NUL bytes is malformed', async () => {
  const creator = await aPerson()
  for (const extra of [
    { creator_id: creator.id },
    { createdAt: '2020-01-01' },
    { status: 'victory' },
    { title: 'With a \u0000 in the title' },
    { title: ['An array of text'] },
  ]) {
    expect(await call(creator, 'POST', '/campaigns', { body: aCampaignBody(extra) })).toMatchObject({ status: 400, body: { code: 'MALFORMED' } })
  }
})

test('a page of another site cannot write with a visitor’s cookie', async () => {
  const creator = await aPerson()
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'null' },
  ]
  for (const headers of foreign) {
    expect((await call(creator, 'POST', '/campaigns', { body: aCampaignBody(), headers })).status).toBe(403)
  }
})

test('lists are paged by cursor without gaps or repeats, and refuse invalid cursors', async () => {
  const creator = await aPerson()
  const cause = `Paged ${creator.id.slice(-8)}`
  const made: string[] = []
  for (let n = 0; n < 7; n++) made.push((await aCampaign(creator, { causes: [{ name: cause }] })).id)
  for (const sort of ['trending', 'newest', 'most_pledged']) {
    const seen: string[] = []
    let cursor = ''
    do {
      const { body } = await call(null, 'GET', `/campaigns?causes=${encodeURIComponent(cause)}&sort=${sort}&limit=3${cursor && `&cursor=${cursor}`}`)
      seen.push(...body.items.map((item: { id: string }) => item.id))
      cursor = body.nextCursor ?? ''
    } while (cursor)
    expect(seen.sort()).toEqual([...made].sort())
  }
  const time = Buffer.from('["abc 1","00000000-0000-7000-8000-000000000000"]').toString('base64url')
  expect(await call(null, 'GET', `/campaigns?sort=newest&cursor=${time}`)).toMatchObject({ status: 400, body: { code: 'BAD_CURSOR' } })
  for (const cursor of ['x', 'W10', Buffer.from('["a","b"]').toString('base64url')]) {
    expect(await call(null, 'GET', `/campaigns?cursor=${cursor}`)).toMatchObject({ status: 400, body: { code: 'BAD_CURSOR' } })
  }
})

test('two concurrent publications with the same new causes, in different order and case, both succeed', async () => {
  const suffix = (await aPerson()).id.slice(-8)
  const people = await Promise.all(Array.from({ length: 24 }, () => aPerson()))
  const answers = await Promise.all(
    people.map((person, n) =>
      call(person, 'POST', '/campaigns', {
        body: aCampaignBody({ causes: (n % 2 ? ['alpha', 'Beta'] : ['Alpha', 'beta']).map((name) => ({ name: `${name} ${suffix}` })) }),
      }),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
})

test('drafts created concurrently get unique slugs, even if their titles give the same one', async () => {
  const creator = await aPerson()
  const title = `Crossing ${creator.id.slice(-8)}`
  await aCampaign(creator, { title, publish: false })
  const made = await Promise.all(Array.from({ length: 16 }, (_, n) => aCampaign(creator, { title: n % 2 ? title : `${title} 2`, publish: false })))
  expect(new Set(made.map(({ slug }) => slug)).size).toBe(16)
})

test('ids are accepted in upper case, and a name without visible characters counts as empty', async () => {
  const campaign = await aCampaign(await aPerson())
  const joiner = await aPerson()
  expect((await call(joiner, 'PUT', `/campaigns/${campaign.id.toUpperCase()}/pledge`, { body: {} })).status).toBe(200)
  const unseen = '\u200b\u202e\u3164'.repeat(5)
  expect((await call(joiner, 'POST', '/campaigns', { body: aCampaignBody({ title: unseen, target: { name: unseen } }) })).body.data.fields).toMatchObject({
    title: 'TITLE_TOO_SHORT',
    'target.name': 'NAME_BLANK',
  })
})

test('an empty Idempotency-Key counts as none, and one that is too long is malformed', async () => {
  const creator = await aPerson()
  expect((await call(creator, 'POST', '/campaigns', { body: aCampaignBody(), headers: { 'idempotency-key': '' } })).status).toBe(201)
  expect((await call(creator, 'POST', '/campaigns', { body: aCampaignBody(), key: 'k'.repeat(201) })).status).toBe(400)
})

test('slugs are transliterated and never empty or reserved for a route', async () => {
  const creator = await aPerson()
  const arabic = await aCampaign(creator, { title: 'مقاطعة الشركة الكبيرة' })
  const reserved = await aCampaign(creator, { title: '- - create - -' })
  const nothing = await aCampaign(creator, { title: '!!!!!!!!!!!!' })
  expect(arabic.slug).toMatch(/^[a-z0-9-]+$/)
  expect(reserved.slug).toMatch(/^create-\d+$/)
  expect(nothing.slug).toMatch(/^campaign-[0-9a-f]{8}$/)
})

test('an open page receives the number of supporters, and never who joined', async () => {
  const { origin } = await theSite()
  const campaign = await aCampaign(await aPerson())
  const stopped = new AbortController()
  const stream = await fetch(`${origin}/api/v1/live?topics=campaign:${campaign.id},stats`, { signal: stopped.signal })
  let received = ''
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of stream.body ?? []) received += decoder.decode(chunk)
  })().catch(() => {})
  const joiner = await aPerson()
  await call(joiner, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })
  await until(() => received.includes(`"topic":"campaign:${campaign.id}","data":{"supporters":2`))
  await until(() => received.includes('"topic":"stats"'))
  expect(received).not.toContain(joiner.id)
  stopped.abort()
  await reading
})
