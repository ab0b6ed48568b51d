import { createWriteStream, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { openAddressKey } from '#features/pledges/server/public.ts'
import { phrase } from '#features/settings/leaving/terms.ts'
import { type FileStorage, folderStorage } from '#platform/server/storage.ts'
import { isDeletedPersonError } from '#platform/server/store/deleted-person.ts'
import { openStore, type Store } from '#platform/server/store/open-store.ts'
import { plantCommunity, plantInvite, plantLink, plantPost, plantPostComment } from '#tests/support/communities.ts'
import { makeEmptyDatabase } from '#tests/support/databases.ts'
import { ownSite } from '#tests/support/own-site.ts'
import { aCampaign, aPerson, call, left, theSite, until } from '#tests/support/site.ts'
import { uploaded } from '#tests/support/upload.ts'
import { readBackup } from './read-backup.ts'
import { differences } from './recount.ts'
import { restoreBackup } from './restore.ts'
import { writeBackup } from './write-backup.ts'

const folder = mkdtempSync(join(tmpdir(), 'holdout-restore-'))
ownSite()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Restores a backup into an empty database, with the site's list of deleted accounts, and runs `look` on it. */
async function restored(file: string, look: (store: Store, given: { lines: string[]; storage: FileStorage }) => Promise<void>): Promise<void> {
  const { config } = await theSite()
  const database = await makeEmptyDatabase()
  const store = await openStore({ url: database.url, onError: () => {} })
  const storage = folderStorage(mkdtempSync(join(folder, 'media-')))
  try {
    const { ok, lines } = await restoreBackup(store, { storage, file, dataDir: config.dataDir, addressKey: openAddressKey(config.authSecret) })
    expect(ok).toBe(true)
    await look(store, { lines, storage })
  } finally {
    await store.close()
    await database.drop()
  }
}

test('content of deleted accounts is restored, and the new database refuses new rows for these accounts', async () => {
  const { store, storage } = await theSite()
  const person = await aPerson()
  const cover = await uploaded(person, { purpose: 'campaign_cover' })
  await aCampaign(person, { coverMediaId: cover.id })
  await left(person)
  // The database numbers the rows of this queue: waiting rows are restored, and rows added then get new numbers.
  const queued = { subject_id: cover.id }
  const inQueue = (from: Store) => from.db.selectFrom('entry_summary_due').select('subject_id').where('subject_id', '=', cover.id).execute()
  const file = join(folder, 'backup.tar.gz')
  // The job that empties the queue once a minute may have run before the backup, so this is repeated.
  await until(async () => {
    await store.db.insertInto('entry_summary_due').values(queued).execute()
    await writeBackup({ store, storage, sink: createWriteStream(file) })
    return (await inQueue(store)).length === 1
  })

  await restored(file, async (copy, { lines }) => {
    expect(lines).toHaveLength(1)
    const media = await copy.db.selectFrom('media').select('id').where('owner_id', '=', person.id).execute()
    expect(media).toEqual([{ id: cover.id }])
    expect(await inQueue(copy)).toEqual([queued])
    await copy.db.insertInto('entry_summary_due').values(queued).execute()
    const late = copy.db.insertInto('auth_account').values({ id: cover.id, person_id: person.id, provider_id: 'google', account_id: 'x' }).execute()
    expect(isDeletedPersonError(await late.catch((error: unknown) => error))).toBe(true)
  })
})

test('an account that was deleted after the backup is deleted again, with all its texts and pictures', async () => {
  const { store, storage, config } = await theSite()
  const word = `leaver${uuidv7().replaceAll('-', '').slice(-20)}`
  const [person, other] = [await aPerson(), await aPerson()]
  const [avatar, cover] = [await uploaded(person, { purpose: 'avatar' }), await uploaded(person, { purpose: 'campaign_cover', width: 50 })]
  await store.db
    .updateTable('person')
    .set({ email: `${word}@people.test` })
    .where('id', '=', person.id)
    .execute()
  await call(person, 'PATCH', '/me/settings', {
    body: { username: word, displayName: word, firstName: word, lastName: word, bio: word, avatarMediaId: avatar.id },
  })
  const draft = await aCampaign(person, { publish: false, title: `${word} has a draft` })
  const campaign = await aCampaign(other)
  await call(person, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })
  const counted = (from: Store) => from.db.selectFrom('campaign_stats').select('supporters').where('campaign_id', '=', campaign.id).executeTakeFirst()
  await until(async () => (await counted(store))?.supporters === 2)
  const file = join(folder, 'before-leaving.tar.gz')
  await writeBackup({ store, storage, sink: createWriteStream(file) })
  const inBackup = (await readBackup(file)).media.filter(({ name }) => name.includes(avatar.id) || name.includes(cover.id)).map(({ name }) => name)
  expect(inBackup.length).toBeGreaterThan(2)

  await left(person)
  expect(readdirSync(join(config.dataDir, 'deletions')).map((name) => statSync(join(config.dataDir, 'deletions', name)).mode & 0o777)).toEqual([0o600])
  await restored(file, async (copy, { lines, storage: pictures }) => {
    expect(lines).toContain('Accounts that were deleted after the backup and are deleted again: 1')
    expect(await tablesWith(copy, word)).toEqual([])
    expect(await copy.db.selectFrom('campaign').select('id').where('id', '=', draft.id).execute()).toEqual([])
    for (const name of inBackup) expect(await pictures.get(name)).toBeNull()
    // The pledge stays counted, without a name.
    expect(await counted(copy)).toEqual({ supporters: 2 })
    expect(await differences(copy)).toEqual([])
  })
})

