import { mkdirSync } from 'node:fs'
import { open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Maximum age of a backup that may be restored (docs/OPERATING.md). */
const keptMs = 400 * 24 * 60 * 60_000
/** Longer than any transaction takes, and than the clocks of several machines differ. */
const slackMs = 60 * 60_000

/** Adds a deleted account durably. Call it last in the transaction that deletes the account. */
export type DeletionList = { add: (personId: string) => Promise<void> }

const folderOf = (dataDir: string) => join(dataDir, 'deletions')

/**
 * Lists the deleted accounts outside the database, so that a restored backup does not bring them back. Each line has a time and
 * an id. There is one file per month: several processes can append safely, and old entries are removed by file.
 */
export function openDeletionList(dataDir: string): DeletionList {
  const folder = folderOf(dataDir)
  // An empty list must exist as well, because a restore warns when there is no list.
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return {
    async add(personId) {
      const at = new Date().toISOString()
      const file = await open(join(folder, `${at.slice(0, 7)}.txt`), 'a', 0o600)
      try {
        // The leading line break separates the entry from one that a full disk has truncated.
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
 * Returns the ids of accounts deleted after a backup, from the lists in these data folders; null if none has a list. A deletion
 * may commit after the backup was read although its entry is older, so entries from the hour before are included.
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
