import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderStorage } from '#platform/server/storage.ts'
import { aGif, aPicture } from '#tests/support/pictures.ts'
import { aCampaign, aPerson, call, type Person, theSite } from '#tests/support/site.ts'
import { upload, uploaded } from '#tests/support/upload.ts'
import { sweepUnusedMedia } from './server/jobs.ts'

async function open(who: Person | null, path: string) {
  const { origin } = await theSite()
  const response = await fetch(`${origin}${path}`, { headers: who ? { cookie: who.cookie } : {} })
  const facts = [response.status, response.headers.get('content-type'), response.headers.get('cache-control')]
  return { facts, bytes: Buffer.from(await response.arrayBuffer()) }
}
const postComment = (who: Person, id: string, body: object) => call(who, 'POST', `/campaigns/${id}/comments`, { body: { body: 'Look', ...body } })

test('an attachment of up to exactly 4 MB is accepted in three formats, and other files are refused with their own messages', async () => {
  const owner = await aPerson()
  const png = await aPicture(64, 64)
  const filled = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)])
  expect((await upload(owner, { bytes: filled(4_194_304) })).status).not.toBe(413)
  expect(await upload(owner, { bytes: filled(4_194_305) })).toMatchObject({ status: 413, body: { message: 'Image must be smaller than 4MB' } })
  for (const given of [{ bytes: await aGif() }, { type: 'image/gif' }]) {
    expect(await upload(owner, given)).toMatchObject({ status: 415, body: { message: 'Only JPEG, PNG, and WebP images are allowed' } })
  }
})

test('a comment can show its author’s own picture; a comment with an invalid picture is refused as a whole', async () => {
  const campaign = await aCampaign(await aPerson())
  const author = await aPerson()
  const [one, two] = [await uploaded(author, { width: 41 }), await uploaded(author, { width: 42 })]
  expect((await postComment(author, campaign.id, { mediaIds: [one.id, two.id] })).body).toMatchObject({ status: 422, code: 'PICTURES_TOO_MANY' })
  expect((await postComment(await aPerson(), campaign.id, { mediaIds: [one.id] })).body).toMatchObject({ status: 422, code: 'PICTURE_UNKNOWN' })
  expect((await call(null, 'GET', `/campaigns/${campaign.id}/comments`)).body.items).toEqual([])
  const { status, body } = await postComment(author, campaign.id, { mediaIds: [one.id] })
  expect({ status, pictures: body.pictures.length, url: body.pictures[0].url }).toEqual({ status: 201, pictures: 1, url: one.url })
  expect((await postComment(author, campaign.id, { mediaIds: [one.id] })).status).toBe(422)
})

test('a picture that was uploaded as an attachment cannot be a cover', async () => {
  const owner = await aPerson()
  const campaign = await aCampaign(owner)
  const picture = await uploaded(owner)
  const asCover = await call(owner, 'PATCH', `/campaigns/${campaign.id}`, { body: { coverMediaId: picture.id } })
  expect(asCover).toMatchObject({ status: 422, body: { data: { fields: { cover: 'COVER_UNKNOWN' } } } })
  expect((await postComment(owner, campaign.id, { mediaIds: [picture.id] })).status).toBe(201)
  expect((await call(null, 'GET', `/campaigns/${campaign.id}`)).body.cover).toBeNull()
})

test('a picture that is used concurrently in two places is attached to one', async () => {
  const campaign = await aCampaign(await aPerson())
  const author = await aPerson()
  const { id } = await uploaded(author)
  const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => postComment(author, campaign.id, { body: `Try ${n}`, mediaIds: [id] })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422])
  expect((await call(null, 'GET', `/campaigns/${campaign.id}/comments`)).body.items).toHaveLength(1)
})

