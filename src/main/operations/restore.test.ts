import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folderStorage } from '#platform/server/storage.ts'
import { isForDeleted } from '#platform/server/store/deleted-person.ts'
import { openStore, type Store } from '#platform/server/store/open-store.ts'
import { plantCommunity, plantInvite, plantLink, plantPost, plantPostComment } from '#tests/support/communities.ts'
import { makeDatabase } from '#tests/support/databases.ts'
import { aCampaign, aPerson, left, theSite, until, useSite } from '#tests/support/site.ts'
import { uploaded } from '#tests/support/upload.ts'
import { differences } from './recount.ts'
import { restoreBackup } from './restore.ts'
import { writeBackup } from './write-backup.ts'

const folder = mkdtempSync(join(tmpdir(), 'holdout-restore-'))
let close: () => Promise<void>
beforeAll(async () => {
  close = await useSite({})
})
afterAll(async () => {
  await close()
  rmSync(folder, { recursive: true, force: true })
})

test('what people who have left made comes back with a backup, and the new store takes nothing more for them', async () => {
  const { store, storage } = await theSite()
  const person = await aPerson()
  const cover = await uploaded(person, { purpose: 'campaign_cover' })
  await aCampaign(person, { coverMediaId: cover.id })
  await left(person)
  // The store numbers this queue itself; what waits in it comes back, and what is added then has a number of its own.
  const queued = { subject_id: cover.id }
  const inQueue = (from: Store) => from.db.selectFrom('subject_digest_due').select('subject_id').where('subject_id', '=', cover.id).execute()
  const file = join(folder, 'backup.tar.gz')
  // The job that empties the queue once a minute may have come before the backup: then again.
  await until(async () => {
    await store.db.insertInto('subject_digest_due').values(queued).execute()
    await writeBackup({ store, storage, sink: createWriteStream(file) })
    return (await inQueue(store)).length === 1
  })

  const database = process.env.TEST_STORE === 'postgres' ? await makeDatabase() : null
  const restored = await openStore({ url: database?.url, folder: 'memory://', onError: () => {} })
  try {
    const { ok, lines } = await restoreBackup(restored, { storage: folderStorage(join(folder, 'media')), file })
    expect([ok, lines.length]).toEqual([true, 1])
    const media = await restored.db.selectFrom('media').select('id').where('owner_id', '=', person.id).execute()
    expect(media).toEqual([{ id: cover.id }])
    expect(await inQueue(restored)).toEqual([queued])
    await restored.db.insertInto('subject_digest_due').values(queued).execute()
    const late = restored.db.insertInto('auth_account').values({ id: cover.id, person_id: person.id, provider_id: 'google', account_id: 'x' }).execute()
    expect(isForDeleted(await late.catch((error: unknown) => error))).toBe(true)
  } finally {
    await restored.close()
    await database?.drop()
  }
})

test('communities come back with every row and every count', async () => {
  const { store, storage } = await theSite()
  const [owner, member] = [await aPerson(), await aPerson()]
  const { id } = await plantCommunity(store.db, { owner: owner.id, privacy: 'private', members: [{ id: member.id, role: 'mod' }] })
  const post = await plantPost(store.db, { communityId: id, authorId: member.id })
  await plantPostComment(store.db, { postId: post, authorId: owner.id })
  await plantInvite(store.db, { communityId: id, by: member.id })
  await plantLink(store.db, { communityId: id, campaignId: (await aCampaign(owner)).id, by: owner.id })
  await store.db.insertInto('community_post_like').values({ post_id: post, person_id: owner.id }).execute()
  const tables = [
    'community',
    'community_member',
    'community_rank',
    'community_post',
    'community_post_stats',
    'community_post_like',
    'community_invite',
    'community_campaign',
    'comment',
  ]
  const rowsIn = async (from: Store) =>
    Promise.all(tables.map(async (table) => (await sql`select to_jsonb(t) as row from ${sql.table(table)} t order by to_jsonb(t)::text`.execute(from.db)).rows))
  const file = join(folder, 'communities.tar.gz')
  await writeBackup({ store, storage, sink: createWriteStream(file) })

  const database = process.env.TEST_STORE === 'postgres' ? await makeDatabase() : null
  const restored = await openStore({ url: database?.url, folder: 'memory://', onError: () => {} })
  try {
    expect((await restoreBackup(restored, { storage: folderStorage(join(folder, 'media-2')), file })).ok).toBe(true)
    expect(await rowsIn(restored)).toEqual(await rowsIn(store))
    expect(await differences(restored)).toEqual([])
    // What keeps the counts is at work again.
    await restored.db.deleteFrom('community_post_like').where('post_id', '=', post).execute()
    expect(await differences(restored)).toEqual([])
  } finally {
    await restored.close()
    await database?.drop()
  }
})

