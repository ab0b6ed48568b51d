import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { openUrlSigner } from '#features/media/server/signed-url.ts'
import { aCommunity, leaves, setMembership, write } from '#tests/support/communities.ts'
import { request } from '#tests/support/http.ts'
import { aCampaign, aPerson, call, type Person, theSite } from '#tests/support/site.ts'
import { uploaded } from '#tests/support/upload.ts'

async function open(who: Person | null, path: string) {
  const { origin } = await theSite()
  const response = await request(origin, { path, cookie: who?.cookie })
  const name = (header: string) => response.headers.get(header)
  return { status: response.status, cache: name('cache-control') ?? '', type: name('content-type'), location: name('location'), text: await response.text() }
}
const plain = (address: string) => address.slice(0, address.indexOf('?'))
const neverWas = '/media/019ab000-0000-7000-8000-000000000000-40.webp'

/** A private community with a picture on a post of its member. */
async function aPrivatePicture() {
  const [owner, author] = [await aPerson(), await aPerson()]
  const id = await aCommunity(owner, { privacy: 'private' })
  await setMembership(author, id)
  const { id: mediaId } = await uploaded(author)
  const { body } = await write(author, id, { body: 'Among us', mediaIds: [mediaId] })
  const address: string = body.picture.url
  return { owner, author, id, mediaId, postId: body.id as string, picture: body.picture, address }
}

test('every URL of a picture on a private post is signed, and works for members until it expires', async () => {
  const { owner, picture, address } = await aPrivatePicture()
  const addresses: string[] = [
    picture.url,
    ...[picture.srcSet, ...picture.sources.map((source: { srcSet: string }) => source.srcSet)].map((set) => set.split(' ')[0]),
  ]
  expect(addresses).toHaveLength(3)
  for (const each of addresses) {
    expect(each).toMatch(/^\/media\/[0-9a-f-]{36}-\d+\.(jpg|webp|avif)\?until=\d{10}&seal=[\w-]{43}$/)
    const asked = Date.now()
    const { status, cache, type } = await open(owner, each)
    const answered = Date.now()
    expect({ status, type: type?.startsWith('image/') }).toEqual({ status: 200, type: true })
    const seconds = Number(/^private, max-age=(\d+)$/.exec(cache)?.[1])
    const until = Number(/until=(\d+)/.exec(each)?.[1])
    expect(seconds).toBeGreaterThanOrEqual(Math.floor(until - answered / 1_000))
    expect(seconds).toBeLessThanOrEqual(Math.ceil(until - asked / 1_000))
    expect(seconds).toBeLessThanOrEqual(7_200)
  }
  expect((await open(owner, address)).text.length).toBeGreaterThan(100)
})

test('a member with a missing, expired, forged or foreign signature is redirected to a new URL, and the redirect is not cached', async () => {
  const { owner, picture, address } = await aPrivatePicture()
  const { config } = await theSite()
  const { sign } = openUrlSigner(config.authSecret)
  const old = sign(plain(address), Date.now() - 3 * 3_600_000)
  const foreign = openUrlSigner('another secret').sign(plain(address))
  const other = `${plain(address)}?${picture.srcSet.split(' ')[0].split('?')[1]}`
  const later = address.replace(/until=(\d+)/, (_, until) => `until=${Number(until) + 3_600}`)
  for (const path of [plain(address), old, foreign, other, later, `${plain(address)}?until=x&seal=`]) {
    // The signature changes every hour, possibly during the request.
    const before = sign(plain(address))
    const sent = await open(owner, path)
    expect(sent).toMatchObject({ status: 302, cache: 'private, no-store', text: '' })
    expect([before, sign(plain(address))]).toContain(sent.location)
  }
  expect((await open(owner, address)).status).toBe(200)
})

test('the uploader has no special right to the picture of a post: after leaving or a ban it does not exist for them', async () => {
  const { author, owner, id, address } = await aPrivatePicture()
  expect((await open(author, address)).status).toBe(200)
  await leaves(author, id)
  const never = await open(author, neverWas)
  for (const path of [address, plain(address)]) expect(await open(author, path)).toEqual(never)
  await setMembership(author, id)
  expect((await open(author, address)).status).toBe(200)
  await setMembership(author, id, { status: 'banned' })
  expect((await open(author, address)).status).toBe(404)
  expect((await open(owner, address)).status).toBe(200)
})

test('pictures of comments on a private post, and its community’s banner, are for members only; removed ones are for nobody', async () => {
  const { store } = await theSite()
  const { owner, author, id, postId } = await aPrivatePicture()
  const [said, banner] = [await uploaded(author, { width: 41 }), await uploaded(owner, { width: 42 })]
  const comment = { id: uuidv7(), post_id: postId, author_id: author.id, depth: 0, body: '', body_html: '' }
  await store.db
    .insertInto('comment')
    .values({ ...comment, root_id: comment.id })
    .execute()
  const row = { entity_type: 'comment', entity_id: comment.id, media_id: said.id, file_type: 'image/webp', width: 41, height: 30, sort_order: 0 }
  await store.db
    .insertInto('attachment')
    .values({ id: uuidv7(), ...row })
    .execute()
  await store.db.updateTable('community').set({ banner_media_id: banner.id }).where('id', '=', id).execute()
  for (const { url } of [said, banner]) {
    const { location } = await open(owner, url)
    expect((await open(author, location ?? '')).status).toBe(200)
    for (const who of [null, await aPerson()]) expect((await open(who, location ?? '')).status).toBe(404)
  }
  await store.db.updateTable('comment').set({ removed_at: new Date() }).where('id', '=', comment.id).execute()
  await store.db.updateTable('community').set({ banner_media_id: null }).where('id', '=', id).execute()
  expect((await open(owner, said.url)).status).toBe(404)
  expect((await open(author, banner.url)).status).toBe(404)
})

test('a picture of a public community has a permanent URL for everybody until the community becomes private', async () => {
  const { store } = await theSite()
  const owner = await aPerson()
  const id = await aCommunity(owner)
  const { id: mediaId, url } = await uploaded(owner)
  expect((await open(null, url)).status).toBe(404)
  const { body } = await write(owner, id, { body: 'For all', mediaIds: [mediaId] })
  expect(body.picture.url).toBe(url)
  expect(await open(null, url)).toMatchObject({ status: 200, cache: 'public, max-age=60, must-revalidate' })
  await store.db.updateTable('community').set({ privacy: 'private' }).where('id', '=', id).execute()
  expect((await open(null, url)).status).toBe(404)
  expect(await open(owner, url)).toMatchObject({ status: 302 })
  await call(owner, 'DELETE', `/posts/${body.id}`)
  // The picture is on no post any more, so until the sweep deletes it only its uploader may open it.
  expect((await open(owner, url)).status).toBe(200)
})

test('a picture of a private community cannot be used in anything public', async () => {
  const { author, mediaId } = await aPrivatePicture()
  const campaign = await aCampaign(author)
  const again = await call(author, 'POST', `/campaigns/${campaign.id}/comments`, { body: { body: 'Look', mediaIds: [mediaId] } })
  expect(again.body.code).toBe('PICTURE_UNKNOWN')
})
