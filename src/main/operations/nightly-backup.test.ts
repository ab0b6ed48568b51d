import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openAddressKey } from '#features/pledges/server/public.ts'
import { type FileStorage, folderStorage } from '#platform/server/storage.ts'
import { openStore } from '#platform/server/store/open-store.ts'
import { makeEmptyDatabase } from '#tests/support/databases.ts'
import { ownSite } from '#tests/support/own-site.ts'
import { aPerson, left, theSite } from '#tests/support/site.ts'
import { uploaded } from '#tests/support/upload.ts'
import { isDue, openNightlyBackups } from './nightly-backup.ts'
import { readBackup } from './read-backup.ts'
import { differences } from './recount.ts'
import { restoreBackup } from './restore.ts'

const folder = mkdtempSync(join(tmpdir(), 'holdout-nightly-'))
ownSite({ BACKUPS: 'off' })
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const signal = new AbortController().signal
const aDataDir = () => mkdtempSync(join(folder, 'data-'))
const filesIn = (place: string) => readdirSync(place, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
const namesIn = (place: string) => filesIn(place).map(({ name }) => name)
/** A clock and a disk that the test controls. */
const aMachine = () => {
  const machine = { at: '2026-11-08T03:00:00Z', free: 10 ** 12 }
  return Object.assign(machine, { now: () => new Date(machine.at), freeBytes: async () => machine.free })
}
const rowFiles = (place: string) =>
  namesIn(place)
    .filter((name) => name.endsWith('.tar.gz'))
    .sort()
/** Creates a file as if a backup had been made at that time. */
const anEarlierBackup = (dataDir: string, time: string) => {
  mkdirSync(join(dataDir, 'backups'), { recursive: true, mode: 0o700 })
  writeFileSync(join(dataDir, 'backups', `${time}.tar.gz`), 'rows')
}

/** A separate picture storage, so that other tests of the site do not change it. */
async function somePictures(): Promise<{ storage: FileStorage; reads: () => number }> {
  const files = folderStorage(mkdtempSync(join(folder, 'pictures-')))
  let reads = 0
  for (const name of ['aa/one-320.webp', 'aa/one-320.jpg', 'bb/two-96.avif']) await files.put(name, Buffer.from(`picture ${name}`))
  const get = (name: string) => {
    reads++
    return files.get(name)
  }
  return { storage: { ...files, get }, reads: () => reads }
}

test('a nightly backup restores with its pictures, and with the list of deleted accounts of its data folder', async () => {
  const { store, storage, config } = await theSite()
  const person = await aPerson()
  const picture = await uploaded(person, { purpose: 'avatar' })
  const leaver = await aPerson()
  const backups = openNightlyBackups(config.dataDir)
  await backups.make({ store, storage, signal })
  await left(leaver)
  const made = await backups.last()
  if (!made) throw new Error('there is none')

  const database = await makeEmptyDatabase()
  const restored = await openStore({ url: database.url, onError: () => {} })
  const dataDir = aDataDir()
  const copies = folderStorage(join(dataDir, 'media'))
  try {
    const addressKey = openAddressKey(config.authSecret)
    const { lines } = await restoreBackup(restored, { storage: copies, file: made.file, dataDir, addressKey })
    expect(lines).toEqual([
      expect.stringMatching(/^Restored \d+ rows and [1-9]\d* pictures from the backup of .* the contents of every table match the backup$/),
      'Accounts that were deleted after the backup and are deleted again: 1',
    ])
    const { media } = await readBackup(made.file)
    expect(media.some(({ name }) => name.includes(picture.id))).toBe(true)
    for (const { name, sha256 } of media) {
      const bytes = await copies.get(name)
      expect(bytes).toEqual(await storage.get(name))
      expect(
        createHash('sha256')
          .update(Buffer.from(bytes ?? []))
          .digest('hex'),
      ).toBe(sha256)
    }
    const people = await restored.db.selectFrom('person').select(['id', 'email']).where('id', 'in', [person.id, leaver.id]).orderBy('id').execute()
    expect(people).toEqual([
      { id: person.id, email: `${person.id}@people.test` },
      { id: leaver.id, email: null },
    ])
    expect(await differences(restored)).toEqual([])
  } finally {
    await restored.close()
    await database.drop()
  }
})

test('rows are saved each night and each picture once, readable by the owner only; seven nights are kept, and the pictures that they contain', async () => {
  const { store } = await theSite()
  const { storage, reads } = await somePictures()
  const dataDir = aDataDir()
  const place = join(dataDir, 'backups')
  for (const day of [1, 2, 3, 4, 5, 6, 7]) anEarlierBackup(dataDir, `2026-11-0${day}T03-00-00Z`)
  writeFileSync(join(place, '2026-11-07T03-00-00Z.tar.gz.x.part'), 'half')
  const machine = aMachine()
  const backups = openNightlyBackups(dataDir, machine)
  await backups.make({ store, storage, signal })
  expect(reads()).toBe(3)
  expect(rowFiles(place)).toEqual([2, 3, 4, 5, 6, 7, 8].map((day) => `2026-11-0${day}T03-00-00Z.tar.gz`))
  expect(namesIn(place).filter((name) => name.endsWith('.part'))).toEqual([])
  for (const entry of filesIn(place).filter(({ name }) => !/^2026-11-0[1-7]/.test(name))) {
    expect(statSync(join(entry.parentPath, entry.name)).mode & 0o777).toBe(0o600)
    expect(statSync(entry.parentPath).mode & 0o077).toBe(0)
  }

  // The next night: one picture was deleted and one was added.
  await storage.remove('bb/two-96.avif')
  await storage.put('cc/three-96.avif', Buffer.from('new'))
  machine.at = '2026-11-09T03:00:00Z'
  await backups.make({ store, storage, signal })
  expect(reads()).toBe(4)
  const { media } = await readBackup(join(place, '2026-11-09T03-00-00Z.tar.gz'))
  expect(media.map(({ name }) => name).sort()).toEqual(['aa/one-320.jpg', 'aa/one-320.webp', 'cc/three-96.avif'])
  // Older backups need the deleted picture; it is removed with the last of them.
  for (const [day, pictures] of [
    ['14', 4],
    ['15', 3],
  ] as const) {
    for (const earlier of [10, 11, 12, 13, 14]) if (earlier < Number(day)) anEarlierBackup(dataDir, `2026-11-${earlier}T03-00-00Z`)
    machine.at = `2026-11-${day}T03:00:00Z`
    await backups.make({ store, storage, signal })
    expect(namesIn(join(place, 'pictures'))).toHaveLength(pictures)
  }
  expect(namesIn(join(place, 'pictures')).some((name) => name.startsWith('two-96'))).toBe(false)
})

test('a damaged or missing picture of a nightly backup is detected, and nothing is restored', async () => {
  const { store } = await theSite()
  const { storage } = await somePictures()
  const dataDir = aDataDir()
  const backups = openNightlyBackups(dataDir)
  await backups.make({ store, storage, signal })
  const [picture] = filesIn(join(dataDir, 'backups', 'pictures'))
  if (!picture) throw new Error('there is none')
  const path = join(picture.parentPath, picture.name)
  const bytes = readFileSync(path)
  const file = (await backups.last())?.file ?? ''
  const database = await makeEmptyDatabase()
  const empty = await openStore({ url: database.url, onError: () => {} })
  const copies = folderStorage(join(dataDir, 'media'))
  const restore = () => restoreBackup(empty, { storage: copies, file, dataDir, addressKey: openAddressKey('a secret of nobody') })
  try {
    writeFileSync(path, 'another')
    await expect(restore()).rejects.toThrow(/is damaged.*Nothing was restored/)
    rmSync(path)
    await expect(restore()).rejects.toThrow(/needs the picture .* which is missing/)
    expect(namesIn(join(dataDir, 'media'))).toEqual([])
    writeFileSync(path, bytes)
    expect((await restore()).ok).toBe(true)
  } finally {
    await empty.close()
    await database.drop()
  }
})

test('no backup is made when less than twice its size is free', async () => {
  const { store } = await theSite()
  const { storage } = await somePictures()
  const dataDir = aDataDir()
  const machine = Object.assign(aMachine(), { free: 0 })
  const backups = openNightlyBackups(dataDir, machine)
  await expect(backups.make({ store, storage, signal })).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(namesIn(join(dataDir, 'backups'))).toEqual([])
  machine.free = 10 ** 12
  await backups.make({ store, storage, signal })
  // The next backup is expected to be as large as the last one; pictures that are already saved need no more room.
  const last = await backups.last()
  machine.free = 2 * (last?.bytes ?? 0) - 1
  await expect(backups.make({ store, storage, signal })).rejects.toMatchObject({ code: 'ENOSPC' })
  machine.free++
  machine.at = '2026-11-09T03:00:00Z'
  await backups.make({ store, storage, signal })
})

test('a backup that is aborted by the end of the server leaves no file', async () => {
  const { store } = await theSite()
  const { storage } = await somePictures()
  const dataDir = aDataDir()
  const stopping = new AbortController()
  const list = async function* () {
    stopping.abort()
    yield* storage.list()
  }
  const backups = openNightlyBackups(dataDir)
  // The second listing is the one that saves the pictures.
  let listings = 0
  const aborting = { ...storage, list: () => (++listings === 2 ? list() : storage.list()) }
  await expect(backups.make({ store, storage: aborting, signal: stopping.signal })).rejects.toThrow()
  expect(namesIn(join(dataDir, 'backups')).filter((name) => !/[0-9a-f]{64}$/.test(name))).toEqual([])
})

test('a backup is due when it has been three o’clock, UTC, since the last one', () => {
  const at = (text: string) => new Date(`2026-11-${text}Z`)
  expect(isDue(null, at('23T12:00:00'))).toBe(true)
  expect(isDue(at('23T03:00:00'), at('24T02:59:59'))).toBe(false)
  expect(isDue(at('23T03:00:00'), at('24T03:00:01'))).toBe(true)
  expect(isDue(at('23T01:00:00'), at('23T02:00:00'))).toBe(false)
  expect(isDue(at('23T01:00:00'), at('23T03:10:00'))).toBe(true)
  expect(isDue(at('21T03:00:00'), at('23T01:00:00'))).toBe(true)
})
