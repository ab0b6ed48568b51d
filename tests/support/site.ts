import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { hashingCost } from '#features/accounts/server/hashing.ts'
import { phrase } from '#features/settings/leaving/terms.ts'
import { personLimits } from '#features/trust/terms.ts'
import { serve } from '#main/serve.ts'
import { readConfig } from '#platform/server/config.ts'
import { queueReading } from '#platform/server/job.ts'
import { storageOf } from '#platform/server/open-storage.ts'
import { sessionValue } from '#platform/server/session.ts'
import { aCampaignBody } from './campaign-body.ts'
import { makeDatabase } from './databases.ts'
import { request } from './http.ts'
import { anImageService } from './image-service.ts'
import { noNameServer } from './name-server.ts'
import { aPicture } from './pictures.ts'
import { silentPush } from './push-keys.ts'
import { untilServed } from './until-served.ts'

/**
 * Longer time limits: server and test are one process, with up to two hundred simultaneous requests. If the process pauses while a request has
 * a row lock, other requests wait longer than the product's limits allow. Tests check the responses, not their speed.
 */
const patience = '?lock_timeout=60000&statement_timeout=100000&idle_in_transaction_session_timeout=100000'

/** The token for /metrics of these sites. */
export const metricsToken = 'a-token-of-the-tests'

// One hash with the real cost (accounts/hashing.test.ts) takes 120 ms of a core, and the suites need about a thousand.
Object.assign(hashingCost, { N: 1_024, p: 1 })
// A few people of the tests write and publish everything.
Object.assign(personLimits, { othersFactor: 1_000 })
// Milliseconds. Short, because an email about a notification passes two queues. Reading the queues every 100 ms costs an idle site a seventh of a core.
Object.assign(queueReading, { everyMs: 400 })

/** The whole product on a real database, served on its own port; pages are not rendered. */
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
    DNS_SERVERS: noNameServer,
    ...images.env,
    ...silentPush,
    ...env,
    DATABASE_URL: `${database.url}${isHurried ? '' : patience}`,
  })
  const running = await serve({
    config,
    assets: null,
    print: () => {},
    renderPage: () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
  })
  running.store.pool.options.connectionTimeoutMillis = 20_000
  // While a statement waits for a lock it gets no answer, so the client's time limit is removed too.
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
/** The site that all tests of a worker share. Entries that people name are in its lists at once, whatever moderators other tests make. */
export const theSite = () => (shared.site ??= openShared())

async function openShared(): Promise<Site> {
  const site = await open()
  await site.store.pool.query('create or replace function has_moderators() returns boolean language sql stable as $$ select false $$')
  return site
}

/**
 * Until the returned function is called, `theSite` is a new site with these settings. With `isHurried` it has the product's own time limits.
 * Only for use inside one test file.
 */
export async function useSite(env: Record<string, string>, options: { isHurried?: boolean } = {}): Promise<() => Promise<void>> {
  const before = shared.site
  const own = open(env, options)
  shared.site = own
  const { close } = await own.catch((error: unknown) => {
    // A site that fails to open must not replace the shared one.
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

/** A person with an account and a session. `isCounted: false`: their email address is not confirmed. `isNew`: limits of new people apply. */
export async function aPerson(given: { isCounted?: boolean; isNew?: boolean; role?: 'member' | 'moderator' | 'admin' } = {}): Promise<Person> {
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
      is_established: !given.isNew,
    })
    .execute()
  const { cookie } = await aSession(id)
  return { id, cookie }
}

/** Inserts a session for a person, without hashing a password. */
export async function aSession(personId: string): Promise<{ sessionId: string; cookie: string }> {
  const { store, config } = await theSite()
  const [sessionId, token] = [uuidv7(), randomUUID()]
  await store.db
    .insertInto('auth_session')
    .values({ id: sessionId, token, person_id: personId, expires_at: new Date(Date.now() + 3_600_000) })
    .execute()
  return { sessionId, cookie: `holdout.session=${sessionValue(token, config.authSecret)}` }
}

/** Deletes this person's account through the API. */
export async function left(person: Person): Promise<void> {
  const { status, body } = await call(person, 'DELETE', '/me', { body: { phrase } })
  if (status !== 200) throw new Error(`not deleted: ${status} ${JSON.stringify(body)}`)
}

type RequestOptions = { body?: unknown; key?: string; headers?: Record<string, string> }

/** Calls the public API as this person, or as a visitor. Repeats a request that is refused as OVERLOADED. */
export const call = (who: Person | null, method: string, path: string, options: RequestOptions = {}): Promise<Answer> =>
  untilServed(
    () => callOnce(who, method, path, options),
    ({ status, body }) => status === 503 && body?.code === 'OVERLOADED',
  )

async function callOnce(who: Person | null, method: string, path: string, options: RequestOptions): Promise<Answer> {
  const { origin } = await theSite()
  const headers = { ...(options.key && { 'idempotency-key': options.key }), ...options.headers }
  const response = await request(origin, { method, path: `/api/v1${path}`, cookie: who?.cookie, body: options.body, headers })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null }
}

/** `slug` is the part of the address that identifies the campaign; for a draft it is the id. */
export async function aCampaign(creator: Person, changes: Record<string, unknown> = {}): Promise<{ id: string; slug: string }> {
  const { status, body } = await call(creator, 'POST', '/campaigns', { body: aCampaignBody(changes) })
  if (status !== 201) throw new Error(`not created: ${status} ${JSON.stringify(body)}`)
  return { ...body, slug: body.slug ?? body.id }
}

/** Polls until `look` returns a truthy value, at most 30 s: a loaded machine may pause for seconds. */
export async function until<T>(look: () => Promise<T> | T): Promise<NonNullable<T>> {
  const end = Date.now() + 30_000
  for (;;) {
    const seen = await look()
    if (seen) return seen as NonNullable<T>
    if (Date.now() > end) throw new Error('It did not happen within 30 s')
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