test('notifications come back as they were read, what was told is not told again, and what waited is told on from where it was', async () => {
  const { store, storage } = await theSite()
  const [creator, reader] = [await aPerson(), await aPerson()]
  const { id: campaign_id } = await aCampaign(creator)
  const [told, waiting] = [uuidv7(), uuidv7()]
  const later = new Date(Date.now() + 86_400_000)
  const done = { delivered_at: new Date(), mailed_at: new Date(), pushed_at: new Date() }
  const event = { type: 'campaign_victory', campaign_id, actor_id: creator.id }
  await store.db
    .insertInto('notification_event')
    .values([
      { id: told, ...event, ...done },
      { id: waiting, ...event, told_through: reader.id, next_try_at: later },
    ])
    .execute()
  const rows = [
    { person_id: reader.id, event_id: told, is_read: true },
    { person_id: reader.id, event_id: waiting, is_read: false },
  ]
  await store.db.insertInto('notification').values(rows).execute()
  await store.db.insertInto('notification_mailing').values({ person_id: reader.id, sent: 3 }).execute()
  const endpoint = `https://push.test/${told}`
  await store.db.insertInto('push_subscription').values({ id: told, person_id: reader.id, endpoint, p256dh: 'x', auth: 'x' }).execute()
  await store.db.insertInto('push_message').values({ subscription_id: told, event_id: told, next_try_at: later }).execute()
  await store.db
    .insertInto('mail')
    .values({ id: told, kind: 'campaign_victory', address: 'x@people.test', letter: '{}', expires_at: later, next_try_at: later })
    .execute()
  const file = join(folder, 'notifications.tar.gz')
  await writeBackup({ store, storage, sink: createWriteStream(file) })

  const database = process.env.TEST_STORE === 'postgres' ? await makeDatabase() : null
  const restored = await openStore({ url: database?.url, folder: 'memory://', onError: () => {} })
  try {
    expect((await restoreBackup(restored, { storage: folderStorage(join(folder, 'media-of-notifications')), file })).ok).toBe(true)
    const { db } = restored
    expect(await db.selectFrom('notification').selectAll().where('person_id', '=', reader.id).orderBy('event_id').execute()).toEqual(rows)
    const events = await db.selectFrom('notification_event').selectAll().where('id', 'in', [told, waiting]).orderBy('id').execute()
    expect(events).toMatchObject([done, { told_through: reader.id, delivered_at: null, mailed_at: null, failed_at: null }])
    expect(await db.selectFrom('notification_mailing').select('sent').where('person_id', '=', reader.id).execute()).toEqual([{ sent: 3 }])
    for (const table of ['mail', 'push_subscription', 'push_message'] as const) expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
    // The triggers are in force again: what is gone is noted for removal.
    await db.deleteFrom('notification_event').where('id', '=', told).execute()
    expect(await db.selectFrom('notification_gone').selectAll().where('event_id', '=', told).execute()).toEqual([{ event_id: told }])
  } finally {
    await restored.close()
    await database?.drop()
  }
})
