import { expect, test } from 'vitest'
import { aCommunity, leaves, setMembership, written } from '#tests/support/communities.ts'
import { aCampaign, aPerson, call, type Person, theSite } from '#tests/support/site.ts'
import { fewestStatements, sessionToken } from '#tests/support/statements.ts'
import { uploaded } from '#tests/support/upload.ts'

const absent = '00000000-0000-7000-8000-000000000000'
const commentOn = (who: Person | null, postId: string, body: unknown, options: { key?: string } = {}) =>
  call(who, 'POST', `/posts/${postId}/comments`, { body, ...options })
const received = async (who: Person | null, postId: string, query = '') => (await call(who, 'GET', `/posts/${postId}/comments${query}`)).body
const liking = (who: Person | null, id: string, method = 'PUT') => call(who, method, `/likes/community_post_comment/${id}`)
const lock = (who: Person, postId: string, isLocked = true) => call(who, 'PUT', `/posts/${postId}/marks`, { body: { isLocked } })

/** A community with a post, its owner, a mod and two members. */
async function aDiscussion({ privacy = 'public' }: { privacy?: 'public' | 'private' } = {}) {
  const [owner, mod, author, other] = [await aPerson(), await aPerson(), await aPerson(), await aPerson()]
  const communityId = await aCommunity(owner, { privacy })
  await setMembership(mod, communityId, { role: 'mod' })
  for (const member of [author, other]) await setMembership(member, communityId)
  return { owner, mod, author, other, communityId, postId: await written(owner, communityId) }
}

const counted = async (postId: string) => {
  const { store } = await theSite()
  const { comments } = await store.db.selectFrom('community_post_stats').select('comments').where('post_id', '=', postId).executeTakeFirstOrThrow()
  return comments
}

test('a member can comment on a post and reply to the third level; the post counts comments that are not removed', async () => {
  const { author, other, postId } = await aDiscussion()
  const { status, body: root } = await commentOn(author, postId, { body: ' **Here** ' })
  expect(status).toBe(201)
  expect(root).toMatchObject({ postId, campaignId: null, depth: 0, parentId: null, bodyHtml: '<p><strong>Here</strong></p>\n', likes: 0, isEdited: false })
  expect(root).toMatchObject({ author: { id: author.id, name: 'Test P.' }, viewer: { isAuthor: true, hasLiked: false } })
  let parentId = root.id
  const ids: string[] = []
  for (let depth = 1; depth <= 3; depth++) {
    const { body } = await commentOn(other, postId, { body: `Depth ${depth}`, parentId })
    expect(body).toMatchObject({ depth, parentId, postId })
    ids.push(body.id)
    parentId = body.id
  }
  expect((await commentOn(other, postId, { body: 'Too deep', parentId })).body.data.fields).toEqual({ parentId: 'TOO_DEEP' })
  expect((await call(null, 'GET', `/comments/${root.id}/replies`)).body.items.map(({ id }: { id: string }) => id)).toEqual(ids)
  expect(await received(null, postId)).toMatchObject({ items: [{ id: root.id, replies: 3 }], newest: ids[2] })
  expect(await counted(postId)).toBe(4)
  await call(author, 'DELETE', `/comments/${root.id}`)
  expect(await received(author, postId)).toMatchObject({ items: [{ id: root.id, body: '[deleted]', isRemoved: true, author: null, postId, replies: 3 }] })
  expect(await counted(postId)).toBe(3)
})

test('a reply must belong to the same post as its parent, and campaigns and posts are never mixed', async () => {
  const { author, communityId, postId } = await aDiscussion()
  const campaign = await aCampaign(author)
  const onCampaign = (body: object) => call(author, 'POST', `/campaigns/${campaign.id}/comments`, { body })
  const unrelated = await written(author, communityId)
  const { body: said } = await commentOn(author, postId, { body: 'On a post' })
  const { body: there } = await onCampaign({ body: 'On a campaign' })
  for (const answer of [
    await commentOn(author, unrelated, { body: 'x', parentId: said.id }),
    await commentOn(author, postId, { body: 'x', parentId: there.id }),
    await onCampaign({ body: 'x', parentId: said.id }),
  ])
    expect(answer).toMatchObject({ status: 422, body: { data: { fields: { parentId: 'PARENT_UNKNOWN' } } } })
  for (const method of ['PUT', 'DELETE']) {
    const never = await call(author, method, `/likes/campaign_comment/${absent}`)
    expect(await call(author, method, `/likes/campaign_comment/${said.id}`)).toMatchObject({ status: 404, body: never.body })
    expect(await liking(author, there.id, method)).toMatchObject({ status: 404, body: never.body })
  }
  expect((await call(null, 'GET', `/campaigns/${postId}/comments`)).status).toBe(404)
  expect((await call(null, 'GET', `/posts/${campaign.id}/comments`)).status).toBe(404)
  expect((await commentOn(author, campaign.id, { body: 'x' })).status).toBe(404)
})

