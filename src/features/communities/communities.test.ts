import { expect, test } from 'vitest'
import { aPerson, call, left, type Person, theSite } from '#tests/support/site.ts'
import { uploaded } from '#tests/support/upload.ts'

let made = 0
const aBody = (changes: Record<string, unknown> = {}) => {
  made++
  return { name: 'Riverside', slug: `riverside-${made}-${Math.random().toString(36).slice(2, 8)}`, description: 'We look after the river.', ...changes }
}
const start = (who: Person | null, changes: Record<string, unknown> = {}, options: { key?: string } = {}) =>
  call(who, 'POST', '/communities', { body: aBody(changes), ...options })
async function aCommunity(owner: Person, changes: Record<string, unknown> = {}): Promise<{ id: string; slug: string }> {
  const { status, body } = await start(owner, changes)
  if (status !== 201) throw new Error(`not started: ${status} ${JSON.stringify(body)}`)
  return body
}
const change = (who: Person | null, id: string, body: Record<string, unknown>) => call(who, 'PATCH', `/communities/${id}`, { body })
const seen = async (who: Person | null, idOrSlug: string) => (await call(who, 'GET', `/communities/${idOrSlug}`)).body

/** Inserts a membership row directly, without the checks of the API. */
async function member(communityId: string, { status = 'active', role = 'member' } = {}): Promise<Person> {
  const { store } = await theSite()
  const person = await aPerson()
  await store.db.insertInto('community_member').values({ community_id: communityId, person_id: person.id, role, status }).execute()
  return person
}
async function fetched(who: Person | null, address: string) {
  const { origin } = await theSite()
  const response = await fetch(`${origin}${address}`, { headers: who ? { cookie: who.cookie } : {} })
  await response.arrayBuffer()
  return response.status
}

test('the creator of a community is its owner and first member, and everybody can read a public one', async () => {
  const owner = await aPerson()
  const { id, slug } = await aCommunity(owner, {
    name: '  Riverside\u200b Watch ',
    rules: '**Be kind** <script>',
    tags: [' water ', '', 'rivers, Water'],
    links: { discord: '', website: ' https://riverside.example/a?b ' },
    quickLinks: [
      { title: 'Map', url: 'https://map.example' },
      { title: ' ', url: '' },
    ],
  })
  for (const address of [id, slug, slug.toUpperCase(), id.toUpperCase()]) {
    expect(await seen(null, address)).toMatchObject({
      id,
      slug,
      name: 'Riverside Watch',
      privacy: 'public',
      tags: ['water', 'rivers'],
      members: 1,
      approvesMembers: false,
      viewer: { status: null, role: null },
      inside: {
        rulesHtml: '<p><strong>Be kind</strong> &lt;script&gt;</p>\n',
        links: { discord: null, twitter: null, website: 'https://riverside.example/a?b', instagram: null },
        quickLinks: [{ title: 'Map', url: 'https://map.example' }],
        owner: { id: owner.id, name: 'Test P.' },
        postsThisWeek: 0,
        activityScore: 1,
      },
    })
  }
  expect(await seen(owner, slug)).toMatchObject({ viewer: { status: 'active', role: 'owner' } })
  expect((await start(null)).status).toBe(401)
})

test('every field that breaks a rule is reported with its code, and nothing is created', async () => {
  const owner = await aPerson()
  const { status, body } = await start(owner, {
    name: ' \u200b ',
    slug: 'No Spaces',
    description: '',
    rules: 'x'.repeat(10_001),
    tags: ['x'.repeat(31)],
    links: { twitter: 'javascript:alert(1)', website: 'ftp://files.example' },
    quickLinks: [
      { title: '', url: 'https://a.example' },
      { title: 'x'.repeat(81), url: 'nowhere' },
      ...Array.from({ length: 9 }, () => ({ title: 'a', url: 'https://a.example' })),
    ],
  })
  expect(status).toBe(422)
  expect(body.data.fields).toEqual({
    name: 'NAME_REQUIRED',
    slug: 'SLUG_CHARACTERS',
    description: 'DESCRIPTION_REQUIRED',
    rules: 'RULES_TOO_LONG',
    tags: 'TAG_TOO_LONG',
    'links.twitter': 'URL_INVALID',
    'links.website': 'URL_INVALID',
    'quickLinks.0.title': 'LINK_TITLE_REQUIRED',
    'quickLinks.1.title': 'LINK_TITLE_TOO_LONG',
    'quickLinks.1.url': 'URL_INVALID',
    quickLinks: 'LINKS_TOO_MANY',
  })
  const more = { slug: '', name: 'é'.repeat(81), description: 'é'.repeat(2_001), tags: Array.from({ length: 11 }, (_, n) => `t${n}`) }
  expect((await start(owner, more)).body.data.fields).toEqual({
    name: 'NAME_TOO_LONG',
    slug: 'SLUG_REQUIRED',
    description: 'DESCRIPTION_TOO_LONG',
    tags: 'TAGS_TOO_MANY',
  })
  expect((await start(owner, { slug: 'a'.repeat(51) })).body.data.fields).toEqual({ slug: 'SLUG_TOO_LONG' })
  expect((await start(owner, { approvesMembers: true })).body.data.fields).toEqual({ approvesMembers: 'ONLY_PRIVATE_APPROVES' })
  expect(
    (
      await start(owner, {
        name: 'é'.repeat(80),
        description: 'é'.repeat(2_000),
        rules: 'é'.repeat(10_000),
        slug: `${'a'.repeat(44)}${Date.now() % 1_000_000}`,
      })
    ).status,
  ).toBe(201)
})

