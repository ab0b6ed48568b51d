import { mkdirSync } from 'node:fs'
import { open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** No backup may be older than this when it is restored (docs/OPERATING.md). */
const keptMs = 400 * 24 * 60 * 60_000
/** Longer than a transaction takes, and than clocks of several machines differ. */
const slackMs = 60 * 60_000

/** Adds a deleted account, durably. Call it last in the transaction that deletes it. */
export type DeletionList = { add: (personId: string) => Promise<void> }

const folderOf = (dataDir: string) => join(dataDir, 'deletions')

/**
 * The accounts that were deleted, as a list outside of the database, so that a restored backup does not bring them back. A
 * line has a time and an id. Each month has a file: appending is safe from several processes, and old entries go by file.
 */
export function openDeletionList(dataDir: string): DeletionList {
  const folder = folderOf(dataDir)
  // An empty list must exist as well: a restore without any list warns.
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return {
    async add(personId) {
      const at = new Date().toISOString()
      const file = await open(join(folder, `${at.slice(0, 7)}.txt`), 'a', 0o600)
      try {
        // The line break in front separates it from an entry that a full disk has cut off.
        await file.appendFile(`\n${at} ${personId}\n`)
        await file.sync()
      } finally {
        await file.close()
      }
      await removeOldFiles(folder)
    },
  }
}

/**
 * The ids of accounts that were deleted after a backup, from the lists in these data folders; null where none has a list.
 * A transaction that deletes may commit after the backup has read, with an entry from before: such entries are included.
 */
export async function deletedSince(dataDirs: string[], backupMadeAt: Date): Promise<string[] | null> {
  const lists = (await Promise.all([...new Set(dataDirs.map(folderOf))].map(entriesIn))).filter((list) => list !== null)
  if (lists.length === 0) return null
  const since = backupMadeAt.getTime() - slackMs
  return [...new Set(lists.flat().flatMap(({ at, personId }) => (at.getTime() >= since ? [personId] : [])))]
}

async function entriesIn(folder: string): Promise<{ at: Date; personId: string }[] | null> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (Object(error).code === 'ENOENT') return null
    throw error
  })
  if (names === null) return null
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.flatMap((text) =>
    [...text.matchAll(/^(\d{4}-\d\d-\d\dT[\d:.]+Z) ([0-9a-f-]{36})$/gm)].map(([, at = '', personId = '']) => ({ at: new Date(at), personId })),
  )
}

async function removeOldFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const { mtimeMs } = await stat(join(folder, name))
    if (mtimeMs < Date.now() - keptMs) await rm(join(folder, name), { force: true })
  }
}