test('outsiders get the response for an absent post before their text is checked', async () => {
  const { postId } = await aDiscussion({ privacy: 'private' })
  const stranger = await aPerson()
  expect(await commentOn(stranger, postId, { body: ' ' })).toMatchObject({ status: 404, body: (await commentOn(stranger, absent, { body: ' ' })).body })
})

test('a locked post accepts no comments; existing ones can still be liked, changed and deleted', async () => {
  const { owner, author, other, postId } = await aDiscussion()
  const { body: said } = await commentOn(author, postId, { body: 'Before' })
  await lock(owner, postId)
  for (const who of [owner, author])
    expect(await commentOn(who, postId, { body: 'After', parentId: said.id })).toMatchObject({
      status: 409,
      body: { code: 'POST_LOCKED', message: 'This post is locked.' },
    })
  expect((await commentOn(await aPerson(), postId, { body: 'After' })).body.code).toBe('MEMBERS_ONLY')
  expect((await liking(other, said.id)).body).toEqual({ likes: 1, hasLiked: true })
  expect((await call(author, 'PATCH', `/comments/${said.id}`, { body: { body: 'Better' } })).body).toMatchObject({ body: 'Better', isEdited: true, likes: 1 })
  expect((await call(author, 'DELETE', `/comments/${said.id}`)).status).toBe(200)
  await lock(owner, postId, false)
  expect((await commentOn(author, postId, { body: 'After' })).status).toBe(201)
})

test('a comment on a post with a picture needs no text, has at most one picture, and in a private community its URLs are signed', async () => {
  for (const privacy of ['public', 'private'] as const) {
    const { author, postId } = await aDiscussion({ privacy })
    const { id } = await uploaded(author)
    const { status, body: said } = await commentOn(author, postId, { body: ' ', mediaIds: [id] })
    expect(status).toBe(201)
    expect(said).toMatchObject({ body: '', bodyHtml: '', pictures: [{ id }] })
    const [shown] = (await received(author, postId)).items
    for (const { url, srcSet } of [said.pictures[0], shown.pictures[0], (await call(author, 'GET', `/comments/${said.id}`)).body.pictures[0]])
      for (const address of [url, srcSet]) expect(/until=\d+&seal=/.test(address)).toBe(privacy === 'private')
    // The text may be added and removed while the picture stays.
    expect((await call(author, 'PATCH', `/comments/${said.id}`, { body: { body: 'Look' } })).body).toMatchObject({ body: 'Look', pictures: [{ id }] })
    expect((await call(author, 'PATCH', `/comments/${said.id}`, { body: { body: '' } })).status).toBe(200)
    const two = [(await uploaded(author)).id, (await uploaded(author)).id]
    expect((await commentOn(author, postId, { body: '', mediaIds: two })).body.data.fields).toEqual({ mediaIds: 'PICTURES_TOO_MANY' })
    expect((await commentOn(author, postId, { body: '', mediaIds: [id] })).body.data.fields).toEqual({ mediaIds: 'PICTURE_UNKNOWN' })
    expect(await counted(postId)).toBe(1)
  }
})

