import { expect, test } from 'vitest'
import { aCommunity, leaves, setMembership, write, written } from '#tests/support/communities.ts'
import { aPerson, call, type Person, theSite } from '#tests/support/site.ts'
import { uploaded } from '#tests/support/upload.ts'

const absent = '00000000-0000-7000-8000-000000000000'
const page = (who: Person | null, id: string, query = '') => call(who, 'GET', `/communities/${id}/posts${query}`)
const idsOf = (items: { id: string }[]) => items.map(({ id }) => id)
const mark = (who: Person | null, id: string, body: object) => call(who, 'PUT', `/posts/${id}/marks`, { body })
const like = (who: Person | null, id: string, method = 'PUT') => call(who, method, `/likes/community_post/${id}`)

test('a post is sanitized Markdown under its author’s short name and role, with or without a title', async () => {
  const owner = await aPerson()
  const id = await aCommunity(owner)
  const { status, body } = await write(owner, id, { title: '  We begin ', body: '# Now\n\n**Good** <img src=x onerror=alert(1)>' })
  expect(status).toBe(201)
  expect(body).toMatchObject({ communityId: id, title: 'We begin', author: { id: owner.id, name: 'Test P.' }, authorRole: 'owner', picture: null })
  expect(body).toMatchObject({ likes: 0, comments: 0, isPinned: false, isAnnouncement: false, isLocked: false, isEdited: false })
  expect(body.bodyHtml).toBe('<h3>Now</h3>\n<p><strong>Good</strong> &lt;img src=x onerror=alert(1)&gt;</p>\n')
  // Line breaks are removed from a title: in a mail, for example, the text after one could look like text of the site.
  expect((await write(owner, id, { title: 'Hello”\n\nSign in again\u2028here', body: 'Now' })).body.title).toBe('Hello” Sign in again here')
  expect((await write(owner, id, { body: 'No title' })).body).toMatchObject({ title: '', viewer: { isAuthor: true, hasLiked: false } })
})

test('a blank text, and a text or title that is too long, is refused at its field', async () => {
  const owner = await aPerson()
  const id = await aCommunity(owner)
  expect((await write(owner, id, { body: ' \n ' })).body.data.fields).toEqual({ body: 'POST_BLANK' })
  const long = { title: 'x'.repeat(121), body: 'x'.repeat(20_001) }
  expect((await write(owner, id, long)).body.data.fields).toEqual({ title: 'TITLE_TOO_LONG', body: 'POST_TOO_LONG' })
  expect((await write(owner, id, { title: 'é'.repeat(120), body: 'é'.repeat(20_000) })).status).toBe(201)
})

test('pinned posts come first, then the newest, without gaps or repeats between pages', async () => {
  const owner = await aPerson()
  const id = await aCommunity(owner)
  const ids: string[] = []
  for (let n = 0; n < 7; n++) ids.unshift(await written(owner, id, { body: `Post ${n}` }))
  for (const at of [2, 5]) await mark(owner, ids[at] ?? '', { isPinned: true })
  const due = [ids[2], ids[5], ids[0], ids[1], ids[3], ids[4], ids[6]]
  const seen: string[] = []
  let query = '?limit=2'
  for (;;) {
    const { body } = await page(null, id, query)
    expect(body.newest).toBe(ids[0])
    seen.push(...idsOf(body.items))
    if (!body.nextCursor) break
    query = `?limit=2&cursor=${body.nextCursor}`
  }
  expect(seen).toEqual(due)
})

test('posts that are written, pinned or deleted between two pages cause no repeats and hide no other post', async () => {
  const owner = await aPerson()
  const id = await aCommunity(owner)
  const ids: string[] = []
  for (let n = 0; n < 6; n++) ids.unshift(await written(owner, id, { body: `Post ${n}` }))
  const first = (await page(null, id, '?limit=2')).body
  await written(owner, id, { body: 'Newer' })
  await mark(owner, ids[0] ?? '', { isPinned: true })
  await call(owner, 'DELETE', `/posts/${ids[1]}`)
  await call(owner, 'DELETE', `/posts/${ids[3]}`)
  const rest = (await page(null, id, `?limit=10&cursor=${first.nextCursor}`)).body
  expect(idsOf(rest.items)).toEqual([ids[2], ids[4], ids[5]])
})

