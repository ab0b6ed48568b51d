import { createHmac, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { hashingCost } from '#features/accounts/server/hashing.ts'
import { phrase } from '#features/leaving/policy.ts'
import { serve } from '#main/serve.ts'
import { readConfig } from '#platform/server/config.ts'
import { queueReading } from '#platform/server/job.ts'
import { storageOf } from '#platform/server/open-storage.ts'
import { aCampaignBody } from './campaign-body.ts'
import { makeDatabase } from './databases.ts'
import { anImageService } from './image-service.ts'
import { aPicture } from './pictures.ts'
import { silentPush } from './push-keys.ts'
import { untilServed } from './until-served.ts'

/**
 * Server and test are one process, and two hundred may ask at once: where it stands still with a lock in hand, others wait
 * for longer than the product's seconds. What is asked here is what it answers, not how fast.
 */
const patience = '?lock_timeout=60000&statement_timeout=100000&idle_in_transaction_session_timeout=100000'

/** Opens /metrics of these sites. */
export const metricsToken = 'a-token-of-the-tests'

// One hash of the real cost (accounts/hashing.test.ts) takes 120 ms of a core, and the suites need about a thousand.
Object.assign(hashingCost, { N: 1_024, p: 1 })
// A mail about a notification passes two queues.
Object.assign(queueReading, { everyMs: 100 })

/** The whole product on a real store, served on a port of its own; pages are not rendered here. */
async function open(env: Record<string, string> = {}, { isHurried = false } = {}) {
  const images = await anImageService(await aPicture(64, 36))
  const database = await makeDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'holdout-test-'))
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    DEMO: 'off',
    METRICS_TOKEN: metricsToken,
    ...images.env,
    ...silentPush,
    ...env,
    DATABASE_URL: `${database.url}${isHurried ? '' : patience}`,
  })
  const running = await serve({
    config,
    assets: null,
    say: () => {},
    renderPage: () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
  })
  running.store.pool.options.connectionTimeoutMillis = 20_000
  // A statement that waits for a lock is silent for as long.
  if (!isHurried) void running.store.unhurried(() => new Promise(() => {}))
  return {
    ...running,
    config,
    storage: storageOf(config),
    images,
    async close() {
      await running.stop()
      await images.stop()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

type Site = Awaited<ReturnType<typeof open>>
const shared = globalThis as { site?: Promise<Site> | undefined }
/** The one that all tests of a worker share. */
export const theSite = () => (shared.site ??= open())

/**
 * Until what it gives is called, `theSite` is one of its own, with these settings; where it is hurried, with the product's own limits of time.
 * Only inside one test file.
 */
export async function useSite(env: Record<string, string>, options: { isHurried?: boolean } = {}): Promise<() => Promise<void>> {
  const before = shared.site
  const own = open(env, options)
  shared.site = own
  const { close } = await own.catch((error: unknown) => {
    // What does not open must not stand in for the one that the other files share.
    shared.site = before
    throw error
  })
  return async () => {
    shared.site = before
    await close()
  }
}

export type Person = { id: string; cookie: string }
export type Answer = { status: number; body: any; headers: Headers }

/** Someone with an account and a session. `isCounted: false` has not confirmed the email. */
export async function aPerson(given: { isCounted?: boolean; role?: 'member' | 'moderator' | 'admin' } = {}): Promise<Person> {
  const { store } = await theSite()
  const id = uuidv7()
  await store.db
    .insertInto('person')
    .values({
      id,
      email: `${id}@people.test`,
      display_name: 'Test P.',
      first_name: 'Test',
      last_name: 'Person',
      role: given.role ?? 'member',
      counting_from: given.isCounted === false ? null : new Date(),
    })
    .execute()
  const { cookie } = await aSession(id)
  return { id, cookie }
}

/** A session of somebody, made beside the doors: no password is hashed for it. */
export async function aSession(personId: string): Promise<{ sessionId: string; cookie: string }> {
  const { store, config } = await theSite()
  const [sessionId, token] = [uuidv7(), randomUUID()]
  await store.db
    .insertInto('auth_session')
    .values({ id: sessionId, token, person_id: personId, expires_at: new Date(Date.now() + 3_600_000) })
    .execute()
  const signature = createHmac('sha256', config.authSecret).update(token).digest('base64')
  return { sessionId, cookie: `holdout.session=${encodeURIComponent(`${token}.${signature}`)}` }
}

/** Lets somebody delete the account: nothing of them is left. */
export async function left(person: Person): Promise<void> {
  const { status, body } = await call(person, 'DELETE', '/me', { body: { phrase } })
  if (status !== 200) throw new Error(`not deleted: ${status} ${JSON.stringify(body)}`)
}

/** Calls the public API as this person, or as a visitor. */
type Asked = { body?: unknown; key?: string; headers?: Record<string, string> }

export const call = (who: Person | null, method: string, path: string, options: Asked = {}): Promise<Answer> =>
  untilServed(
    () => callOnce(who, method, path, options),
    ({ status, body }) => status === 503 && body?.code === 'OVERLOADED',
  )

async function callOnce(who: Person | null, method: string, path: string, options: Asked): Promise<Answer> {
  const { origin } = await theSite()
  const response = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: {
      origin,
      ...(who ? { cookie: who.cookie } : {}),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(options.key ? { 'idempotency-key': options.key } : {}),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null }
}

/** `slug` is the part of its address that names it, which is a draft's id. */
export async function aCampaign(creator: Person, changes: Record<string, unknown> = {}): Promise<{ id: string; slug: string }> {
  const { status, body } = await call(creator, 'POST', '/campaigns', { body: aCampaignBody(changes) })
  if (status !== 201) throw new Error(`not created: ${status} ${JSON.stringify(body)}`)
  return { ...body, slug: body.slug ?? body.id }
}

/** Waits until `look` gives something true, at most 30 s: a loaded machine stands still for seconds. */
export async function until<T>(look: () => Promise<T> | T): Promise<NonNullable<T>> {
  const end = Date.now() + 30_000
  for (;;) {
    const seen = await look()
    if (seen) return seen as NonNullable<T>
    if (Date.now() > end) throw new Error('It did not happen within 30 s')
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