test('an account is not deleted until its deletion could be written to the list', async () => {
  const { config, store } = await theSite()
  const person = await aPerson()
  const list = join(config.dataDir, 'deletions')
  renameSync(list, `${list}-away`)
  expect((await call(person, 'DELETE', '/me', { body: { phrase } })).status).toBe(500)
  const isDeleted = async () => (await store.db.selectFrom('person').select('deleted_at').where('id', '=', person.id).executeTakeFirst())?.deleted_at !== null
  expect(await isDeleted()).toBe(false)
  renameSync(`${list}-away`, list)
  await left(person)
  expect(await isDeleted()).toBe(true)
})

test('a restore without any list of deleted accounts warns that such accounts are restored', async () => {
  const { store, storage, config } = await theSite()
  const file = join(folder, 'without-list.tar.gz')
  await writeBackup({ store, storage, sink: createWriteStream(file) })
  const dataDir = join(folder, 'no-list')
  const database = await makeEmptyDatabase()
  const empty = await openStore({ url: database.url, onError: () => {} })
  const addressKey = openAddressKey(config.authSecret)
  const { lines } = await restoreBackup(empty, { storage: folderStorage(join(dataDir, 'media')), file, dataDir, addressKey })
  await empty.close()
  await database.drop()
  expect(lines.at(-1)).toContain(`There is no list of deleted accounts in ${join(dataDir, 'deletions')}`)
})

/** Returns the tables that contain a word anywhere. */
async function tablesWith(from: Store, word: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(from.db)
  const found: string[] = []
  for (const { name } of rows) {
    const { rows: hits } = await sql`select from ${sql.table(name)} t where strpos(lower(t::text), ${word}) > 0 limit 1`.execute(from.db)
    if (hits.length) found.push(name)
  }
  return found
}

test('communities are restored with every row and every count', async () => {
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

  await restored(file, async (copy) => {
    expect(await rowsIn(copy)).toEqual(await rowsIn(store))
    expect(await differences(copy)).toEqual([])
    // The triggers that keep the counts work again.
    await copy.db.deleteFrom('community_post_like').where('post_id', '=', post).execute()
    expect(await differences(copy)).toEqual([])
  })
})

test('notifications are restored as they were read; delivered events are not delivered again, and waiting ones continue', async () => {
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
      { id: waiting, ...event, delivered_through: reader.id, next_try_at: later },
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

  await restored(file, async (copy) => {
    const { db } = copy
    expect(await db.selectFrom('notification').selectAll().where('person_id', '=', reader.id).orderBy('event_id').execute()).toEqual(rows)
    const events = await db.selectFrom('notification_event').selectAll().where('id', 'in', [told, waiting]).orderBy('id').execute()
    expect(events).toMatchObject([done, { delivered_through: reader.id, delivered_at: null, mailed_at: null, failed_at: null }])
    expect(await db.selectFrom('notification_mailing').select('sent').where('person_id', '=', reader.id).execute()).toEqual([{ sent: 3 }])
    for (const table of ['mail', 'push_subscription', 'push_message'] as const) expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
    // The triggers work again: a deleted event is recorded for removal.
    await db.deleteFrom('notification_event').where('id', '=', told).execute()
    expect(await db.selectFrom('notification_gone').selectAll().where('event_id', '=', told).execute()).toEqual([{ event_id: told }])
  })
})