test('of many concurrent requests for one slug one succeeds, and the others are refused at the field', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => aPerson()))
  const { slug } = aBody()
  expect((await call(people[0] ?? null, 'GET', `/community-slugs/${slug}`)).body).toEqual({ isFree: true })
  const answers = await Promise.all(people.map((who) => start(who, { slug })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422])
  for (const { status, body } of answers) if (status === 422) expect(body.data.fields).toEqual({ slug: 'SLUG_TAKEN' })
  expect((await call(people[0] ?? null, 'GET', `/community-slugs/${slug}`)).body).toEqual({ isFree: false })
  expect((await call(null, 'GET', `/community-slugs/${slug}`)).status).toBe(401)
})

test('route words and slugs that look like an id are taken', async () => {
  const owner = await aPerson()
  for (const slug of ['create', 'edit', '00000000-0000-7000-8000-000000000000']) {
    expect((await start(owner, { slug })).body.data.fields).toEqual({ slug: 'SLUG_TAKEN' })
    expect((await call(owner, 'GET', `/community-slugs/${slug}`)).body).toEqual({ isFree: false })
  }
})

test('a community sent twice with one key is created once, and a person can create at most ten a day', async () => {
  const owner = await aPerson()
  const body = aBody()
  const answers = await Promise.all(Array.from({ length: 5 }, () => call(owner, 'POST', '/communities', { body, key: 'same' })))
  expect(new Set(answers.map(({ status, body: { id } }) => `${status} ${id}`)).size).toBe(1)
  const more = await Promise.all(Array.from({ length: 11 }, () => start(owner)))
  expect(more.filter(({ status }) => status === 201)).toHaveLength(9)
  expect(more.filter(({ status }) => status === 429)).toHaveLength(2)
  // The limit counts created communities, so that deleting or transferring one does not permit another.
  const gone = more.find(({ status }) => status === 201)?.body.id
  expect((await call(owner, 'DELETE', `/communities/${gone}`)).status).toBe(200)
  expect((await start(owner)).status).toBe(429)
})

test('other people see the card of a private community and none of its content', async () => {
  const owner = await aPerson()
  const { id, slug } = await aCommunity(owner, {
    privacy: 'private',
    approvesMembers: true,
    rules: 'secret rule',
    links: { discord: 'https://secret.example' },
  })
  const others = [null, await aPerson(), await aPerson({ role: 'moderator' }), await member(id, { status: 'pending' }), await member(id, { status: 'banned' })]
  for (const who of others) {
    const page = await seen(who, slug)
    expect(page).toMatchObject({ slug, privacy: 'private', approvesMembers: true, members: 1, inside: null })
    expect(page.viewer.role).toBeNull()
    expect(JSON.stringify(page)).not.toMatch(/secret|Test P|activity|postsThisWeek|owner/i)
  }
  const [fellow, mod] = [await member(id), await member(id, { role: 'mod' })]
  for (const who of [owner, fellow, mod]) expect((await seen(who, slug)).inside).toMatchObject({ rules: 'secret rule', owner: { id: owner.id } })
})

test('a change affects only the given fields', async () => {
  const owner = await aPerson()
  const { id } = await aCommunity(owner, { rules: 'Be kind', tags: ['water'], links: { website: 'https://a.example', discord: 'https://d.example' } })
  expect((await change(owner, id, { name: 'Lakeside', links: { website: '' } })).status).toBe(200)
  const after = await seen(null, id)
  expect(after).toMatchObject({ name: 'Lakeside', tags: ['water'], description: 'We look after the river.' })
  expect(after.inside).toMatchObject({ rules: 'Be kind', links: { website: null, discord: 'https://d.example' } })
  expect((await change(owner, id, { name: ' ', description: '' })).body.data.fields).toEqual({ name: 'NAME_REQUIRED', description: 'DESCRIPTION_REQUIRED' })
})

