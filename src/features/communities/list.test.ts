import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { plantCommunity, plantPost } from '#tests/support/communities.ts'
import { aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'

type Given = {
  name?: string
  privacy?: 'public' | 'private'
  tags?: string[]
  description?: string
  members?: { id: string; status?: 'active' | 'pending' | 'banned' }[]
  posts?: number
  owner?: Person
}

/** A tag that no other test has: a list narrowed to it holds the communities of one test alone. */
const aTag = () => `tag-${uuidv7().slice(-12)}`

async function aCommunity({ name, privacy = 'public', tags = [], description = 'Something', members = [], posts = 0, owner }: Given) {
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

test('four orders: by activity, by members, by age and by the posts of a week, page by page none doubled or left out', async () => {
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

test('how busy a private community is moves it in no list: popular it is by its members, and it never trends', async () => {
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

test('the six with most posts in seven days trend, with how many', async () => {
  const { db } = (await theSite()).store
  // More than any that another test has left.
  const { most } = await db
    .selectFrom('community_rank')
    .select(({ fn }) => fn.max('posts_week').as('most'))
    .executeTakeFirstOrThrow()
  const posts = Number(most ?? 0) + 1
  const busiest = await aCommunity({ posts })
  const { body } = await call(null, 'GET', '/trending-communities')
  expect(body.items[0]).toMatchObject({ slug: busiest.slug, postsThisWeek: posts, viewer: { status: null, role: null } })
})

test('privacy, tag whatever its case and accents, and words narrow the list, alone and together', async () => {
  const [tag, word] = [aTag(), `w${uuidv7().slice(-10)}`]
  const named = await aCommunity({ tags: [`É${tag}`, 'other'], name: `Circle ${word}` })
  const told = await aCommunity({ tags: [`é${tag}`], description: `All about ${word}`, privacy: 'private' })
  const other = await aCommunity({ tags: [`e${tag}`] })
  expect(slugs(await list({ tag: `E${tag.toUpperCase()}` })).toSorted()).toEqual([named, told, other].map(({ slug }) => slug).toSorted())
  expect(slugs(await list({ q: word }))).toEqual([named.slug, told.slug])
  expect(await list({ q: word })).toMatchObject({ total: 2 })
  expect(slugs(await list({ q: word, privacy: 'private' }))).toEqual([told.slug])
  expect(slugs(await list({ tag: `e${tag}`, privacy: 'public', sort: 'new' }))).toEqual([other.slug, named.slug])
  expect(slugs(await list({ q: word, tag: 'other' }))).toEqual([named.slug])
  expect(await list({ tag: aTag() })).toEqual({ items: [], nextCursor: null, total: 0 })
  for (const sort of ['popular', 'members', 'new']) expect(await wholeList({ q: word, sort, limit: 1 })).toEqual([named.slug, told.slug])
})

test('a card says what everybody may know, and to who is signed in how they stand to it; a role only to active members', async () => {
  const tag = aTag()
  const [owner, member, asking, banned] = [await aPerson(), await aPerson(), await aPerson(), await aPerson()]
  const members = [{ id: member.id }, { id: asking.id, status: 'pending' as const }, { id: banned.id, status: 'banned' as const }]
  const { id, slug } = await aCommunity({ tags: [tag], privacy: 'private', owner, members, posts: 3 })
  const standing = async (who: Person | null) => (await list({ tag }, who)).items[0].viewer
  expect(await standing(null)).toEqual({ status: null, role: null })
  expect(await standing(owner)).toEqual({ status: 'active', role: 'owner' })
  expect(await standing(member)).toEqual({ status: 'active', role: 'member' })
  expect(await standing(asking)).toEqual({ status: 'pending', role: null })
  expect(await standing(banned)).toEqual({ status: 'banned', role: null })
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

test('the tags are those that communities have, each once however it is written', async () => {
  const tag = aTag()
  const { db } = (await theSite()).store
  // More often than any that another test has left: the list ends after thirty.
  const { rows } = await sql<{
    uses: number
  }>`select count(*)::int as uses from community_rank, unnest(tags) as tag group by tag order by uses desc limit 1`.execute(db)
  const owner = await aPerson()
  for (let n = 0; n < (rows[0]?.uses ?? 0) + 3; n++) await aCommunity({ owner, tags: [n === 0 ? tag : tag.toUpperCase()] })
  // It may be as old as a cached page.
  const items = await until(async () => {
    const { body }: { body: { items: string[] } } = await call(null, 'GET', '/community-tags')
    return body.items.some((each) => each.toLowerCase() === tag) ? body.items : null
  })
  expect(items.filter((each) => each.toLowerCase() === tag)).toEqual([tag])
  expect(items.length).toBeLessThanOrEqual(30)
})

test('what is asked for in a way that means nothing is refused', async () => {
  for (const query of ['sort=loudest', 'privacy=secret', 'limit=0', 'limit=101', 'cursor=mine', 'page=2', `tag=${'x'.repeat(201)}`])
    expect([query, (await call(null, 'GET', `/communities?${query}`)).status]).toEqual([query, 400])
  const made = (after: unknown) => Buffer.from(JSON.stringify([after, uuidv7()])).toString('base64url')
  expect((await call(null, 'GET', `/communities?sort=new&cursor=${made(5)}`)).body.code).toBe('BAD_CURSOR')
  expect((await call(null, 'GET', `/communities?cursor=${made('A')}`)).body.code).toBe('BAD_CURSOR')
  for (const after of [-1, 0.5, 1e300]) expect((await call(null, 'GET', `/communities?cursor=${made(after)}`)).status).toBe(200)
})
