import { expect, test } from 'vitest'
import { listening } from '#tests/support/live-listener.ts'
import { aCampaign, aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'
import { fewestStatements, sessionToken } from '#tests/support/statements.ts'

const postComment = (who: Person | null, id: string, body: unknown, options: { key?: string } = {}) =>
  call(who, 'POST', `/campaigns/${id}/comments`, { body, ...options })

test('a comment is sanitized Markdown under its author’s short name, newest thread first', async () => {
  const campaign = await aCampaign(await aPerson())
  const author = await aPerson()
  await postComment(author, campaign.id, { body: 'First' })
  const { status, body } = await postComment(author, campaign.id, { body: '  **Bold** <script>x</script> [link](javascript:alert(1))  ' })
  expect(status).toBe(201)
  expect(body).toMatchObject({ depth: 0, parentId: null, author: { id: author.id, name: 'Test P.' }, isEdited: false, likes: 0, viewer: { isAuthor: true } })
  expect(body.bodyHtml).toBe('<p><strong>Bold</strong> &lt;script&gt;x&lt;/script&gt; [link](javascript:alert(1))</p>\n')
  const { items } = (await call(null, 'GET', `/campaigns/${campaign.id}/comments`)).body
  expect(items.map((one: { body: string }) => one.body)[1]).toBe('First')
  expect(items[0].viewer).toEqual({ isAuthor: false, hasLiked: false })
})

test('replies are allowed to the third level and no deeper, and the parent must exist', async () => {
  const campaign = await aCampaign(await aPerson())
  const person = await aPerson()
  let parentId: string | undefined
  const ids = []
  for (let depth = 0; depth <= 3; depth++) {
    const { body } = await postComment(person, campaign.id, { body: `Depth ${depth}`, ...(parentId ? { parentId } : {}) })
    expect(body.depth).toBe(depth)
    parentId = body.id
    ids.push(body.id)
  }
  expect(await postComment(person, campaign.id, { body: 'Too deep', parentId })).toMatchObject({
    status: 422,
    body: { data: { fields: { parentId: 'TOO_DEEP' } } },
  })
  const elsewhere = await aCampaign(await aPerson())
  expect(await postComment(person, elsewhere.id, { body: 'Lost', parentId: ids[0] })).toMatchObject({
    body: { data: { fields: { parentId: 'PARENT_UNKNOWN' } } },
  })
  const { items } = (await call(null, 'GET', `/comments/${ids[0]}/replies`)).body
  expect(items.map(({ id }: { id: string }) => id)).toEqual(ids.slice(1))
  expect((await call(null, 'GET', `/campaigns/${campaign.id}/comments`)).body.items[0].replies).toBe(3)
})

test('a blank or too long comment is refused at its field', async () => {
  const campaign = await aCampaign(await aPerson())
  const person = await aPerson()
  for (const body of [' \n ', '\u200d\u0301\ufe0f', '\u{e0048}\u{e0069}'])
    expect(await postComment(person, campaign.id, { body })).toMatchObject({ status: 422, body: { data: { fields: { body: 'COMMENT_BLANK' } } } })
  expect(await postComment(person, campaign.id, { body: 'x'.repeat(5_001) })).toMatchObject({
    status: 422,
    body: { data: { fields: { body: 'COMMENT_TOO_LONG' } } },
  })
  expect((await postComment(person, campaign.id, { body: 'é'.repeat(5_000) })).status).toBe(201)
})

test('control characters of pasted text do not refuse it: they become line breaks or nothing', async () => {
  const campaign = await aCampaign(await aPerson())
  const person = await aPerson()
  const { status, body } = await postComment(person, campaign.id, { body: 'One\u000bTwo\u000cThree\u0007\u009b\tfour' })
  expect([status, body.body]).toEqual([201, 'One\nTwo\nThree\tfour'])
  expect((await call(null, 'GET', `/search?q=${encodeURIComponent('a\u0007b')}`)).status).toBe(200)
  expect((await postComment(person, campaign.id, { body: 'half \ud83d' })).status).toBe(400)
})

test('a comment sent twice with one key is stored once', async () => {
  const campaign = await aCampaign(await aPerson())
  const person = await aPerson()
  const answers = await Promise.all(Array.from({ length: 20 }, () => postComment(person, campaign.id, { body: 'Once' }, { key: 'same' })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect((await call(null, 'GET', `/campaigns/${campaign.id}/comments`)).body.items).toHaveLength(1)
})

test('only its author can change or delete a comment, also after the campaign has ended', async () => {
  const creator = await aPerson()
  const campaign = await aCampaign(creator)
  const author = await aPerson()
  const { body: said } = await postComment(author, campaign.id, { body: 'As I said' })
  await call(creator, 'POST', `/campaigns/${campaign.id}/archive`, { body: {} })
  for (const other of [creator, await aPerson({ role: 'moderator' })]) {
    expect((await call(other, 'PATCH', `/comments/${said.id}`, { body: { body: 'Not mine' } })).status).toBe(403)
    expect((await call(other, 'DELETE', `/comments/${said.id}`)).status).toBe(403)
  }
  expect((await call(author, 'PATCH', `/comments/${said.id}`, { body: { body: 'As I say' } })).body).toMatchObject({ body: 'As I say', isEdited: true })
  expect((await postComment(author, campaign.id, { body: 'More' })).body).toMatchObject({ code: 'CAMPAIGN_NOT_ACTIVE', status: 409 })
  expect((await call(author, 'DELETE', `/comments/${said.id}`)).status).toBe(200)
  // A second deletion gets the same response as an id that never existed.
  const [again, never] = await Promise.all([said.id, crypto.randomUUID()].map((id) => call(author, 'DELETE', `/comments/${id}`)))
  expect(again?.status).toBe(404)
  expect(again?.body).toEqual(never?.body)
  expect((await call(null, 'GET', `/campaigns/${campaign.id}/comments`)).body.items).toEqual([])
})

test('a deleted comment with replies keeps only its position, also in the database', async () => {
  const { store } = await theSite()
  const campaign = await aCampaign(await aPerson())
  const [one, two] = [await aPerson(), await aPerson()]
  const { body: said } = await postComment(one, campaign.id, { body: 'My secret' })
  await postComment(two, campaign.id, { body: 'Really?', parentId: said.id })
  await call(two, 'PUT', `/likes/campaign_comment/${said.id}`)
  await call(one, 'DELETE', `/comments/${said.id}`)
  const { items } = (await call(one, 'GET', `/campaigns/${campaign.id}/comments`)).body
  expect(items).toMatchObject([
    { id: said.id, author: null, body: '[deleted]', bodyHtml: '', isRemoved: true, likes: 0, replies: 1, viewer: { isAuthor: false } },
  ])
  const row = await store.db.selectFrom('comment').selectAll().where('id', '=', said.id).executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain('secret')
  expect((await call(two, 'PUT', `/likes/campaign_comment/${said.id}`)).status).toBe(404)
  expect((await postComment(two, campaign.id, { body: 'Anybody?', parentId: said.id })).status).toBe(422)
})

test('a deleted comment without replies is removed, and deleting the last reply removes the empty positions above it', async () => {
  const { store } = await theSite()
  const campaign = await aCampaign(await aPerson())
  const person = await aPerson()
  const chain: string[] = []
  for (let n = 0; n < 4; n++) chain.push((await postComment(person, campaign.id, { body: `Depth ${n}`, parentId: chain[n - 1] ?? null })).body.id)
  const { body: beside } = await postComment(person, campaign.id, { body: 'Beside', parentId: chain[1] })
  const kept = async () => {
    const rows = await store.db.selectFrom('comment').select('id').where('campaign_id', '=', campaign.id).orderBy('created_at').execute()
    return rows.map(({ id }) => id)
  }
  const remove = async (id: string | undefined) => expect((await call(person, 'DELETE', `/comments/${id}`)).status).toBe(200)
  for (const id of [chain[0], chain[2], chain[1]]) await remove(id)
  expect(await kept()).toEqual([...chain, beside.id])
  await remove(chain[3])
  expect(await kept()).toEqual([chain[0], chain[1], beside.id])
  await remove(beside.id)
  expect(await kept()).toEqual([])
})

test('concurrent replies and deletions in one thread leave no empty position and no reply without a parent', async () => {
  const { store } = await theSite()
  const campaign = await aCampaign(await aPerson())
  const people = await Promise.all(Array.from({ length: 6 }, () => aPerson()))
  const [author] = people
  const { body: root } = await postComment(author ?? null, campaign.id, { body: 'Root' })
  const { body: parent } = await postComment(author ?? null, campaign.id, { body: 'Parent', parentId: root.id })
  await call(author ?? null, 'DELETE', `/comments/${root.id}`)
  const answers = await Promise.all(
    people.map(async (person, n) => {
      const { status, body } = await postComment(person, campaign.id, { body: `Answer ${n}`, parentId: parent.id })
      const statuses = [status]
      if (status === 201) statuses.push((await call(person, 'DELETE', `/comments/${body.id}`)).status)
      if (n === 2) statuses.push((await call(author ?? null, 'DELETE', `/comments/${parent.id}`)).status)
      return statuses
    }),
  )
  for (const [said, ...removed] of answers) {
    expect([201, 422]).toContain(said)
    for (const status of removed) expect(status).toBe(200)
  }
  expect(await store.db.selectFrom('comment').select('id').where('campaign_id', '=', campaign.id).execute()).toEqual([])
})

test('repeated likes count once, and the last of a thousand mixed likes and unlikes decides', async () => {
  const campaign = await aCampaign(await aPerson())
  const author = await aPerson()
  const { body: said } = await postComment(author, campaign.id, { body: 'Like this' })
  const people = await Promise.all(Array.from({ length: 20 }, () => aPerson()))
  await Promise.all(
    people.flatMap((person) => Array.from({ length: 10 }, (_, n) => call(person, n % 2 ? 'DELETE' : 'PUT', `/likes/campaign_comment/${said.id}`))),
  )
  const answers = await Promise.all(people.map((person) => call(person, 'PUT', `/likes/campaign_comment/${said.id}`)))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.hasLiked}`))).toEqual(new Set(['200 true']))
  expect((await call(people[0] ?? null, 'GET', `/campaigns/${campaign.id}/comments`)).body.items[0]).toMatchObject({ likes: 20, viewer: { hasLiked: true } })
})

test('pages of threads and replies have no gaps and no repeats while people post', async () => {
  const campaign = await aCampaign(await aPerson())
  const person = await aPerson()
  for (let n = 0; n < 25; n++) await postComment(person, campaign.id, { body: `Thread ${n}` })
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const { body: page }: { body: any } = await call(null, 'GET', `/campaigns/${campaign.id}/comments?limit=10${cursor ? `&cursor=${cursor}` : ''}`)
    seen.push(...page.items.map((one: { body: string }) => one.body))
    cursor = page.nextCursor
    await postComment(person, campaign.id, { body: 'Meanwhile' })
  } while (cursor)
  expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => `Thread ${24 - n}`))
})

test('many concurrent comments on one campaign are all stored once, and repeats get the first response', async () => {
  const campaign = await aCampaign(await aPerson())
  const people = await Promise.all(Array.from({ length: 20 }, () => aPerson()))
  const { body: root } = await postComment(people[0] ?? null, campaign.id, { body: 'Root' })
  const answers = await Promise.all(
    people.flatMap((person, n) => [
      postComment(person, campaign.id, { body: `From ${n}` }, { key: 'one' }),
      postComment(person, campaign.id, { body: `From ${n}` }, { key: 'one' }),
      postComment(person, campaign.id, { body: `Answer ${n}`, parentId: root.id }, { key: 'two' }),
      postComment(person, campaign.id, { body: `Lost ${n}`, parentId: campaign.id }, { key: 'three' }),
      postComment(person, campaign.id, { body: ' ' }),
    ]),
  )
  expect(answers.map(({ status }) => status)).toEqual(people.flatMap(() => [201, 201, 201, 422, 422]))
  expect(new Set(answers.flatMap(({ body }) => body.id ?? [])).size).toBe(40)
  expect((await postComment(people[0] ?? null, campaign.id, { body: 'Another' }, { key: 'one' })).body.code).toBe('IDEMPOTENCY_KEY_REUSED')
  const { body: page } = await call(people[3] ?? null, 'GET', `/campaigns/${campaign.id}/comments?limit=100`)
  expect(page.items.map(({ body }: { body: string }) => body).sort()).toEqual(['Root', ...people.map((_, n) => `From ${n}`)].sort())
  // The response to the author equals what everybody reads.
  const mine = page.items.find(({ body }: { body: string }) => body === 'From 3')
  expect(answers[15]?.body).toEqual(mine)
})

test('a comment on a later page is found by its id, with its thread and the cursor at which the list starts with it', async () => {
  const campaign = await aCampaign(await aPerson())
  const person = await aPerson()
  const roots: string[] = []
  for (let n = 0; n < 8; n++) roots.unshift((await postComment(person, campaign.id, { body: `Thread ${n}` })).body.id)
  const { body: answer } = await postComment(person, campaign.id, { body: 'Answer', parentId: roots[5] })
  const { body: found } = await call(null, 'GET', `/comments/${answer.id}`)
  expect(found).toMatchObject({ id: answer.id, rootId: roots[5], depth: 1, campaignId: campaign.id })
  const { body: page } = await call(null, 'GET', `/campaigns/${campaign.id}/comments?limit=2&cursor=${found.cursor}`)
  expect(page.items.map(({ id }: { id: string }) => id)).toEqual(roots.slice(5, 7))
  expect(page.newest).toBe(answer.id)
  await call(person, 'DELETE', `/comments/${answer.id}`)
  expect((await call(person, 'GET', `/comments/${answer.id}`)).status).toBe(404)
})

test('a page of 20 threads with pictures, likes and own likes needs at most 4 queries', async () => {
  const campaign = await aCampaign(await aPerson())
  const person = await aPerson()
  const ids: string[] = []
  for (let n = 0; n < 21; n++) {
    const { body: said } = await postComment(person, campaign.id, { body: `Thread ${n}` })
    await call(person, 'PUT', `/likes/campaign_comment/${said.id}`)
    ids.push(said.id)
  }
  const fewest = await fewestStatements([campaign.id, person.id, sessionToken(person), ...ids], async () => {
    const { body } = await call(person, 'GET', `/campaigns/${campaign.id}/comments?limit=20`)
    expect(body.items).toHaveLength(20)
    expect(body.items[7]).toMatchObject({ likes: 1, viewer: { hasLiked: true } })
  })
  expect(fewest).toBeLessThanOrEqual(4)
  expect(fewest).toBeGreaterThanOrEqual(2)
})

test('open pages receive the ids of new comments and updates, without removed ones, and nothing of a draft', async () => {
  const { origin } = await theSite()
  const creator = await aPerson()
  const campaign = await aCampaign(creator)
  const draft = await aCampaign(creator, { publish: false })
  const { body: first } = await postComment(creator, campaign.id, { body: 'First' })
  const { received, close } = await listening({ origin, who: null, topics: `talk:${draft.id},talk:${campaign.id}` })
  const latest = () =>
    received()
      .split('\n')
      .findLast((line) => line.startsWith('data: {"topic":'))
  const event = (comments: string[], updates: string[]) =>
    until(
      () =>
        latest() ===
        `data: ${JSON.stringify({ topic: `talk:${campaign.id}`, data: { comments, updates, limits: { isLocked: false, slowSeconds: null }, statement: null } })}`,
    )
  await event([first.id], [])
  const { body: answer } = await postComment(await aPerson(), campaign.id, { body: 'Answer', parentId: first.id })
  await event([answer.id, first.id], [])
  const { body: told } = await call(creator, 'POST', `/campaigns/${campaign.id}/updates`, { body: { body: 'News' } })
  await event([answer.id, first.id], [told.id])
  await call(creator, 'DELETE', `/comments/${first.id}`)
  await event([answer.id], [told.id])
  expect(received()).not.toContain(draft.id)
  close()
})