test('a post on a later page, pinned or not, is found by its id, with the cursor at which the list starts with it', async () => {
  const owner = await aPerson()
  const id = await aCommunity(owner)
  const ids: string[] = []
  for (let n = 0; n < 6; n++) ids.unshift(await written(owner, id, { body: `Post ${n}` }))
  for (const postId of [ids[1] ?? '', ids[4] ?? '']) await mark(owner, postId, { isPinned: true })
  const from = async (postId: string | undefined) => {
    const { body } = await call(null, 'GET', `/posts/${postId}`)
    expect(body).toMatchObject({ id: postId, communityId: id })
    return idsOf((await page(null, id, `?limit=2&cursor=${body.cursor}`)).body.items)
  }
  expect(await from(ids[4])).toEqual([ids[4], ids[0]])
  expect(await from(ids[3])).toEqual([ids[3], ids[5]])
})

test('an invalid cursor is refused', async () => {
  const id = await aCommunity(await aPerson())
  const made = (after: unknown) => Buffer.from(JSON.stringify([after, absent])).toString('base64url')
  for (const cursor of ['x', made('2 2026-01-01 00:00:00+00'), made('1 2026-02-31 00:00:00+00'), made('2026-01-01 00:00:00+00'), made(7)]) {
    expect(await page(null, id, `?cursor=${cursor}`)).toMatchObject({ status: 400, body: { code: 'BAD_CURSOR' } })
  }
})

test('owner and mods can pin, announce and lock; a request sets the given marks and leaves the others unchanged', async () => {
  const [owner, mod, member] = [await aPerson(), await aPerson(), await aPerson()]
  const id = await aCommunity(owner)
  await setMembership(mod, id, { role: 'mod' })
  await setMembership(member, id)
  const postId = await written(member, id)
  expect((await mark(member, postId, { isPinned: true })).body.code).toBe('MODERATORS_ONLY')
  expect((await mark(mod, postId, { isPinned: true, isLocked: true })).body).toMatchObject({ isPinned: true, isLocked: true, isAnnouncement: false })
  expect((await mark(owner, postId, { isAnnouncement: true })).body).toMatchObject({ isPinned: true, isLocked: true, isAnnouncement: true, isEdited: false })
  expect((await mark(mod, postId, { isLocked: false })).body).toMatchObject({ isPinned: true, isLocked: false })
  expect((await mark(mod, postId, {})).body).toMatchObject({ isPinned: true })
})

test('authors can change their posts while they are members and delete them also after leaving; owner and mods can delete; nobody else can', async () => {
  const [owner, mod, author] = [await aPerson(), await aPerson(), await aPerson()]
  const id = await aCommunity(owner)
  await setMembership(mod, id, { role: 'mod' })
  await setMembership(author, id)
  const [one, two, three] = [await written(author, id, { title: 'Mine' }), await written(author, id), await written(author, id)]
  const change = (who: Person, body: object) => call(who, 'PATCH', `/posts/${one}`, { body })
  expect((await change(owner, { body: 'x' })).body.code).toBe('FORBIDDEN')
  expect((await change(author, { body: 'Other words' })).body).toMatchObject({
    title: 'Mine',
    body: 'Other words',
    bodyHtml: '<p>Other words</p>\n',
    isEdited: true,
  })
  expect((await change(author, { title: '' })).body).toMatchObject({ title: '', body: 'Other words' })
  expect((await change(author, { body: ' ' })).body.data.fields).toEqual({ body: 'POST_BLANK' })
  expect((await call(await aPerson(), 'DELETE', `/posts/${one}`)).body.code).toBe('FORBIDDEN')
  expect((await call(mod, 'DELETE', `/posts/${two}`)).status).toBe(200)
  await leaves(author, id)
  expect((await change(author, { body: 'x' })).body.code).toBe('MEMBERS_ONLY')
  expect((await page(null, id)).body.items[0].authorRole).toBeNull()
  expect((await call(author, 'DELETE', `/posts/${one}`)).status).toBe(200)
  expect((await call(owner, 'DELETE', `/posts/${three}`)).status).toBe(200)
  expect((await call(owner, 'DELETE', `/posts/${three}`)).status).toBe(404)
  expect((await page(null, id)).body).toEqual({ items: [], nextCursor: null, newest: null })
})