test('a public community can become private, a private one can never become public', async () => {
  const owner = await aPerson()
  const { id } = await aCommunity(owner)
  expect((await change(owner, id, { privacy: 'private', approvesMembers: true })).status).toBe(200)
  expect(await seen(null, id)).toMatchObject({ privacy: 'private', approvesMembers: true, inside: null })
  expect((await change(owner, id, { privacy: 'public' })).body.data.fields).toEqual({ privacy: 'STAYS_PRIVATE' })
  expect((await change(owner, id, { approvesMembers: false })).status).toBe(200)
  expect(await seen(null, id)).toMatchObject({ privacy: 'private', approvesMembers: false })
})

test('deleting a community deletes everything in it', async () => {
  const { store } = await theSite()
  const owner = await aPerson()
  const { id, slug } = await aCommunity(owner)
  await member(id)
  const post = { id: crypto.randomUUID(), community_id: id, author_id: owner.id, body: 'Hello', body_html: '<p>Hello</p>' }
  await store.db.insertInto('community_post').values(post).execute()
  expect((await call(owner, 'DELETE', `/communities/${id}`)).body).toEqual({ id })
  expect((await call(owner, 'GET', `/communities/${slug}`)).status).toBe(404)
  expect((await call(owner, 'DELETE', `/communities/${id}`)).status).toBe(404)
  for (const table of ['community_member', 'community_post', 'community_rank'] as const) {
    expect(await store.db.selectFrom(table).select('community_id').where('community_id', '=', id).execute()).toEqual([])
  }
})

test('logo and banner must be the owner’s own uploads for that purpose, used by one community only', async () => {
  const owner = await aPerson()
  const logo = await uploaded(owner, { purpose: 'community_logo' })
  const banner = await uploaded(owner, { purpose: 'community_banner', width: 600, height: 120 })
  const { id } = await aCommunity(owner, { logoMediaId: logo.id, bannerMediaId: banner.id })
  expect(await seen(null, id)).toMatchObject({
    logoUrl: `/media/${logo.id}-128.webp`,
    inside: { banner: { id: banner.id, width: 600, url: `/media/${banner.id}-600.jpg` } },
  })
  for (const width of [64, 128, 256, 512]) expect(await fetched(null, `/media/${logo.id}-${width}.webp`)).toBe(200)
  const foreign = await uploaded(await aPerson(), { purpose: 'community_logo' })
  const other = await uploaded(owner, { purpose: 'attachment' })
  for (const logoMediaId of [foreign.id, other.id, banner.id, logo.id]) {
    expect((await start(owner, { logoMediaId })).body.data.fields).toEqual({ logoMediaId: 'PICTURE_UNKNOWN' })
  }
  // Pictures that this community already uses may be named again; null detaches the banner.
  expect((await change(owner, id, { logoMediaId: logo.id, bannerMediaId: null })).status).toBe(200)
  expect(await seen(null, id)).toMatchObject({ logoUrl: `/media/${logo.id}-128.webp`, inside: { banner: null } })
})

test('the banner of a private community is visible to members only, at a signed URL; its logo is public', async () => {
  const owner = await aPerson()
  const logo = await uploaded(owner, { purpose: 'community_logo' })
  const banner = await uploaded(owner, { purpose: 'community_banner' })
  const { id } = await aCommunity(owner, { logoMediaId: logo.id, bannerMediaId: banner.id })
  const [plain = ''] = (await seen(null, id)).inside.banner.url.split('?')
  expect(await fetched(null, plain)).toBe(200)
  await change(owner, id, { privacy: 'private' })
  const fellow = await member(id)
  for (const who of [null, await aPerson(), await aPerson({ role: 'moderator' }), await member(id, { status: 'banned' })])
    expect(await fetched(who, plain)).toBe(404)
  expect(await fetched(fellow, plain)).toBe(200)
  expect((await seen(fellow, id)).inside.banner.url).toMatch(/\.jpg\?until=\d+&seal=/)
  expect(await fetched(null, `/media/${logo.id}-128.webp`)).toBe(200)
})

test('the pictures of a community remain when the account that uploaded them is deleted', async () => {
  const owner = await aPerson()
  const logo = await uploaded(owner, { purpose: 'community_logo' })
  const { id } = await aCommunity(owner, { logoMediaId: logo.id })
  const heir = await member(id)
  await left(owner)
  expect(await seen(heir, id)).toMatchObject({ logoUrl: `/media/${logo.id}-128.webp`, viewer: { role: 'owner' } })
  expect(await fetched(null, `/media/${logo.id}-128.webp`)).toBe(200)
  expect((await change(heir, id, { logoMediaId: logo.id, name: 'Ours now' })).status).toBe(200)
})
