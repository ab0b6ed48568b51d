import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBackup } from '#main/operations/read-backup.ts'
import { readConfig } from '#platform/server/config.ts'
import { storageOf } from '#platform/server/open-storage.ts'
import { runCli } from '#tests/support/cli.ts'
import { openLine } from '#tests/support/load.ts'
import { aPictureStore, type PictureStore } from '#tests/support/picture-store.ts'
import { aPicture } from '#tests/support/pictures.ts'
import { aFolder, aPreparedFolder, freePort, remove, spawnProduct, startProduct } from '#tests/support/product.ts'
import { signedUp } from '#tests/support/visitor.ts'

const folders: string[] = []
const stores: PictureStore[] = []
const folder = () => kept(aFolder())
const preparedFolder = () => kept(aPreparedFolder())
function kept(made: string) {
  folders.push(made)
  return made
}
async function store() {
  const made = await aPictureStore()
  stores.push(made)
  return made
}
let file: string
let url: string
let cookie: string
let whole: Buffer
beforeAll(async () => {
  const pictures = await store()
  const dataDir = preparedFolder()
  const product = await startProduct({ dataDir, env: pictures.env })
  const line = openLine({ origin: product.origin, connections: 1 })
  cookie = (await signedUp(product, 'Ella Where')).cookie
  const { body, status } = await line.ask({ method: 'POST', path: '/api/v1/media', cookie, picture: await aPicture(900, 500) })
  expect(status).toBe(200)
  url = body.url
  whole = await shown(product.origin)
  line.close()
  expect(existsSync(join(dataDir, 'media'))).toBe(false)
  file = join(folder(), 'backup.tar.gz')
  // The server is running, with the database open.
  expect(await runCli({ dataDir, env: pictures.env, words: ['backup', file] })).toMatchObject({ code: 0 })
  expect(product.output()).not.toContain(pictures.env.S3_SECRET_ACCESS_KEY)
  expect(await product.stop()).toBe(0)
})
afterAll(async () => {
  folders.forEach(remove)
  for (const { stop } of stores) await stop()
})

/** Downloads the picture as its owner, who alone may see it yet. */
async function shown(origin: string): Promise<Buffer> {
  const response = await fetch(`${origin}${url}`, { headers: { cookie } })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

async function namesIn(env: Record<string, string>, dataDir: string): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of storageOf(readConfig({ DATA_DIR: dataDir, ...env })).list()) names.push(name)
  return names.sort()
}

test.concurrent('a backup of pictures in an S3 store can be restored into a folder, and a backup of that into another store', async () => {
  const { media } = await readBackup(file)
  expect(media.length).toBe(7)
  const names = media.map(({ name }) => name).sort()

  const unrelated = join(folder(), 'new')
  expect(await runCli({ dataDir: unrelated, words: ['restore', file] })).toMatchObject({ code: 0 })
  expect(await namesIn({}, unrelated)).toEqual(names)

  const again = join(folder(), 'again.tar.gz')
  expect(await runCli({ dataDir: unrelated, words: ['backup', again] })).toMatchObject({ code: 0 })
  const [elsewhere, place] = [await store(), join(folder(), 'new')]
  expect(await runCli({ dataDir: place, env: elsewhere.env, words: ['restore', again] })).toMatchObject({ code: 0 })
  expect(await namesIn(elsewhere.env, place)).toEqual(names)
  for await (const { name } of storageOf(readConfig({ DATA_DIR: unrelated })).list()) {
    const [one, other] = await Promise.all([{}, elsewhere.env].map((env) => storageOf(readConfig({ DATA_DIR: unrelated, ...env })).get(name)))
    expect(Buffer.from(one ?? []).equals(Buffer.from(other ?? []))).toBe(true)
    if (url.endsWith(name.slice(3))) expect(Buffer.from(one ?? []).equals(whole)).toBe(true)
  }
})

test.concurrent('a start with an unavailable or refusing picture store reports that and ends', async () => {
  const { env } = await store()
  const said = async (wrong: Record<string, string>) => {
    const started = spawnProduct({ dataDir: folder(), port: await freePort(), env: { ...env, ...wrong } })
    expect(await started.exited).toBe(1)
    expect(started.output()).not.toContain(env.S3_SECRET_ACCESS_KEY)
    return started.output()
  }
  expect(await said({ S3_ENDPOINT: 'http://127.0.0.1:47' })).toContain('The object storage at S3_ENDPOINT http://127.0.0.1:47 does not work (ECONNREFUSED).')
  expect(await said({ S3_BUCKET: 'nobodys' })).toContain('There is no bucket nobodys (S3_BUCKET)')
  expect(await said({ S3_BUCKET: '' })).toContain('S3_BUCKET is missing')
})

test.concurrent('while the picture store is unavailable pages are served, pictures get 503, and an upload can be repeated', async () => {
  const pictures = await store()
  const product = await startProduct({ dataDir: preparedFolder(), env: pictures.env })
  const line = openLine({ origin: product.origin, connections: 2 })
  const owner = await signedUp(product, 'Away Owner')
  const picture = await aPicture(300, 200)
  const { body } = await line.ask({ method: 'POST', path: '/api/v1/media', cookie: owner.cookie, picture })
  // A missing bucket refuses every request; the product must log that once, on one line.
  await pictures.refuse()
  for (let n = 0; n < 5; n++) expect((await line.ask({ method: 'GET', path: body.url, cookie: owner.cookie })).status).toBe(503)
  expect(product.output().match(/picture storage unavailable/g)).toHaveLength(1)
  expect(product.output()).not.toContain('    at ')
  await pictures.stop()
  const asked = { method: 'POST', path: '/api/v1/media', cookie: owner.cookie, picture: await aPicture(301, 200), key: 'again' }
  expect(await line.ask(asked)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  expect((await line.ask({ method: 'GET', path: body.url, cookie: owner.cookie })).status).toBe(503)
  expect((await line.ask({ method: 'GET', path: '/campaigns' })).status).toBe(200)
  expect((await line.ask({ method: 'GET', path: '/readyz' })).status).toBe(200)
  line.close()
  expect(await product.stop()).toBe(0)
})