test('comments on a post show their author’s current role in the community; comments on a campaign show none', async () => {
  const { owner, mod, author, communityId, postId } = await aDiscussion()
  const rootId = (await commentOn(owner, postId, { body: 'Root' })).body.id
  for (const who of [mod, author]) expect((await commentOn(who, postId, { body: 'Answer', parentId: rootId })).status).toBe(201)
  const answerRoles = async () =>
    (await call(null, 'GET', `/comments/${rootId}/replies`)).body.items.map(({ authorRole }: { authorRole: string }) => authorRole)
  expect((await received(null, postId)).items).toMatchObject([{ authorRole: 'owner' }])
  expect(await answerRoles()).toEqual(['mod', 'member'])
  await leaves(mod, communityId)
  expect(await answerRoles()).toEqual([null, 'member'])
  await call(owner, 'DELETE', `/comments/${rootId}`)
  expect((await received(null, postId)).items).toMatchObject([{ isRemoved: true, authorRole: null }])
  const campaign = await aCampaign(owner)
  expect((await call(owner, 'POST', `/campaigns/${campaign.id}/comments`, { body: { body: 'Here' } })).body).toMatchObject({ authorRole: null })
})

test('a comment on a post without a picture needs text', async () => {
  const { author, postId } = await aDiscussion()
  const campaign = await aCampaign(author)
  const { id } = await uploaded(author)
  const blank = { status: 422, body: { data: { fields: { body: 'COMMENT_BLANK' } } } }
  expect(await commentOn(author, postId, { body: ' ' })).toMatchObject(blank)
  expect(await commentOn(author, postId, { body: '', mediaIds: [] })).toMatchObject(blank)
  expect(await call(author, 'POST', `/campaigns/${campaign.id}/comments`, { body: { body: '', mediaIds: [id] } })).toMatchObject(blank)
  const { body: said } = await commentOn(author, postId, { body: 'Words' })
  expect(await call(author, 'PATCH', `/comments/${said.id}`, { body: { body: ' ' } })).toMatchObject(blank)
  expect((await commentOn(author, postId, { body: 'x'.repeat(5_001) })).body.data.fields).toEqual({ body: 'COMMENT_TOO_LONG' })
})

test('owner, mods and the author can delete a comment, the author also after leaving; other members and campaign creators cannot', async () => {
  const { owner, mod, author, other, communityId, postId } = await aDiscussion()
  const remove = (who: Person, id: string) => call(who, 'DELETE', `/comments/${id}`)
  const said = async (who: Person) => (await commentOn(who, postId, { body: 'Said' })).body.id as string
  for (const [who, by] of [
    [owner, author],
    [mod, author],
    [mod, owner],
    [author, author],
  ] as const)
    expect((await remove(who, await said(by))).status).toBe(200)
  const kept = await said(owner)
  expect((await remove(other, kept)).body.message).toBe('Only its author, and in a community its owner and mods, may do this.')
  expect((await call(mod, 'PATCH', `/comments/${kept}`, { body: { body: 'Not mine' } })).status).toBe(403)
  const last = await said(author)
  await leaves(author, communityId)
  expect((await call(author, 'PATCH', `/comments/${last}`, { body: { body: 'Still me' } })).body.code).toBe('MEMBERS_ONLY')
  expect((await remove(author, last)).status).toBe(200)
  expect(await counted(postId)).toBe(1)
})

test('a comment on a post sent twice with one key is stored once, and a person who was banned in between does not get it', async () => {
  const { author, communityId, postId } = await aDiscussion({ privacy: 'private' })
  const answers = await Promise.all(Array.from({ length: 10 }, () => commentOn(author, postId, { body: 'Once' }, { key: 'same' })))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect((await received(author, postId)).items).toHaveLength(1)
  expect((await commentOn(author, postId, { body: 'Other' }, { key: 'same' })).body.code).toBe('IDEMPOTENCY_KEY_REUSED')
  await setMembership(author, communityId, { status: 'banned' })
  const again = await commentOn(author, postId, { body: 'Once' }, { key: 'same' })
  const never = await commentOn(author, absent, { body: 'Once' })
  expect(again).toMatchObject({ status: 404, body: never.body })
})

