import { afterAll, expect, test } from 'vitest'
import { aCampaign, aPerson, call, type Person, theSite, until, useSite } from '#tests/support/site.ts'
import { openDrawing } from './server/draw-picture.ts'
import { dailyGenerations } from './terms.ts'

const cannotDraw = 'Failed to generate image. Please make sure you have an OpenAI API key configured or upload an image instead.'
const words = { title: 'No parcels from Globex', target: 'Globex' }
const generate = (who: Person | null, body: object = words, key?: string) => call(who, 'POST', '/media/generated', { body, ...(key ? { key } : {}) })

test('without an image service, a request for a cover is refused with the suggestion of an upload or the poster', async () => {
  const leave = await useSite({ OPENAI_API_KEY: '' })
  try {
    expect(await generate(await aPerson())).toMatchObject({ status: 409, body: { code: 'GENERATION_OFF', message: cannotDraw } })
    expect((await generate(null)).status).toBe(401)
  } finally {
    await leave()
  }
})

/** The fake image service of the shared site, set to answer normally. */
async function theService() {
  const { images } = await theSite()
  images.respondWith('picture')
  return images
}
afterAll(theService)

test('a cover is generated from title and target, stored like an upload, and marked as generated', async () => {
  const service = await theService()
  const owner = await aPerson()
  const { status, body } = await generate(owner, { title: '  No "parcels" ', target: 'Globex\nLtd' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ isGenerated: true, width: 64, height: 36, url: `/media/${body.id}-64.jpg` })
  const asked = service.requests.at(-1)
  expect(asked).toMatchObject({
    path: '/v1/images/generations',
    authorization: 'Bearer sk-test-that-nobody-may-see',
    body: { model: 'a-model', size: '1792x1024', quality: 'medium', n: 1 },
  })
  expect(asked?.body.prompt).toContain('"No \\"parcels\\""')
  expect(asked?.body.prompt).toContain('"Globex\\nLtd"')
  expect(JSON.stringify(asked?.body)).not.toContain(owner.id)

  const { slug } = await aCampaign(owner, { coverMediaId: body.id })
  expect((await call(null, 'GET', `/campaigns/${slug}`)).body.cover).toMatchObject({ id: body.id, isGenerated: true })
})

test('a repeat with the same key returns the same picture and generates no second one', async () => {
  const service = await theService()
  const owner = await aPerson()
  const before = service.requests.length
  const answers = await Promise.all([1, 2, 3].map(() => generate(owner, words, 'draw-1')))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect(service.requests.length).toBe(before + 1)
})

test('a refused prompt, an error and an unusable response of the service are reported differently, and nothing is stored', async () => {
  const service = await theService()
  const owner = await aPerson()
  const { store } = await theSite()
  service.respondWith('prompt refused')
  expect(await generate(owner)).toMatchObject({ status: 422, body: { code: 'GENERATION_REFUSED' } })
  for (const kind of ['server error', 'no picture', 'key refused'] as const) {
    service.respondWith(kind)
    const answer = await generate(owner)
    expect(answer).toMatchObject({ status: 503, body: { code: 'GENERATION_FAILED', message: cannotDraw } })
    expect(JSON.stringify(answer.body)).not.toContain('sk-test')
  }
  expect(await store.db.selectFrom('media').select('id').where('owner_id', '=', owner.id).execute()).toEqual([])
})

test('missing or too long texts are refused before the service is called', async () => {
  const service = await theService()
  const owner = await aPerson()
  const before = service.requests.length
  expect(await generate(owner, { title: ' ', target: 'x'.repeat(81) })).toMatchObject({
    status: 422,
    body: { data: { fields: { title: 'WORDS_MISSING', target: 'WORDS_TOO_LONG' } } },
  })
  expect(service.requests.length).toBe(before)
})

test('the daily limit of generated pictures includes failed ones', async () => {
  const service = await theService()
  const owner = await aPerson()
  service.respondWith('prompt refused')
  for (let times = 0; times < dailyGenerations; times++) expect((await generate(owner)).status).toBe(422)
  service.respondWith('picture')
  const before = service.requests.length
  expect(await generate(owner)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
  expect(service.requests.length).toBe(before)
  expect((await generate(await aPerson())).status).toBe(200)
})

test('a request that never reached the service is not counted', async () => {
  const service = await theService()
  const leave = await useSite({ ...service.env, OPENAI_BASE_URL: 'http://127.0.0.1:47/v1' })
  try {
    const owner = await aPerson()
    for (let times = 0; times <= dailyGenerations; times++) expect(await generate(owner)).toMatchObject({ status: 503, body: { code: 'GENERATION_FAILED' } })
  } finally {
    await leave()
  }
})

test('a queued request may wait as long as one generation may take', async () => {
  const service = await theService()
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl } = service.env
  const log = { info() {}, warn() {} } as any
  const asked = { prompt: 'A picture', personHash: 'x' }
  service.respondWith('none')
  const draw = openDrawing({ apiKey, baseUrl, model: 'm', log, patienceMs: 1_000 })
  const reasons = Promise.all(Array.from({ length: 21 }, () => draw(asked).catch((error: Error) => `${error.constructor.name}: ${error.message}`)))
  const notified = (await reasons).map(String)
  expect(notified.filter((one) => one === 'DrawingUnasked: Too many at once').length).toBeGreaterThanOrEqual(1)
  expect(notified.filter((one) => one === 'DrawingFailed: no response within 1000 ms').length).toBeGreaterThanOrEqual(4)
  expect(notified[20]).toBe('DrawingUnasked: Too many at once')
})

test('a client that disconnects cancels the request to the service', async () => {
  const service = await theService()
  const owner = await aPerson()
  const { origin } = await theSite()
  service.respondWith('none')
  const before = service.requests.length
  const ending = new AbortController()
  const headers = { origin, cookie: owner.cookie, 'content-type': 'application/json' }
  const sent = fetch(`${origin}/api/v1/media/generated`, { method: 'POST', body: JSON.stringify(words), headers, signal: ending.signal })
  await until(() => service.requests.length > before)
  ending.abort()
  await expect(sent).rejects.toThrow()
  await until(() => service.requests.at(-1)?.wasCancelled)
  service.respondWith('picture')
  expect((await generate(owner)).status).toBe(200)
})

test('a service that does not answer is given up after a timeout, and no log line contains the key', async () => {
  const service = await theService()
  service.respondWith('none')
  const lines: unknown[][] = []
  const write = (...line: unknown[]) => void lines.push(line)
  const log = { info: write, warn: write } as any
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl } = service.env
  const asked = { prompt: 'A picture', personHash: 'x' }
  await expect(openDrawing({ apiKey, baseUrl, model: 'm', log, patienceMs: 100 })(asked)).rejects.toThrow('no response within 100 ms')
  service.respondWith('key refused')
  await expect(openDrawing({ apiKey, baseUrl, model: 'm', log })(asked)).rejects.toThrow('responded with 401 invalid_api_key')
  await expect(openDrawing({ apiKey, baseUrl: 'http://127.0.0.1:9', model: 'm', log })(asked)).rejects.toThrow()
  service.respondWith('odd error code')
  await expect(openDrawing({ apiKey, baseUrl, model: 'm', log })(asked)).rejects.toThrow(/^responded with 400$/)
  expect(lines).toHaveLength(4)
  expect(JSON.stringify(lines)).not.toContain('sk-test')
})
