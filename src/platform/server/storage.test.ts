import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeServer, listenOnFreePort } from '#tests/support/http-servers.ts'
import { aPictureStore, type PictureStore } from '#tests/support/picture-store.ts'
import { readConfig } from './config.ts'
import { openStorage, storageOf } from './open-storage.ts'
import { type FileStorage, StorageUnavailable } from './storage.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'holdout-storage-'))
let pictures: PictureStore
beforeAll(async () => {
  pictures = await aPictureStore()
})
afterAll(async () => {
  await pictures?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const settings = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: dataDir, ...env })
const bytes = (text: string) => new Uint8Array(Buffer.from(text))

async function namesIn(storage: FileStorage): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of storage.list()) names.push(name)
  return names.sort()
}

describe.each([
  ['a folder', () => ({})],
  ['a store of the S3 protocol', () => pictures.env],
] as const)('%s', (_, env) => {
  test('returns stored files, and null for missing ones', async () => {
    const storage = await openStorage(settings(env()))
    expect(await namesIn(storage)).toEqual([])
    expect(await storage.get('ab/none.webp')).toBeNull()
    await storage.put('ab/one.webp', bytes('first'))
    await storage.put('ab/one.webp', bytes('second'))
    await storage.put('cd/two.avif', bytes(''))
    expect(Buffer.from((await storage.get('ab/one.webp')) ?? []).toString()).toBe('second')
    expect(await storage.get('cd/two.avif')).toHaveLength(0)
    expect(await namesIn(storage)).toEqual(['ab/one.webp', 'cd/two.avif'])
    for await (const { modifiedAt } of storage.list()) expect(Math.abs(modifiedAt.getTime() - Date.now())).toBeLessThan(60_000)
    await storage.remove('ab/one.webp')
    await storage.remove('ab/one.webp')
    await storage.remove('cd/two.avif')
    expect(await namesIn(storage)).toEqual([])
  })

  test('refuses names that lead to other folders', async () => {
    const storage = await openStorage(settings(env()))
    for (const name of ['../x.webp', '/x.webp', 'a/../../x.webp', 'x', 'a b.webp', 'a?b.webp', 'a/.webp'])
      await expect((async () => storage.put(name, bytes('x')))()).rejects.toThrow('Not a valid file name')
  })
})

test('lists many thousand files, page by page', async () => {
  const storage = await openStorage(settings(pictures.env))
  const names = Array.from({ length: 1_203 }, (_, at) => `ff/${String(at).padStart(5, '0')}.webp`)
  for (let at = 0; at < names.length; at += 100) await Promise.all(names.slice(at, at + 100).map((name) => storage.put(name, bytes('x'))))
  expect(await namesIn(storage)).toEqual(names)
})

test.each([
  [{ S3_ENDPOINT: 'http://127.0.0.1:47' }, /S3_ENDPOINT http:\/\/127\.0\.0\.1:47 does not work \(ECONNREFUSED\)/],
  [{ S3_BUCKET: 'not-there' }, /no bucket not-there \(S3_BUCKET\)/],
  [{ S3_ENDPOINT: 'ftp://x' }, /S3_ENDPOINT must be the address/],
  [{ S3_SECRET_ACCESS_KEY: '' }, /S3_SECRET_ACCESS_KEY is missing/],
  [{ S3_SECRET_ACCESS_KEY: 'two words' }, /S3_SECRET_ACCESS_KEY must be/],
])('wrong settings are reported at the start: %j', async (wrong, said) => {
  const start = async () => openStorage(settings({ ...pictures.env, ...wrong }))
  const error: unknown = await start().catch((problem: unknown) => problem)
  expect(String(error)).toMatch(said)
  expect(String(error)).not.toContain('nobody-may-see')
})

describe('a store that', () => {
  let answer: (request: IncomingMessage, response: ServerResponse) => void
  let asked = 0
  const server = createServer((request, response) => {
    asked++
    request.resume()
    answer(request, response)
  })
  let env: Record<string, string>
  beforeAll(async () => {
    env = { ...pictures.env, S3_ENDPOINT: `http://127.0.0.1:${await listenOnFreePort(server)}/` }
  })
  afterAll(() => closeServer(server))

  test('refuses the key is distinguished from one that is unavailable, and the start reports that without the key', async () => {
    answer = (_, response) => response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code><Message>test-key test-secret</Message></Error>')
    const error = await openStorage(settings(env)).catch((problem: unknown) => problem)
    expect(String(error)).toMatch(/denied access \(403 SignatureDoesNotMatch\): check S3_ACCESS_KEY_ID/)
    expect(String(error)).not.toMatch(/test-key|test-secret/)
  })

  test('refuses later, after it has worked, counts as temporarily unavailable', async () => {
    answer = (_, response) => response.writeHead(403).end('<Error><Code>AccessDenied</Code><Message>test-key</Message></Error>')
    const storage = storageOf(settings(env))
    for (const call of [() => storage.get('ab/x.webp'), () => storage.put('ab/x.webp', bytes('x')), () => storage.remove('ab/x.webp')]) {
      const error: unknown = await call().catch((problem: unknown) => problem)
      expect(error).toBeInstanceOf(StorageUnavailable)
      expect(String(error)).toMatch(/responded with 403 AccessDenied$/)
    }
  })

  test('fails is retried, and given up after three attempts', async () => {
    const stumbling = [503, 500, 200]
    answer = (_, response) => response.writeHead(stumbling.shift() ?? 200).end('ok')
    const { s3Storage } = await import('./s3-storage.ts')
    const { s3 } = settings(env)
    if (!s3) throw new Error('no settings')
    const storage = s3Storage(s3)
    await storage.put('ab/x.webp', bytes('x'))
    asked = 0
    answer = (request) => request.socket.destroy()
    await expect(storage.get('ab/x.webp')).rejects.toThrow(StorageUnavailable)
    expect(asked).toBe(3)
  })

  test('is used with path-style addresses and a signature over the content', async () => {
    let seen: { url: string | undefined; authorization: string | undefined; digest: unknown } | null = null
    answer = ({ url, headers }, response) => {
      seen = { url, authorization: headers.authorization, digest: headers['x-amz-content-sha256'] }
      response.end()
    }
    const { s3Storage } = await import('./s3-storage.ts')
    const { s3 } = settings(env)
    if (!s3) throw new Error('no settings')
    await s3Storage(s3).put('ab/x.webp', bytes('x'))
    expect(seen).toEqual({
      url: '/holdout-media/media/ab/x.webp',
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=test-key\/\d{8}\/us-east-1\/s3\/aws4_request, SignedHeaders=host;.*x-amz-content-sha256/,
      ),
      digest: '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881',
    })
  })
})