test('a post’s comments are listed oldest first and found by id, and pages stay consistent while people post', async () => {
  const { author, postId } = await aDiscussion()
  const roots: string[] = []
  for (let n = 0; n < 8; n++) roots.push((await commentOn(author, postId, { body: `Thread ${n}` })).body.id)
  const { body: answer } = await commentOn(author, postId, { body: 'Answer', parentId: roots[5] })
  const { body: found } = await call(null, 'GET', `/comments/${answer.id}`)
  expect(found).toMatchObject({ id: answer.id, rootId: roots[5], depth: 1, postId, campaignId: null })
  const page = await received(null, postId, `?limit=2&cursor=${found.cursor}`)
  expect(page.items.map(({ id }: { id: string }) => id)).toEqual(roots.slice(5, 7))
  const { body: meanwhile } = await commentOn(author, postId, { body: 'Meanwhile' })
  const rest = await received(null, postId, `?limit=2&cursor=${page.nextCursor}`)
  expect(rest.items.map(({ id }: { id: string }) => id)).toEqual([roots[7], meanwhile.id])
  const { items, newest } = await received(null, postId)
  expect(items.map(({ id }: { id: string }) => id)).toEqual([...roots, meanwhile.id])
  expect(newest).toBe(meanwhile.id)
  expect((await call(null, 'GET', `/posts/${postId}/comments?cursor=none`)).status).toBe(400)
})

test('comments and likes during the deletion of their post leave no rows and cause no server error', async () => {
  const { store } = await theSite()
  const { owner, author, other, postId } = await aDiscussion()
  const { body: said } = await commentOn(author, postId, { body: 'Root' })
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, (_, n) => commentOn(n % 2 ? author : other, postId, { body: `Answer ${n}`, parentId: said.id })),
    liking(other, said.id),
    call(author, 'DELETE', `/comments/${said.id}`),
    call(owner, 'DELETE', `/posts/${postId}`),
    ...Array.from({ length: 4 }, () => liking(author, said.id)),
  ])
  for (const { status } of answers) expect([200, 201, 404, 422]).toContain(status)
  expect(await store.db.selectFrom('comment').select('id').where('post_id', '=', postId).execute()).toEqual([])
  expect(await store.db.selectFrom('comment_like').select('comment_id').where('comment_id', '=', said.id).execute()).toEqual([])
  expect((await received(author, postId)).code).toBe('NOT_FOUND')
})

test('a person who is banned while posting can comment until the ban and not afterwards', async () => {
  const { author, communityId, postId } = await aDiscussion()
  let isBanned = false
  const talk = async (n: number) => {
    const before = isBanned
    const { status } = await commentOn(author, postId, { body: `Word ${n}` })
    expect(before ? [403] : [201, 403]).toContain(status)
    return status === 201
  }
  const ban = async () => {
    await setMembership(author, communityId, { status: 'banned' })
    isBanned = true
  }
  const [, ...said] = await Promise.all([ban(), ...Array.from({ length: 12 }, (_, n) => talk(n))])
  const after = await Promise.all(Array.from({ length: 3 }, (_, n) => talk(n)))
  expect(after).toEqual([false, false, false])
  expect(await counted(postId)).toBe(said.filter(Boolean).length)
})

test('repeated and concurrent likes of a post’s comments count once per person', async () => {
  const { author, communityId, postId } = await aDiscussion()
  const { body: said } = await commentOn(author, postId, { body: 'Like this' })
  const people = await Promise.all(Array.from({ length: 10 }, () => aPerson()))
  for (const person of people) await setMembership(person, communityId)
  await Promise.all(people.flatMap((person) => Array.from({ length: 6 }, (_, n) => liking(person, said.id, n % 2 ? 'DELETE' : 'PUT'))))
  const answers = await Promise.all(people.map((person) => liking(person, said.id)))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.hasLiked}`))).toEqual(new Set(['200 true']))
  expect((await received(people[0] ?? null, postId)).items[0]).toMatchObject({ likes: 10, viewer: { hasLiked: true } })
})

test('a page of a post’s threads with pictures, likes and own likes needs at most 3 queries', async () => {
  const { author, communityId, postId } = await aDiscussion({ privacy: 'private' })
  const ids: string[] = []
  for (let n = 0; n < 21; n++) {
    const { body: said } = await commentOn(author, postId, { body: `Thread ${n}` })
    await liking(author, said.id)
    ids.push(said.id)
  }
  const fewest = await fewestStatements([postId, communityId, author.id, sessionToken(author), ...ids], async () => {
    const { items } = await received(author, postId, '?limit=20')
    expect(items).toHaveLength(20)
    expect(items[7]).toMatchObject({ likes: 1, viewer: { hasLiked: true } })
  })
  expect(fewest).toBeLessThanOrEqual(3)
  expect(fewest).toBeGreaterThanOrEqual(2)
})
