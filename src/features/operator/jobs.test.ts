import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { openNightlyBackups } from '#main/operations/nightly-backup.ts'
import { request } from '#tests/support/http.ts'
import { ownSite } from '#tests/support/own-site.ts'
import { aCampaign, aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'

// The tests count queued items, so no other test may use this site.
ownSite({ BACKUPS: 'on' })

const unknownId = '0197a000-0000-7000-8000-000000000000'
const error = '421 <ada@people.test> came too often'

test('for everybody but administrators the URLs of jobs respond byte for byte like unknown URLs, whatever is sent', async () => {
  const paths: [string, string][] = [
    ['GET', '/jobs'],
    ['GET', '/jobs/failed'],
    ['GET', '/jobs/failed?limit=none&cursor=x'],
    ['GET', '/jobs/log'],
    ['GET', '/jobs/log.csv'],
    ['POST', `/jobs/mail/${unknownId}/retry`],
    ['POST', '/jobs/nothing/x/retry'],
    ['DELETE', `/jobs/mail/${unknownId}`],
  ]
  for (const who of [null, await aPerson(), await aPerson({ role: 'moderator' })]) {
    for (const [method, path] of paths) {
      const [here, nowhere] = [await raw(who, method, path), await raw(who, method, `/jebs${path.slice(5)}`)]
      expect({ method, path, ...here }).toEqual({ method, path, ...nowhere })
      expect(here.status).toBe(404)
    }
  }
})

test('the log lists each use of a privilege with its reason, the latest first and page by page, and nothing in it can be changed', async () => {
  const { store } = await theSite()
  const [admin, member] = [await aPerson({ role: 'admin' }), await aPerson()]
  const grant = (role: string, reason: string) => call(admin, 'PUT', `/moderation/people/${member.id}/role`, { body: { role, reason } })
  expect((await grant('moderator', 'She has time on Sundays.')).status).toBe(200)
  expect((await grant('member', 'She has moved away.')).status).toBe(200)
  const first = (await call(admin, 'GET', '/jobs/log?limit=1')).body
  expect(first.items).toMatchObject([
    { action: 'role.granted', by: { id: admin.id }, subject: { kind: 'person', id: member.id }, reason: 'She has moved away.' },
  ])
  expect(first.items[0].details).toEqual(
    expect.arrayContaining([
      { name: 'from', value: 'moderator' },
      { name: 'to', value: 'member' },
    ]),
  )
  const next = (await call(admin, 'GET', `/jobs/log?limit=1&cursor=${encodeURIComponent(first.nextCursor)}`)).body
  expect(next.items).toMatchObject([{ reason: 'She has time on Sundays.' }])
  for (const change of [sql`delete from audit_log`, sql`update audit_log set action = 'x'`]) await expect(change.execute(store.db)).rejects.toThrow()
})

test('the log has the decisions of moderators about content and accounts between the other entries, once each', async () => {
  const [admin, moderator, author] = [await aPerson({ role: 'admin' }), await aPerson({ role: 'moderator' }), await aPerson()]
  const campaign = await aCampaign(author)
  const decision = { rule: 'harassment', reason: 'It names a private person.' }
  const moderate = (path: string, body: object) => call(moderator, 'PUT', path, { body: { ...decision, ...body } })
  const done = [
    await moderate(`/campaigns/${campaign.id}/moderation`, { state: 'removed' }),
    await moderate(`/campaigns/${campaign.id}/moderation`, { state: 'visible' }),
    await call(moderator, 'POST', '/moderation/reports/keep', { body: { kind: 'campaign', id: campaign.id } }),
    await moderate(`/moderation/people/${author.id}/suspension`, { days: 7, hidesContent: false }),
  ]
  expect(done.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const items = []
  let cursor = ''
  for (let n = 0; n < 2; n++) {
    const page = (await call(admin, 'GET', `/jobs/log?limit=2${cursor}`)).body
    items.push(...page.items)
    cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`
  }
  expect(items.map(({ action, by, subject }) => [action, by.id, subject.id])).toEqual([
    ['decision.suspended', moderator.id, author.id],
    ['reports.keep', moderator.id, campaign.id],
    ['decision.visible', moderator.id, campaign.id],
    ['decision.removed', moderator.id, campaign.id],
  ])
  expect(items[3]).toMatchObject({ reason: decision.reason, details: [{ name: 'rule', value: 'harassment' }] })
  const creator = await aPerson()
  const comment = (await call(await aPerson(), 'POST', `/campaigns/${(await aCampaign(creator)).id}/comments`, { body: { body: 'Off topic' } })).body
  expect((await call(creator, 'PUT', `/comments/${comment.id}/hidden`, { body: { reason: 'Off topic.' } })).status).toBe(200)
  const newest = async (by: string) => (await call(admin, 'GET', `/jobs/log?limit=1&by=${by}`)).body.items[0].action
  expect([await newest('site'), await newest('all')]).toEqual(['decision.suspended', 'decision.hidden_by_organizer'])
})

test('the log can be limited to the acts of one person, and downloaded as CSV', async () => {
  const [admin, other, member] = [await aPerson({ role: 'admin' }), await aPerson({ role: 'admin' }), await aPerson()]
  const grant = (who: Person, role: string, reason: string) => call(who, 'PUT', `/moderation/people/${member.id}/role`, { body: { role, reason } })
  await grant(admin, 'moderator', 'Has time, and "patience".')
  await grant(other, 'member', 'Has moved away.')
  const suspension = { days: 1, rule: 'spam', reason: 'Ten links.', hidesContent: false }
  await call(admin, 'PUT', `/moderation/people/${member.id}/suspension`, { body: suspension })
  const { items } = (await call(admin, 'GET', `/jobs/log?person=${admin.id}`)).body
  expect(items.map(({ action }: { action: string }) => action)).toEqual(['decision.suspended', 'role.granted'])
  const csv = await raw(admin, 'GET', `/jobs/log.csv?person=${admin.id}`)
  const lines = csv.text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toBe('at,person_id,person,action,subject,subject_id,details,reason')
  expect(lines[2]).toContain(`${admin.id},`)
  expect(lines[2]).toContain(`role.granted,person,${member.id},`)
  expect(lines[2]).toContain('"Has time, and ""patience""."')
})

test('queues show how many items wait, are being retried or have failed, and since when', async () => {
  const admin = await aPerson({ role: 'admin' })
  const before = await queuesOf(admin)
  await aFailed('mail')
  await aMail({ tries: 2 })
  await aMail({})
  const after = await queuesOf(admin)
  const [was, is] = [before.mail, after.mail]
  expect({ queued: is.queued - was.queued, retried: is.retried - was.retried, failed: is.failed - was.failed }).toEqual({ queued: 2, retried: 1, failed: 1 })
  expect(Date.now() - new Date(is.oldestAt).getTime()).toBeGreaterThan(3_000_000)
  expect(Object.keys(after)).toEqual(['notifications', 'handover', 'mail', 'push', 'digests', 'pledges'])
  expect(after.digests).toMatchObject({ retried: null, failed: null })
})

test('operators are warned while nobody has the role of moderator, also if the only one is suspended', async () => {
  const { store } = await theSite()
  await store.db.updateTable('person').set({ role: 'member' }).where('role', '=', 'moderator').execute()
  const admin = await aPerson({ role: 'admin' })
  const warnings = async () => (await call(admin, 'GET', '/jobs')).body.warnings
  expect(await warnings()).toEqual(['NO_MODERATORS'])
  const moderator = await aPerson({ role: 'moderator' })
  expect(await warnings()).toEqual([])
  await sql`update person set suspended_at = now() where id = ${moderator.id}`.execute(store.db)
  expect(await warnings()).toEqual(['NO_MODERATORS'])
  await store.db.updateTable('person').set({ suspended_at: null }).where('id', '=', moderator.id).execute()
})

test('the last run of a job is shown within seconds, whichever process ran it', async () => {
  const admin = await aPerson({ role: 'admin' })
  const tallies = await until(async () => (await call(admin, 'GET', '/jobs')).body.jobs.find((job: { name: string }) => job.name === 'tallies'))
  expect(Date.now() - new Date(tallies.lastDoneAt).getTime()).toBeLessThan(60_000)
  expect(tallies.done).toBeGreaterThan(0)
})

test('operators see the time and size of the last nightly backup, and why there is no newer one', async () => {
  const { store, storage, config } = await theSite()
  const admin = await aPerson({ role: 'admin' })
  const backups = async () => (await call(admin, 'GET', '/jobs')).body.backups
  // The nightly job begins at a random moment, so it may have made a backup already.
  rmSync(join(config.dataDir, 'backups'), { recursive: true, force: true })
  expect(await backups()).toEqual({ lastAt: null, lastBytes: null, problem: null })
  await openNightlyBackups(config.dataDir).make({ store, storage, signal: new AbortController().signal })
  const { lastAt, lastBytes, problem } = await backups()
  expect(Date.now() - new Date(lastAt).getTime()).toBeLessThan(60_000)
  expect(lastBytes).toBe(
    statSync(join(config.dataDir, 'backups', readdirSync(join(config.dataDir, 'backups')).find((name) => name.endsWith('.gz')) ?? '')).size,
  )
  expect(problem).toBeNull()
  const failedAt = new Date()
  const run = { name: 'nightly_backup', last_done_at: new Date(Date.now() - 60_000), last_failed_at: failedAt, done: 1, failed: 1 }
  await store.db
    .insertInto('job_run')
    .values({ ...run, last_error: 'Error ENOSPC' })
    .execute()
  expect(await backups()).toMatchObject({ lastAt, problem: 'NO_SPACE' })
  await store.db.updateTable('job_run').set({ last_error: 'Error EIO' }).where('name', '=', run.name).execute()
  expect(await backups()).toMatchObject({ problem: 'FAILED' })
  await store.db.updateTable('job_run').set({ last_done_at: new Date() }).where('name', '=', run.name).execute()
  expect(await backups()).toMatchObject({ problem: null })
})

test.each(['notifications', 'handover', 'mail', 'push'] as const)(
  '%s: failed items are listed without anybody’s text and can be retried or dropped, and the audit log records who did it',
  async (queue) => {
    const { store } = await theSite()
    const admin = await aPerson({ role: 'admin' })
    await aFailed(queue)
    await aFailed(queue)
    const [one, other] = (await failedOf(admin)).filter((item) => item.queue === queue)
    if (!one || !other) throw new Error('not listed')
    expect(JSON.stringify(one)).not.toMatch(/@|people\.test|push\.test|secret/)
    expect(one).toMatchObject({ tries: 9, error: '421 … came too often' })

    expect(await call(admin, 'POST', `/jobs/${queue}/${one.id}/retry`)).toMatchObject({ status: 200, body: { isDone: true } })
    expect(await call(admin, 'DELETE', `/jobs/${queue}/${other.id}`)).toMatchObject({ status: 200, body: { isDone: true } })
    for (const { id } of [one, other]) {
      expect((await failedOf(admin)).map((item) => item.id)).not.toContain(id)
      expect((await call(admin, 'POST', `/jobs/${queue}/${id}/retry`)).body.code).toBe('NOT_FOUND')
      expect((await call(admin, 'DELETE', `/jobs/${queue}/${id}`)).body.code).toBe('NOT_FOUND')
    }
    const log = await store.db.selectFrom('recorded_act').select(['action', 'subject_id', 'subject_kind', 'details']).where('actor_id', '=', admin.id).execute()
    expect(log).toHaveLength(2)
    expect(log).toContainEqual(expect.objectContaining({ action: 'job.retried', subject_kind: queue, subject_id: one.id }))
    expect(log).toContainEqual(expect.objectContaining({ action: 'job.dropped', subject_kind: queue, subject_id: other.id }))
    expect(log[0]?.details).toMatchObject({ tries: 9 })
  },
)

test('failed items of all queues are listed together in pages, the latest first, each once', async () => {
  const admin = await aPerson({ role: 'admin' })
  for (const queue of ['mail', 'push', 'notifications', 'handover', 'mail'] as const) await aFailed(queue)
  const all = await failedOf(admin)
  const paged: Item[] = []
  let cursor = ''
  do {
    const { body } = await call(admin, 'GET', `/jobs/failed?limit=2${cursor && `&cursor=${cursor}`}`)
    paged.push(...body.items)
    cursor = body.nextCursor ?? ''
  } while (cursor)
  // The list of all may be longer than a page of 100, and a job may give up another item between the requests.
  expect(paged.filter(({ id }) => all.some((one) => one.id === id))).toEqual(all)
  expect(new Set(paged.map(({ id }) => id)).size).toBe(paged.length)
  expect(all.map(({ failedAt }) => failedAt)).toEqual(
    all
      .map(({ failedAt }) => failedAt)
      .toSorted()
      .reverse(),
  )
  expect((await call(admin, 'GET', '/jobs/failed?cursor=x')).body.code).toBe('BAD_CURSOR')
})

test('dropping a delivery notifies nobody else and removes no delivered notification', async () => {
  const { store } = await theSite()
  const admin = await aPerson({ role: 'admin' })
  const id = await aFailed('notifications')
  await store.db.insertInto('notification').values({ person_id: admin.id, event_id: id }).execute()
  await call(admin, 'DELETE', `/jobs/notifications/${id}`)
  const event = await store.db.selectFrom('notification_event').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(event).toMatchObject({ failed_at: null, delivered_at: expect.any(Date), mailed_at: expect.any(Date), pushed_at: expect.any(Date) })
  expect(await store.db.selectFrom('notification').selectAll().where('event_id', '=', id).execute()).toHaveLength(1)
})

test('enqueueing for mail can be dropped or retried without affecting push, and the other way round', async () => {
  const { db } = (await theSite()).store
  const admin = await aPerson({ role: 'admin' })
  const state = (id: string) => db.selectFrom('notification_event').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  // The push channel is skipped while there is no push subscription, so the test needs one.
  await aFailed('push')
  const [dropped, retried] = [await aFailed('handover'), await aFailed('handover')]
  await db.updateTable('notification_event').set({ push_failed_at: new Date(), push_tries: 8, pushed_at: null }).where('id', '=', retried).execute()
  await db.updateTable('notification_event').set({ push_next_at: late, pushed_at: null }).where('id', '=', dropped).execute()
  await call(admin, 'DELETE', `/jobs/handover/${dropped}`)
  expect(await state(dropped)).toMatchObject({ mailed_at: expect.any(Date), mail_failed_at: null, pushed_at: null })
  await call(admin, 'POST', `/jobs/handover/${retried}/retry`)
  const done = await until(async () => ((await state(retried)).pushed_at && (await state(retried)).mailed_at ? state(retried) : undefined))
  expect(done).toMatchObject({ mail_failed_at: null, push_failed_at: null, last_error: null })
})

type Item = { queue: string; id: string; failedAt: string }

async function failedOf(who: Person): Promise<Item[]> {
  return (await call(who, 'GET', '/jobs/failed?limit=100')).body.items
}

async function queuesOf(who: Person) {
  const { body } = await call(who, 'GET', '/jobs')
  return Object.fromEntries(body.queues.map(({ name, ...queue }: { name: string }) => [name, queue]))
}

async function raw(who: Person | null, method: string, path: string) {
  const response = await request((await theSite()).origin, { method, path: `/api/v1${path}`, cookie: who?.cookie })
  const { date: _date, 'x-request-id': _id, ...headers } = Object.fromEntries(response.headers)
  return { status: response.status, text: await response.text(), headers }
}

/** Far enough in the future that no job processes the item during the test. */
const late = sql<Date>`now() + interval '1 day'`
const failedState = { tries: 9, last_error: error, failed_at: new Date(), next_try_at: late }

async function aMail(values: { tries?: number; last_error?: string; failed_at?: Date }): Promise<string> {
  const { store } = await theSite()
  const id = uuidv7()
  const letter = JSON.stringify({ secret: 'secret' })
  const created_at = sql<Date>`now() - interval '1 hour'`
  await store.db
    .insertInto('mail')
    .values({ id, kind: 'campaign_update', address: 'ada@people.test', letter, expires_at: late, created_at, next_try_at: late, ...values })
    .execute()
  return id
}

/** Inserts an item in the state in which the queue's job leaves it after giving up. */
async function aFailed(queue: 'notifications' | 'handover' | 'mail' | 'push'): Promise<string> {
  const { db } = (await theSite()).store
  const { next_try_at: _late, ...failure } = failedState
  if (queue === 'mail') return aMail(failure)
  const person = await aPerson()
  const { id: campaign_id } = await aCampaign(person)
  const [id, event_id] = [uuidv7(), uuidv7()]
  const done = { delivered_at: new Date(), mailed_at: new Date(), pushed_at: new Date() }
  const toMail = { mail_tries: 9, mail_failed_at: new Date(), last_error: error, pushed_at: new Date() }
  const state = { notifications: failedState, handover: { ...toMail, delivered_at: new Date() }, push: done }[queue]
  await db
    .insertInto('notification_event')
    .values({ id: event_id, type: 'campaign_victory', campaign_id, ...state })
    .execute()
  if (queue !== 'push') return event_id
  await db
    .insertInto('push_subscription')
    .values({ id, person_id: person.id, endpoint: `https://push.test/secret/${id}`, p256dh: 'secret', auth: 'secret' })
    .execute()
  await db
    .insertInto('push_message')
    .values({ subscription_id: id, event_id, ...failedState })
    .execute()
  return id
}