test('a picture is public while something public shows it; otherwise it does not exist for others', async () => {
  const creator = await aPerson()
  const stranger = await aPerson()
  const campaign = await aCampaign(creator)
  const never = await open(stranger, '/media/019ab000-0000-7000-8000-000000000000-40.webp')
  async function isHidden(url: string) {
    for (const who of [stranger, null]) expect(await open(who, url)).toEqual(never)
  }

  const picture = await uploaded(creator)
  await isHidden(picture.url)
  expect((await open(creator, picture.url)).facts[0]).toBe(200)
  const { body: told } = await call(creator, 'POST', `/campaigns/${campaign.id}/updates`, { body: { body: 'Look', mediaIds: [picture.id] } })
  expect((await open(null, picture.url)).facts).toEqual([200, 'image/jpeg', 'public, max-age=60, must-revalidate'])
  await call(creator, 'DELETE', `/updates/${told.id}`)
  await isHidden(picture.url)

  const other = await uploaded(stranger)
  const { body: said } = await postComment(stranger, campaign.id, { mediaIds: [other.id] })
  await postComment(creator, campaign.id, { parentId: said.id })
  expect((await open(null, other.url)).facts[0]).toBe(200)
  await call(stranger, 'DELETE', `/comments/${said.id}`)
  for (const who of [creator, null]) expect(await open(who, other.url)).toEqual(never)
  expect((await call(null, 'GET', `/campaigns/${campaign.id}/comments`)).body.items[0]).toMatchObject({ isRemoved: true, pictures: [] })
})

test('a picture in a draft is visible to its owner only, however it was attached', async () => {
  const { store } = await theSite()
  const creator = await aPerson()
  const draft = await aCampaign(creator, { publish: false })
  const picture = await uploaded(creator)
  const update = { id: crypto.randomUUID(), campaign_id: draft.id, creator_id: creator.id, body: 'Early', body_html: '<p>Early</p>' }
  await store.db.insertInto('campaign_update').values(update).execute()
  const row = { entity_type: 'campaign_update', entity_id: update.id, media_id: picture.id, file_type: 'image/webp', width: 40, height: 30, sort_order: 0 }
  await store.db
    .insertInto('attachment')
    .values({ id: crypto.randomUUID(), ...row })
    .execute()
  expect((await open(await aPerson(), picture.url)).facts[0]).toBe(404)
  expect((await open(creator, picture.url)).facts[0]).toBe(200)
})

test('the sweep keeps pictures that are in use and deletes those of deleted content', async () => {
  const { store, config } = await theSite()
  const creator = await aPerson()
  const campaign = await aCampaign(creator)
  const [kept, gone] = [await uploaded(creator, { width: 43 }), await uploaded(creator, { width: 44 })]
  await postComment(creator, campaign.id, { mediaIds: [kept.id] })
  const { body: told } = await call(creator, 'POST', `/campaigns/${campaign.id}/updates`, { body: { body: 'Look', mediaIds: [gone.id] } })
  const storage = folderStorage(join(config.dataDir, 'media'))
  const sweep = () => sweepUnusedMedia({ db: store.db, storage, olderThan: new Date(Date.now() + 60_000) })
  await sweep()
  expect((await open(null, gone.url)).facts[0]).toBe(200)
  await call(creator, 'DELETE', `/updates/${told.id}`)
  await sweep()
  expect((await open(creator, gone.url)).facts[0]).toBe(404)
  expect((await open(null, kept.url)).facts[0]).toBe(200)
})

test('the pictures of a comment or campaign that a moderator hid exist for their owner and for moderators only, until it is restored', async () => {
  const [creator, author, stranger, moderator] = [await aPerson(), await aPerson(), await aPerson(), await aPerson({ role: 'moderator' })]
  const campaign = await aCampaign(creator)
  const [shown, told] = [await uploaded(author), await uploaded(creator)]
  const { body: said } = await postComment(author, campaign.id, { mediaIds: [shown.id] })
  await call(creator, 'POST', `/campaigns/${campaign.id}/updates`, { body: { body: 'Look', mediaIds: [told.id] } })
  const decide = (path: string, state: string) => call(moderator, 'PUT', `${path}/moderation`, { body: { state, reason: 'It shows a home.' } })
  const statuses = (url: string) => Promise.all([null, stranger, creator, author, moderator].map(async (who) => (await open(who, url)).facts[0]))
  for (const state of ['hidden', 'removed']) {
    await decide(`/comments/${said.id}`, state)
    expect(await statuses(shown.url)).toEqual([404, 404, 404, 200, 200])
    expect((await open(moderator, shown.url)).facts[2]).toBe('private, no-store')
  }
  await decide(`/comments/${said.id}`, 'visible')
  await decide(`/campaigns/${campaign.id}`, 'hidden')
  expect(await statuses(shown.url)).toEqual([404, 404, 404, 200, 200])
  expect(await statuses(told.url)).toEqual([404, 404, 200, 404, 200])
  await decide(`/campaigns/${campaign.id}`, 'visible')
  for (const { url } of [shown, told]) expect((await open(null, url)).facts[0]).toBe(200)
})
