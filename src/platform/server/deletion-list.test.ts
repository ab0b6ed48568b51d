import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { deletedSince, openDeletionList } from './deletion-list.ts'

const folder = mkdtempSync(join(tmpdir(), 'holdout-deletions-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const aDataDir = () => mkdtempSync(join(folder, 'data-'))
const anHourAgo = () => new Date(Date.now() - 3_600_000)

test('accounts are listed after they were added, by several processes and machines, each once', async () => {
  const [one, other, none] = [aDataDir(), aDataDir(), join(folder, 'none')]
  const ids = Array.from({ length: 20 }, () => uuidv7())
  const lists = [openDeletionList(one), openDeletionList(one), openDeletionList(other)]
  await Promise.all(ids.map((id, at) => lists[at % 3]?.add(id)))
  await lists[0]?.add(ids[1] ?? '')
  expect((await deletedSince([one, other, none, one], anHourAgo()))?.sort()).toEqual(ids.sort())
  for (const name of readdirSync(join(one, 'deletions'))) expect(statSync(join(one, 'deletions', name)).mode & 0o777).toBe(0o600)
  expect(statSync(join(one, 'deletions')).mode & 0o777).toBe(0o700)
})

test('an account that was deleted well before a backup is not deleted after it, and one from the same minutes is', async () => {
  const dataDir = aDataDir()
  openDeletionList(dataDir)
  const backup = new Date('2026-11-20T03:00:00Z')
  const [before, during, after] = [uuidv7(), uuidv7(), uuidv7()]
  writeFileSync(
    join(dataDir, 'deletions', 'of all machines.txt'),
    `2026-11-20T01:00:00.000Z ${before}\n2026-11-20T02:59:59.000Z ${during}\n2026-11-21T00:00:00.000Z ${after}\n`,
  )
  expect(await deletedSince([dataDir], backup)).toEqual([during, after])
})

test('a truncated entry does not damage others', async () => {
  const dataDir = aDataDir()
  const list = openDeletionList(dataDir)
  const [first, second] = [uuidv7(), uuidv7()]
  await list.add(first)
  const [file = ''] = readdirSync(join(dataDir, 'deletions'))
  appendFileSync(join(dataDir, 'deletions', file), '\n2026-11-20T03:0')
  await list.add(second)
  expect(await deletedSince([dataDir], anHourAgo())).toEqual([first, second])
})

test('a missing list is distinguished from an empty one', async () => {
  const dataDir = aDataDir()
  expect(await deletedSince([dataDir], anHourAgo())).toBeNull()
  openDeletionList(dataDir)
  expect(await deletedSince([dataDir], anHourAgo())).toEqual([])
})

test('entries are kept for 400 days', async () => {
  const dataDir = aDataDir()
  const list = openDeletionList(dataDir)
  const names = { '2025-09.txt': 430, '2025-11.txt': 380 }
  for (const [name, days] of Object.entries(names)) {
    const at = new Date(Date.now() - days * 24 * 3_600_000)
    writeFileSync(join(dataDir, 'deletions', name), `${at.toISOString()} ${uuidv7()}\n`)
    utimesSync(join(dataDir, 'deletions', name), at, at)
  }
  await list.add(uuidv7())
  expect(readdirSync(join(dataDir, 'deletions'))).toEqual(['2025-11.txt', `${new Date().toISOString().slice(0, 7)}.txt`])
})
