import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folderStorage } from '#platform/server/storage.ts'
import { isForDeleted } from '#platform/server/store/deleted-person.ts'
import { openStore } from '#platform/server/store/open-store.ts'
import { makeDatabase } from '#tests/support/databases.ts'
import { aCampaign, aPerson, left, theSite, useSite } from '#tests/support/site.ts'
import { uploaded } from '#tests/support/upload.ts'
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
  await store.db.insertInto('subject_digest_due').values(queued).execute()
  const file = join(folder, 'backup.tar.gz')
  await writeBackup({ store, storage, sink: createWriteStream(file) })

  const database = process.env.TEST_STORE === 'postgres' ? await makeDatabase() : null
  const restored = await openStore({ url: database?.url, folder: 'memory://', onError: () => {} })
  try {
    const { ok, lines } = await restoreBackup(restored, { storage: folderStorage(join(folder, 'media')), file })
    expect([ok, lines.length]).toEqual([true, 1])
    const media = await restored.db.selectFrom('media').select('id').where('owner_id', '=', person.id).execute()
    expect(media).toEqual([{ id: cover.id }])
    expect(await restored.db.selectFrom('subject_digest_due').select('subject_id').where('subject_id', '=', cover.id).execute()).toEqual([queued])
    await restored.db.insertInto('subject_digest_due').values(queued).execute()
    const late = restored.db.insertInto('auth_account').values({ id: cover.id, person_id: person.id, provider_id: 'google', account_id: 'x' }).execute()
    expect(isForDeleted(await late.catch((error: unknown) => error))).toBe(true)
  } finally {
    await restored.close()
    await database?.drop()
  }
})