test('a post can show its author’s own picture, and is refused as a whole with an invalid one', async () => {
  const owner = await aPerson()
  const id = await aCommunity(owner)
  const [one, two] = [await uploaded(owner, { width: 41 }), await uploaded(owner, { width: 42 })]
  expect((await write(owner, id, { body: 'Look', mediaIds: [one.id, two.id] })).body.code).toBe('PICTURES_TOO_MANY')
  expect((await write(owner, id, { body: 'Look', mediaIds: [(await uploaded(await aPerson())).id] })).body.code).toBe('PICTURE_UNKNOWN')
  expect((await page(null, id)).body.items).toEqual([])
  expect((await write(owner, id, { body: 'Look', mediaIds: [one.id] })).body.picture).toMatchObject({ id: one.id, url: one.url, width: 41 })
})

test('a post sent ten times with one key is stored once', async () => {
  const owner = await aPerson()
  const id = await aCommunity(owner)
  const answers = await Promise.all(Array.from({ length: 10 }, () => write(owner, id, { body: 'Once' }, { key: 'same' })))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect((await page(null, id)).body.items).toHaveLength(1)
})

test('fifty concurrent likes, each sent twice, count as fifty, and repeated unlikes count once each', async () => {
  const owner = await aPerson()
  const id = await aCommunity(owner)
  const postId = await written(owner, id)
  const people = await Promise.all(Array.from({ length: 50 }, () => aPerson()))
  for (const who of people) await setMembership(who, id)
  await Promise.all([...people, ...people].map((who) => like(who, postId)))
  const [first] = people
  expect((await page(first ?? null, id)).body.items[0]).toMatchObject({ likes: 50, viewer: { hasLiked: true } })
  expect((await like(owner, postId)).body).toEqual({ likes: 51, hasLiked: true })
  await like(owner, postId, 'DELETE')
  expect((await like(owner, postId, 'DELETE')).body).toEqual({ likes: 50, hasLiked: false })
})

test('pinning, liking and changing during the deletion of the post succeed or return not found, and all counts stay correct', async () => {
  const { store } = await theSite()
  const [owner, member] = [await aPerson(), await aPerson()]
  const id = await aCommunity(owner)
  await setMembership(member, id)
  for (let round = 0; round < 5; round++) {
    const postId = await written(member, id)
    const answers = await Promise.all([
      mark(owner, postId, { isPinned: true }),
      like(member, postId),
      call(member, 'PATCH', `/posts/${postId}`, { body: { body: 'Other' } }),
      call(owner, 'DELETE', `/posts/${postId}`),
      like(owner, postId),
    ])
    for (const { status } of answers) expect([200, 404]).toContain(status)
    expect(answers[3]?.status).toBe(200)
  }
  expect((await page(null, id)).body.items).toEqual([])
  const rank = await store.db.selectFrom('community_rank').select('posts_week').where('community_id', '=', id).executeTakeFirstOrThrow()
  expect(Number(rank.posts_week)).toBe(0)
})

test('a post that is written during a ban is stored before the ban or refused, never stored after it', async () => {
  const { store } = await theSite()
  const [owner, member] = [await aPerson(), await aPerson()]
  const id = await aCommunity(owner)
  await setMembership(member, id)
  const posting = Array.from({ length: 8 }, (_, n) => write(member, id, { body: `Post ${n}` }))
  await setMembership(member, id, { status: 'banned' })
  const { rows } = await store.pool.query<{ n: number }>('select count(*)::int as n from community_post where community_id = $1', [id])
  const answers = await Promise.all(posting)
  for (const { status } of answers) expect([201, 403]).toContain(status)
  expect((await page(null, id)).body.items).toHaveLength(rows[0]?.n ?? -1)
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(rows[0]?.n ?? -1)
})
