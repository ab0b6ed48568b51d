import { expect, test } from 'vitest'
import { aCampaign, aPerson, call, type Person, theSite } from '#tests/support/site.ts'

const saying = (who: Person | null, id: string, body: unknown, options: { key?: string } = {}) =>
  call(who, 'POST', `/campaigns/${id}/comments`, { body, ...options })

test('a comment is safe Markdown under its author’s short name, newest thread first', async () => {
  const campaign = await aCampaign(await aPerson())
  const author = await aPerson()
  await saying(author, campaign.id, { body: 'First' })
  const { status, body } = await saying(author, campaign.id, { body: '  **Bold** <script>x</script> [link](javascript:alert(1))  ' })
  expect(status).toBe(201)
  expect(body).toMatchObject({ depth: 0, parentId: null, author: { id: author.id, name: 'Test P.' }, isEdited: false, likes: 0, viewer: { isAuthor: true } })
  expect(body.bodyHtml).toBe('<p><strong>Bold</strong> &lt;script&gt;x&lt;/script&gt; [link](javascript:alert(1))</p>\n')
  const { items } = (await call(null, 'GET', `/campaigns/${campaign.id}/comments`)).body
  expect(items.map((one: { body: string }) => one.body)[1]).toBe('First')
  expect(items[0].viewer).toEqual({ isAuthor: false, hasLiked: false })
})

test('an answer may be answered to the third depth and no deeper; the parent must be there', async () => {
  const campaign = await aCampaign(await aPerson())
  const person = await aPerson()
  let parentId: string | undefined
  const ids = []
  for (let depth = 0; depth <= 3; depth++) {
    const { body } = await saying(person, campaign.id, { body: `Depth ${depth}`, ...(parentId ? { parentId } : {}) })
    expect(body.depth).toBe(depth)
    parentId = body.id
    ids.push(body.id)
  }
  expect(await saying(person, campaign.id, { body: 'Too deep', parentId })).toMatchObject({ status: 422, body: { data: { fields: { parentId: 'TOO_DEEP' } } } })
  const elsewhere = await aCampaign(await aPerson())
  expect(await saying(person, elsewhere.id, { body: 'Lost', parentId: ids[0] })).toMatchObject({ body: { data: { fields: { parentId: 'PARENT_UNKNOWN' } } } })
  const { items } = (await call(null, 'GET', `/comments/${ids[0]}/replies`)).body
  expect(items.map(({ id }: { id: string }) => id)).toEqual(ids.slice(1))
  expect((await call(null, 'GET', `/campaigns/${campaign.id}/comments`)).body.items[0].replies).toBe(3)
})

test('a blank or too long comment is refused at its field', async () => {
  const campaign = await aCampaign(await aPerson())
  const person = await aPerson()
  expect(await saying(person, campaign.id, { body: ' \n ' })).toMatchObject({ status: 422, body: { data: { fields: { body: 'COMMENT_BLANK' } } } })
  expect(await saying(person, campaign.id, { body: 'x'.repeat(5_001) })).toMatchObject({
    status: 422,
    body: { data: { fields: { body: 'COMMENT_TOO_LONG' } } },
  })
  expect((await saying(person, campaign.id, { body: 'é'.repeat(5_000) })).status).toBe(201)
})

