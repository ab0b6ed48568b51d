import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { plantCommunity, plantPost } from '#tests/support/communities.ts'
import { aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'

type Options = {
  name?: string
  privacy?: 'public' | 'private'
  tags?: string[]
  description?: string
  members?: { id: string; status?: 'active' | 'pending' | 'banned' }[]
  posts?: number
  owner?: Person
}

/** A tag that no other test uses: a list filtered by it contains the communities of one test only. */
const aTag = () => `tag-${uuidv7().slice(-12)}`

async function aCommunity({ name, privacy = 'public', tags = [], description = 'Something', members = [], posts = 0, owner }: Options) {
  const { store } = await theSite()
  const who = owner ?? (await aPerson())
  const made = await plantCommunity(store.db, { owner: who.id, privacy, members, words: { tags, description, ...(name ? { name } : {}) } })
  for (let n = 0; n < posts; n++) await plantPost(store.db, { communityId: made.id, authorId: who.id })
  return made
}

const list = async (query: Record<string, string | number>, who: Person | null = null) => {
  const { status, body } = await call(who, 'GET', `/communities?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`)
  expect(status).toBe(200)
  return body
}
const slugs = (body: { items: { slug: string }[] }) => body.items.map(({ slug }) => slug)
const some = async (count: number) => Promise.all(Array.from({ length: count }, aPerson))

async function wholeList(query: Record<string, string | number>): Promise<string[]> {
  const all: string[] = []
  let cursor: string | undefined
  do {
    const body = await list({ ...query, ...(cursor ? { cursor } : {}) })
    all.push(...slugs(body))
    cursor = body.nextCursor ?? undefined
  } while (cursor)
  return all
}

test('the list can be ordered by popularity, members, age and posts of a week, page by page without duplicates or gaps', async () => {
  const tag = aTag()
  const [busy, large, small] = [
    await aCommunity({ tags: [tag], posts: 2 }),
    await aCommunity({ tags: [tag], members: await some(4) }),
    await aCommunity({ tags: [tag], posts: 1 }),
  ]
  const orders = { popular: [busy, small, large], members: [large, small, busy], new: [small, large, busy], trending: [busy, small] }
  for (const limit of [1, 2, 100])
    for (const [sort, due] of Object.entries(orders)) expect([sort, await wholeList({ tag, sort, limit })]).toEqual([sort, due.map(({ slug }) => slug)])
  expect(await list({ tag, limit: 1 })).toMatchObject({ total: 3 })
  expect(await list({ tag, sort: 'trending' })).toMatchObject({ total: 2 })
  const first = await list({ tag, limit: 1 })
  expect((await list({ tag, limit: 1, cursor: first.nextCursor })).total).toBeNull()
})

test('the activity of a private community affects no list: its popularity counts members only, and it never trends', async () => {
  const tag = aTag()
  const [hidden, open] = [await aCommunity({ tags: [tag], privacy: 'private', posts: 50 }), await aCommunity({ tags: [tag], posts: 1 })]
  expect(slugs(await list({ tag }))).toEqual([open.slug, hidden.slug])
  expect(slugs(await list({ tag, sort: 'trending' }))).toEqual([open.slug])
  expect(await list({ tag, sort: 'trending', privacy: 'private' })).toEqual({ items: [], nextCursor: null, total: 0 })
  const { body } = await call(null, 'GET', '/trending-communities')
  expect(slugs(body)).not.toContain(hidden.slug)
  expect(body.items.length).toBeLessThanOrEqual(6)
  for (const { postsThisWeek, privacy } of body.items) expect([postsThisWeek > 0, privacy]).toEqual([true, 'public'])
})

test('the six communities with most posts in seven days are trending, with their numbers of posts', async () => {
  const { db } = (await theSite()).store
  // More posts than any community of another test has.
  const { most } = await db
    .selectFrom('community_rank')
    .select(({ fn }) => fn.max('posts_week').as('most'))
    .executeTakeFirstOrThrow()
  const posts = Number(most ?? 0) + 1
  const busiest = await aCommunity({ posts })
  const { body } = await call(null, 'GET', '/trending-communities')
  expect(body.items[0]).toMatchObject({ slug: busiest.slug, postsThisWeek: posts, viewer: { status: null, role: null } })
})

test('privacy, a tag regardless of case and accents, and search words filter the list, alone and together', async () => {
  const [tag, word] = [aTag(), `w${uuidv7().slice(-10)}`]
  const named = await aCommunity({ tags: [`É${tag}`, 'other'], name: `Circle ${word}` })
  const notified = await aCommunity({ tags: [`é${tag}`], description: `All about ${word}`, privacy: 'private' })
  const other = await aCommunity({ tags: [`e${tag}`] })
  expect(slugs(await list({ tag: `E${tag.toUpperCase()}` })).toSorted()).toEqual([named, notified, other].map(({ slug }) => slug).toSorted())
  expect(slugs(await list({ q: word }))).toEqual([named.slug, notified.slug])
  expect(await list({ q: word })).toMatchObject({ total: 2 })
  expect(slugs(await list({ q: word, privacy: 'private' }))).toEqual([notified.slug])
  expect(slugs(await list({ tag: `e${tag}`, privacy: 'public', sort: 'new' }))).toEqual([other.slug, named.slug])
  expect(slugs(await list({ q: word, tag: 'other' }))).toEqual([named.slug])
  expect(await list({ tag: aTag() })).toEqual({ items: [], nextCursor: null, total: 0 })
  for (const sort of ['popular', 'members', 'new']) expect(await wholeList({ q: word, sort, limit: 1 })).toEqual([named.slug, notified.slug])
})

test('a card has the public fields and the viewer’s own membership; a role only for active members', async () => {
  const tag = aTag()
  const [owner, member, asking, banned] = [await aPerson(), await aPerson(), await aPerson(), await aPerson()]
  const members = [{ id: member.id }, { id: asking.id, status: 'pending' as const }, { id: banned.id, status: 'banned' as const }]
  const { id, slug } = await aCommunity({ tags: [tag], privacy: 'private', owner, members, posts: 3 })
  const access = async (who: Person | null) => (await list({ tag }, who)).items[0].viewer
  expect(await access(null)).toEqual({ status: null, role: null })
  expect(await access(owner)).toEqual({ status: 'active', role: 'owner' })
  expect(await access(member)).toEqual({ status: 'active', role: 'member' })
  expect(await access(asking)).toEqual({ status: 'pending', role: null })
  expect(await access(banned)).toEqual({ status: 'banned', role: null })
  expect((await list({ tag })).items[0]).toEqual({
    id,
    slug,
    name: `Community ${slug}`,
    description: 'Something',
    privacy: 'private',
    tags: [tag],
    logoUrl: null,
    members: 2,
    approvesMembers: false,
    viewer: { status: null, role: null },
  })
})

test('the tags are those of all communities, each once regardless of spelling', async () => {
  const tag = aTag()
  const { db } = (await theSite()).store
  // Used more often than any tag of another test, because the list ends after 30 tags.
  const { rows } = await sql<{
    uses: number
  }>`select count(*)::int as uses from community_rank, unnest(tags) as tag group by tag order by uses desc limit 1`.execute(db)
  const owner = await aPerson()
  for (let n = 0; n < (rows[0]?.uses ?? 0) + 3; n++) await aCommunity({ owner, tags: [n === 0 ? tag : tag.toUpperCase()] })
  // The list is cached for a second.
  const items = await until(async () => {
    const { body }: { body: { items: string[] } } = await call(null, 'GET', '/community-tags')
    return body.items.some((each) => each.toLowerCase() === tag) ? body.items : null
  })
  expect(items.filter((each) => each.toLowerCase() === tag)).toEqual([tag])
  expect(items.length).toBeLessThanOrEqual(30)
})

test('invalid list parameters are refused', async () => {
  for (const query of ['sort=loudest', 'privacy=secret', 'limit=0', 'limit=101', 'cursor=mine', 'page=2', `tag=${'x'.repeat(201)}`])
    expect([query, (await call(null, 'GET', `/communities?${query}`)).status]).toEqual([query, 400])
  const made = (after: unknown) => Buffer.from(JSON.stringify([after, uuidv7()])).toString('base64url')
  expect((await call(null, 'GET', `/communities?sort=new&cursor=${made(5)}`)).body.code).toBe('BAD_CURSOR')
  expect((await call(null, 'GET', `/communities?cursor=${made('A')}`)).body.code).toBe('BAD_CURSOR')
  for (const after of [-1, 0.5, 1e300]) expect((await call(null, 'GET', `/communities?cursor=${made(after)}`)).status).toBe(200)
})
