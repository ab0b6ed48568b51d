import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderStorage } from '#platform/server/storage.ts'
import type { Uploading } from '#tests/support/http.ts'
import { aPictureStore, type PictureStore } from '#tests/support/picture-store.ts'
import { aBomb, aGif, anAnimation, aPdf, aPhoto, aPicture, aSvg, aVastPicture } from '#tests/support/pictures.ts'
import { aCampaign, aPerson, call, type Person, theSite, useSite } from '#tests/support/site.ts'
import { upload as uploadPicture } from '#tests/support/upload.ts'
import { sweepUnusedMedia } from './server/jobs.ts'
import { openMediaStore } from './server/media-store.ts'

const upload = (who: Person | null, given: Uploading) => uploadPicture(who, { purpose: 'campaign_cover', ...given })

async function open(who: Person | null, path: string, method = 'GET') {
  const { origin } = await theSite()
  const response = await fetch(`${origin}${path}`, { method, headers: who ? { cookie: who.cookie } : {} })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

async function storedFiles(id = ''): Promise<string[]> {
  const { storage } = await theSite()
  const names: string[] = []
  for await (const { name } of storage.list()) if (name.includes(id)) names.push(name)
  return names
}

/** Number of files of a picture: AVIF and WebP in each width, and one JPEG. */
const filesFor = (widths: number) => 2 * widths + 1

test('at most twenty pictures are queued, and the next one is refused with Retry-After', async () => {
  const opened = openMediaStore({ secret: 'a secret', storage: folderStorage('/nowhere') })
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const taken = Array.from({ length: 21 }, () => opened.inTurn(() => gate))
  await expect(opened.inTurn(() => gate)).rejects.toThrow()
  open()
  await Promise.all(taken)
  expect(await opened.inTurn(async () => 'free again')).toBe('free again')
})

describe.each(['a folder', 'a store of the S3 protocol'] as const)('in %s', (where) => {
  if (where !== 'a folder') {
    let pictures: PictureStore
    let leave: () => Promise<void>
    beforeAll(async () => {
      pictures = await aPictureStore()
      leave = await useSite(pictures.env)
    })
    afterAll(async () => {
      await leave?.()
      await pictures?.stop()
    })
  }

  test('a picture is stored as AVIF and WebP in every smaller width and as one JPEG, and is never enlarged', async () => {
    const owner = await aPerson()
    const wide = await upload(owner, { bytes: await aPicture(2400, 1350) })
    expect(wide).toMatchObject({ status: 200, body: { width: 1920, height: 1080, isGenerated: false } })
    const { id, url, srcSet, sources, placeholder } = wide.body
    const setOf = (ending: string) => [480, 800, 1200, 1920].map((width) => `/media/${id}-${width}.${ending} ${width}w`).join(', ')
    expect({ url, srcSet, sources }).toEqual({
      url: `/media/${id}-1200.jpg`,
      srcSet: setOf('webp'),
      sources: [{ type: 'image/avif', srcSet: setOf('avif') }],
    })
    expect(placeholder).toMatch(/^data:image\/webp;base64,[A-Za-z0-9+/=]+$/)
    expect(placeholder.length).toBeLessThan(1024)
    for (const width of [480, 800, 1200, 1920]) {
      const webp = await open(owner, `/media/${id}-${width}.webp`)
      expect(await sharp(webp.bytes).metadata()).toMatchObject({ format: 'webp', width })
      const avif = await open(owner, `/media/${id}-${width}.avif`)
      expect(avif.headers.get('content-type')).toBe('image/avif')
      // The application disables sharp's AVIF decoder, so the test checks the magic bytes.
      expect(avif.bytes.subarray(4, 12).toString('latin1')).toBe('ftypavif')
    }
    const jpeg = await open(owner, url)
    expect(jpeg.headers.get('content-type')).toBe('image/jpeg')
    expect(await sharp(jpeg.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 675 })
    expect(await storedFiles(id)).toHaveLength(filesFor(4))
    for (const file of [`${id}-480.jpg`, `${id}-1921.avif`]) expect((await open(owner, `/media/${file}`)).status).toBe(404)

    const small = await upload(owner, { bytes: await aPicture(300, 200), type: 'image/jpeg', name: 'a.jpg' })
    expect(small.body).toMatchObject({ width: 300, height: 200, url: `/media/${small.body.id}-300.jpg`, srcSet: `/media/${small.body.id}-300.webp 300w` })
  })

  test('a picture from an earlier version, stored as WebP only, is still served', async () => {
    const owner = await aPerson()
    const { store, storage } = await theSite()
    const { body } = await upload(owner, { bytes: await aPicture(640, 360) })
    await store.db
      .updateTable('media')
      .set({ formats: ['webp'] })
      .where('id', '=', body.id)
      .execute()
    for (const name of await storedFiles(body.id)) if (!name.endsWith('.webp')) await storage.remove(name)
    const { slug } = await aCampaign(owner, { coverMediaId: body.id })
    const { cover } = (await call(null, 'GET', `/campaigns/${slug}`)).body
    expect(cover).toMatchObject({ url: `/media/${body.id}-640.webp`, srcSet: body.srcSet, sources: [] })
    expect((await open(null, cover.url)).status).toBe(200)
    expect((await open(null, body.url)).status).toBe(404)
  })

  test('an error page that the picture store returns instead of a picture is not served', async () => {
    const { storage } = await theSite()
    const owner = await aPerson()
    const { body } = await upload(owner, { bytes: await aPicture(480, 270) })
    const files = await storedFiles(body.id)
    expect(files).toHaveLength(filesFor(1))
    for (const file of files) {
      await storage.put(file, new Uint8Array(Buffer.from('<html><script>alert(1)</script>Please pay your bill</html>')))
      const { status, headers, bytes } = await open(owner, `/media/${file.slice(3)}`)
      expect({ status, caching: headers.get('cache-control') }).toEqual({ status: 503, caching: 'private, no-store' })
      expect(bytes.toString()).not.toContain('Please pay')
    }
  })

  test('a photo loses its EXIF data and is stored upright', async () => {
    const owner = await aPerson()
    const photo = await aPhoto()
    expect(photo.includes('Spycam')).toBe(true)
    const { status, body } = await upload(owner, { bytes: photo, type: 'image/jpeg', name: 'DSC_0001.jpg' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ width: 400, height: 600 })
    const { storage } = await theSite()
    for (const file of await storedFiles(body.id)) {
      const kept = Buffer.from((await storage.get(file)) ?? [])
      if (!file.endsWith('.avif')) {
        const { exif, xmp, iptc, icc } = await sharp(kept).metadata()
        expect({ exif, xmp, iptc, icc }).toEqual({})
      }
      for (const word of ['Spycam', 'Exif', '<script', 'secret']) expect(kept.includes(word)).toBe(false)
    }
    // The lower left corner of the file is the upper left one after rotation.
    const { data } = await sharp((await open(owner, body.url)).bytes)
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(data[0]).toBeGreaterThan(180)
  })

  test('other formats are refused by their content, regardless of name and type', async () => {
    const owner = await aPerson()
    for (const bytes of [aSvg(), await aGif(), aPdf(), Buffer.from('<!doctype html><script>alert(1)</script>')]) {
      for (const type of ['image/png', 'image/jpeg', 'image/svg+xml', 'text/html']) {
        expect(await upload(owner, { bytes, type })).toMatchObject({ status: 415, body: { code: 'IMAGE_TYPE' } })
      }
    }
    expect((await upload(owner, { bytes: await aPicture(64, 64), type: 'image/gif' })).status).toBe(415)
    // The declared type need not match the content, as long as both are accepted types.
    expect((await upload(owner, { bytes: await aPicture(64, 64), type: 'image/webp', name: '../../etc/x.php.jpg' })).status).toBe(200)
  })

  test('broken, animated and empty pictures and decompression bombs are refused quickly, and nothing of them is stored', async () => {
    const owner = await aPerson()
    const before = new Set(await storedFiles())
    const photo = await aPhoto()
    const png = await aPicture(900, 600)
    const hostile: Record<string, Uint8Array> = {
      'truncated JPEG': photo.subarray(0, photo.length / 2),
      'truncated PNG': png.subarray(0, png.length - 200),
      'only a head': png.subarray(0, 40),
      'a bomb': await aBomb(16_000, 16_000),
      'a long strip': await aBomb(17_000, 20),
      'too many pixels': await aBomb(5_000, 5_000),
      '30,000 x 30,000 pixels': aVastPicture(30_000, 30_000),
      nothing: new Uint8Array(),
    }
    for (const [what, bytes] of Object.entries(hostile)) {
      const answer = await upload(owner, { bytes })
      expect({ what, status: answer.status, code: answer.body.code, fields: answer.body.data?.fields }).toEqual({
        what,
        status: 422,
        code: 'IMAGE_UNREADABLE',
        fields: { file: 'IMAGE_UNREADABLE' },
      })
    }
    expect(await upload(owner, { bytes: await anAnimation() })).toMatchObject({ status: 422, body: { data: { fields: { file: 'IMAGE_ANIMATED' } } } })
    expect((await storedFiles()).filter((name) => !before.has(name))).toEqual([])
  })

  test('a screenshot of a whole page is accepted, up to 16,384 pixels in height', async () => {
    const owner = await aPerson()
    for (const [width, height] of [
      [1_080, 9_000],
      [30, 16_384],
    ] as const) {
      const { status, body } = await upload(owner, { bytes: await aPicture(width, height) })
      expect([status, body.width, body.height]).toEqual([200, width, Math.min(height, 16_383)])
    }
  })

  test('a cover of exactly 4 MB is refused for its size, and one with a byte less is not', async () => {
    const owner = await aPerson()
    const png = await aPicture(64, 64)
    const filled = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)])
    expect(await upload(owner, { bytes: filled(4_194_304) })).toMatchObject({ status: 413, body: { code: 'IMAGE_TOO_LARGE' } })
    expect(await upload(owner, { bytes: filled(5_000_000) })).toMatchObject({ status: 413, body: { code: 'IMAGE_TOO_LARGE' } })
    expect((await upload(owner, { bytes: filled(4_194_303) })).status).not.toBe(413)
  })

  test('only its owner sees a picture until a public campaign shows it; for others it does not exist', async () => {
    const owner = await aPerson()
    const stranger = await aPerson()
    const { body: picture } = await upload(owner, { bytes: await aPicture(640, 360) })
    const never = await open(stranger, '/media/019ab000-0000-7000-8000-000000000000-640.webp')
    const { origin } = await theSite()
    const absent = Buffer.from(await (await fetch(`${origin}/api/v1/nothing`)).arrayBuffer())
    expect(never.bytes.equals(absent)).toBe(true)

    async function isHidden(from: Person | null) {
      const answer = await open(from, picture.url)
      const facts = (one: typeof answer) => [one.status, one.headers.get('content-type'), one.headers.get('cache-control'), one.bytes.toString()]
      expect(facts(answer)).toEqual(facts(never))
      expect(answer.status).toBe(404)
    }
    await isHidden(stranger)
    await isHidden(null)
    const own = await open(owner, picture.url)
    expect(own.status).toBe(200)
    expect(own.headers.get('cache-control')).toBe('private, no-store')

    await aCampaign(owner, { publish: false, coverMediaId: picture.id })
    await isHidden(stranger)
    await aCampaign(owner, { coverMediaId: picture.id })
    const shown = await open(null, picture.url)
    expect(shown.status).toBe(200)
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=60, must-revalidate',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    const again = await fetch(origin + picture.url, { headers: { 'if-none-match': shown.headers.get('etag') ?? '' } })
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'public, max-age=60, must-revalidate'])
    expect((await open(null, picture.url, 'HEAD')).headers.get('content-length')).toBe(String(shown.bytes.length))
    for (const path of [`/media/${picture.id}-641.webp`, `/media/${picture.id}-480.webp/`, '/media/x', `/media/../media/${picture.id}.webp`]) {
      expect((await open(owner, path)).status).toBe(404)
    }
  })

  test('an upload sent twice with one key is stored once, and another picture with that key is refused', async () => {
    const owner = await aPerson()
    const bytes = await aPicture(700, 400)
    const answers = await Promise.all([1, 2, 3].map(() => upload(owner, { bytes, key: 'cover-1' })))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await storedFiles(answers[0]?.body.id)).toHaveLength(filesFor(2))
    const { store } = await theSite()
    expect(await store.db.selectFrom('media').select('id').where('owner_id', '=', owner.id).execute()).toHaveLength(1)
    expect(await upload(owner, { bytes: await aPicture(701, 400), key: 'cover-1' })).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
  })

  test('visitors cannot upload, and a person can upload at most 200 pictures a day', async () => {
    const bytes = await aPicture(32, 32)
    expect((await upload(null, { bytes })).status).toBe(401)
    const owner = await aPerson()
    const { store } = await theSite()
    const row = { owner_id: owner.id, purpose: 'campaign_cover', content_hash: 'x', width: 1, height: 1, bytes: 1, placeholder: '' }
    await store.db
      .insertInto('media')
      .values(Array.from({ length: 199 }, () => ({ ...row, id: crypto.randomUUID() })))
      .execute()
    expect((await upload(owner, { bytes })).status).toBe(200)
    expect(await upload(owner, { bytes })).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
    expect((await upload(owner, { bytes, key: 'k' })).status).toBe(429)
  })

  test('the daily limit of 100 MB per person counts the stored bytes', async () => {
    const owner = await aPerson()
    const { store } = await theSite()
    const row = { owner_id: owner.id, purpose: 'campaign_cover', content_hash: 'x', width: 1, height: 1, placeholder: '' }
    await store.db
      .insertInto('media')
      .values({ ...row, id: crypto.randomUUID(), bytes: 100 * 1024 * 1024 - 10 })
      .execute()
    expect((await upload(owner, { bytes: await aPicture(32, 32) })).status).toBe(429)
  })

  test('the sweep deletes unused pictures and files without a row, and keeps the others', async () => {
    const owner = await aPerson()
    const { store, storage } = await theSite()
    const { body: unused } = await upload(owner, { bytes: await aPicture(600, 400) })
    const { body: drafted } = await upload(owner, { bytes: await aPicture(600, 401) })
    await aCampaign(owner, { publish: false, coverMediaId: drafted.id })
    const orphan = crypto.randomUUID()
    await storage.put(`${orphan.slice(-2)}/${orphan}-480.webp`, new Uint8Array(3))
    const foreign = `of-somebody-else-${orphan}.txt`
    await storage.put(foreign, new Uint8Array(3))

    await sweepUnusedMedia({ db: store.db, storage, olderThan: new Date(Date.now() - 60_000) })
    expect(await storedFiles(unused.id)).toHaveLength(filesFor(2))
    expect(await storedFiles(orphan)).toHaveLength(2)

    await sweepUnusedMedia({ db: store.db, storage, olderThan: new Date(Date.now() + 60_000) })
    expect(await storedFiles(unused.id)).toEqual([])
    expect(await storedFiles(orphan)).toEqual([foreign])
    await storage.remove(foreign)
    expect(await storedFiles(drafted.id)).toHaveLength(filesFor(2))
    expect((await open(owner, unused.url)).status).toBe(404)
    expect((await open(owner, drafted.url)).status).toBe(200)
  })
})
