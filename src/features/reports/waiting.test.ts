import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recordEvent } from '#features/notifications/server/public.ts'
import { aCompany, makeRepresentative } from '#tests/support/companies.ts'
import { casesAbout } from '#tests/support/moderation.ts'
import { bellOf } from '#tests/support/notifications.ts'
import { aComment, decide, ownReports, report } from '#tests/support/reporting.ts'
import { aCampaign, aPerson, call, type Person, theSite, until, useSite } from '#tests/support/site.ts'
import { closeGone, type RecordWaiting, remindOfQueue } from './server/jobs.ts'

test('reports about content that its author deleted are closed as gone, and moderators are reminded once a day of reports that wait', async () => {
  const { db } = (await theSite()).store
  const moderator = await aPerson({ role: 'moderator' })
  const [author, reader] = [await aPerson(), await aPerson()]
  const campaign = await aCampaign(author)
  const [gone, waiting] = [await aComment(author, campaign.id), await aComment(author, campaign.id)]
  for (const comment of [gone, waiting]) await report(reader, comment, { reason: 'spam' })
  await call(author, 'DELETE', `/comments/${gone.id}`)
  await closeGone(db)
  expect((await ownReports(reader)).map(({ outcome }: { outcome: string }) => outcome)).toEqual([null, 'gone'])
  await db
    .updateTable('report_case')
    .set({ opened_at: new Date(Date.now() - 13 * 3_600_000) })
    .where('subject_id', '=', waiting.id)
    .execute()
  const record: RecordWaiting = (tx, about) => recordEvent(tx, { type: 'queue_waiting', ...about })
  await db.deleteFrom('notification_reach').where(sql<boolean>`subject_id = md5('queue_waiting')::uuid`).execute()
  expect(await remindOfQueue(db, record)).toBe(true)
  expect(await remindOfQueue(db, record)).toBe(false)
  const bell = async (who: Person) => (await call(who, 'GET', '/notifications')).body.items.filter(({ type }: { type: string }) => type === 'queue_waiting')
  const [reminder] = await until(async () => {
    const items = await bell(moderator)
    return items.length > 0 ? items : null
  })
  expect(reminder.number).toBeGreaterThan(0)
  expect(await bell(reader)).toEqual([])
})

test('what a moderator hid for review stays in the queue and in the reminder until it is removed or shown again', async () => {
  const close = await useSite({})
  try {
    const { db } = (await theSite()).store
    const moderator = await aPerson({ role: 'moderator' })
    const [creator, author, reader] = [await aPerson(), await aPerson(), await aPerson()]
    const campaign = await aCampaign(creator)
    const [reported, unreported] = [await aComment(author, campaign.id), await aComment(author, campaign.id)]
    await report(reader, reported)
    for (const { id } of [reported, unreported]) expect((await decide(moderator, `comments/${id}`, 'hidden')).status).toBe(200)
    const hidden = { isUrgent: false, reporters: 0, reports: [], hidden: { state: 'hidden', reason: 'It gives a home address.' } }
    expect(await casesAbout(moderator, reported.id, unreported.id)).toMatchObject([hidden, hidden])
    expect((await ownReports(reader)).map(({ outcome }: { outcome: string }) => outcome)).toEqual(['hidden'])

    // Neither keeping nor warning decides if it is removed or shown again.
    await call(moderator, 'POST', '/moderation/reports/keep', { body: { kind: 'comment', id: unreported.id } })
    await call(moderator, 'POST', '/moderation/reports/warn', { body: { kind: 'comment', id: unreported.id, rule: 'spam', reason: 'An advertisement.' } })
    expect(await casesAbout(moderator, unreported.id)).toMatchObject([hidden])
    const remind = () => remindOfQueue(db, (tx, about) => recordEvent(tx, { type: 'queue_waiting', ...about }))
    expect(await remind()).toBe(false)
    await sql`update report_case set opened_at = now() - interval '13 hours' where subject_id = ${reported.id}`.execute(db)
    expect(await remind()).toBe(true)
    expect((await bellOf(moderator)).filter(({ type }) => type === 'queue_waiting')).toMatchObject([{ number: 2 }])

    await decide(moderator, `comments/${reported.id}`, 'removed')
    await decide(moderator, `comments/${unreported.id}`, 'visible')
    expect(await casesAbout(moderator, reported.id, unreported.id)).toEqual([])
    expect((await bellOf(reader)).filter(({ type }) => type === 'report_closed')).toMatchObject([{ outcome: 'hidden' }])
  } finally {
    await close()
  }
})

test('moderators are notified of appeals and companies that wait on their other pages, and read how many there are', async () => {
  const close = await useSite({})
  try {
    const { db } = (await theSite()).store
    const moderator = await aPerson({ role: 'moderator' })
    const [creator, author] = [await aPerson(), await aPerson()]
    const { id } = await aComment(author, (await aCampaign(creator)).id)
    const removed = await decide(moderator, `comments/${id}`, 'removed')
    const { decisionId } = removed.body.moderation
    expect((await call(author, 'POST', `/decisions/${decisionId}/appeal`, { body: { body: 'It is the address of the store.' } })).status).toBe(201)
    const remind = () => remindOfQueue(db, (tx, about) => recordEvent(tx, { type: 'queue_waiting', ...about }))
    const summary = async () => (await call(moderator, 'GET', '/moderation/reports/summary')).body
    expect(await summary()).toMatchObject({ open: 0, appeals: 1, companies: 0, joins: 0 })
    expect(await remind()).toBe(false)
    await sql`update moderation_appeal set created_at = now() - interval '13 hours'`.execute(db)
    await makeRepresentative(author, await aCompany(), { state: 'waiting' })
    expect(await summary()).toMatchObject({ open: 0, appeals: 1, companies: 1, joins: 0 })
    expect(await remind()).toBe(true)
    expect((await bellOf(moderator)).filter(({ type }) => type === 'queue_waiting')).toMatchObject([{ number: 2 }])
  } finally {
    await close()
  }
})