test('a comment sent twice under one key appears once', async () => {
  const campaign = await aCampaign(await aPerson())
  const person = await aPerson()
  const answers = await Promise.all(Array.from({ length: 20 }, () => saying(person, campaign.id, { body: 'Once' }, { key: 'same' })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect((await call(null, 'GET', `/campaigns/${campaign.id}/comments`)).body.items).toHaveLength(1)
})

test('only its author changes or deletes a comment, also after the campaign has ended', async () => {
  const creator = await aPerson()
  const campaign = await aCampaign(creator)
  const author = await aPerson()
  const { body: said } = await saying(author, campaign.id, { body: 'As I said' })
  await call(creator, 'POST', `/campaigns/${campaign.id}/archive`, { body: {} })
  for (const other of [creator, await aPerson({ role: 'moderator' })]) {
    expect((await call(other, 'PATCH', `/comments/${said.id}`, { body: { body: 'Not mine' } })).status).toBe(403)
    expect((await call(other, 'DELETE', `/comments/${said.id}`)).status).toBe(403)
  }
  expect((await call(author, 'PATCH', `/comments/${said.id}`, { body: { body: 'As I say' } })).body).toMatchObject({ body: 'As I say', isEdited: true })
  expect((await saying(author, campaign.id, { body: 'More' })).body).toMatchObject({ code: 'CAMPAIGN_NOT_ACTIVE', status: 409 })
  for (let twice = 0; twice < 2; twice++) expect((await call(author, 'DELETE', `/comments/${said.id}`)).status).toBe(200)
  expect((await call(null, 'GET', `/campaigns/${campaign.id}/comments`)).body.items).toEqual([])
})

test('of a deleted comment with an answer only the place is left, in the store too', async () => {
  const { store } = await theSite()
  const campaign = await aCampaign(await aPerson())
  const [one, two] = [await aPerson(), await aPerson()]
  const { body: said } = await saying(one, campaign.id, { body: 'My secret' })
  await saying(two, campaign.id, { body: 'Really?', parentId: said.id })
  await call(two, 'PUT', `/likes/campaign_comment/${said.id}`)
  await call(one, 'DELETE', `/comments/${said.id}`)
  const { items } = (await call(one, 'GET', `/campaigns/${campaign.id}/comments`)).body
  expect(items).toMatchObject([
    { id: said.id, author: null, body: '[deleted]', bodyHtml: '', isRemoved: true, likes: 0, replies: 1, viewer: { isAuthor: false } },
  ])
  const row = await store.db.selectFrom('campaign_comment').selectAll().where('id', '=', said.id).executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain('secret')
  expect((await call(two, 'PUT', `/likes/campaign_comment/${said.id}`)).status).toBe(404)
  expect((await saying(two, campaign.id, { body: 'Anybody?', parentId: said.id })).status).toBe(422)
})

test('a like counts once however often it is set, and a thousand mixed likes end with the last word', async () => {
  const campaign = await aCampaign(await aPerson())
  const author = await aPerson()
  const { body: said } = await saying(author, campaign.id, { body: 'Like this' })
  const people = await Promise.all(Array.from({ length: 20 }, () => aPerson()))
  await Promise.all(
    people.flatMap((person) => Array.from({ length: 10 }, (_, n) => call(person, n % 2 ? 'DELETE' : 'PUT', `/likes/campaign_comment/${said.id}`))),
  )
  const answers = await Promise.all(people.map((person) => call(person, 'PUT', `/likes/campaign_comment/${said.id}`)))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.hasLiked}`))).toEqual(new Set(['200 true']))
  expect((await call(people[0] ?? null, 'GET', `/campaigns/${campaign.id}/comments`)).body.items[0]).toMatchObject({ likes: 20, viewer: { hasLiked: true } })
})

test('pages of threads and answers neither skip nor repeat while people go on talking', async () => {
  const campaign = await aCampaign(await aPerson())
  const person = await aPerson()
  for (let n = 0; n < 25; n++) await saying(person, campaign.id, { body: `Thread ${n}` })
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const { body: page }: { body: any } = await call(null, 'GET', `/campaigns/${campaign.id}/comments?limit=10${cursor ? `&cursor=${cursor}` : ''}`)
    seen.push(...page.items.map((one: { body: string }) => one.body))
    cursor = page.nextCursor
    await saying(person, campaign.id, { body: 'Meanwhile' })
  } while (cursor)
  expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => `Thread ${24 - n}`))
})

test('nobody can tell a draft’s discussion from one that never was', async () => {
  const creator = await aPerson()
  const draft = await aCampaign(creator, { publish: false })
  const absent = '00000000-0000-7000-8000-000000000000'
  const stranger = await aPerson()
  for (const path of ['comments', 'history']) {
    expect((await call(stranger, 'GET', `/campaigns/${draft.id}/${path}`)).body).toEqual((await call(stranger, 'GET', `/campaigns/${absent}/${path}`)).body)
  }
  expect(await saying(stranger, draft.id, { body: 'x' })).toMatchObject({ status: 404 })
  expect(await saying(creator, draft.id, { body: 'x' })).toMatchObject({ status: 409 })
})
