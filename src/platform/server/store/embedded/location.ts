import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, realpathSync, rmdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Account, accountForRoot, isRoot, ownAccount } from './account.ts'
import { EmbeddedDatabaseError, waysOut } from './error.ts'
import { copyPrograms, packagedPrograms, programPath } from './programs.ts'

/** `folder` contains the cluster (`data`) and the supervisor's pipes and log (`run`); `programs` contains PostgreSQL's `bin`. */
export type Location = { dataDir: string; folder: string; programs: string; account: Account; isOutside: boolean }

/** Folder for the database of a root process if its account cannot reach the data folder, as in a home folder with mode 0700. */
const outsideRoot = '/var/lib/holdout'

/**
 * Decides where the database of this data folder is and which account runs it, and creates its folder. The data folder is
 * accessible to its owner only; other users may traverse it only if PostgreSQL runs as another user. That user's access is
 * tested by trying. Throws `EmbeddedDatabaseError`.
 */
export function locateDatabase(givenDataDir: string): Location {
  mkdirSync(givenDataDir, { recursive: true, mode: 0o700 })
  // Resolves symbolic links, because the path is compared with the working directories of processes, which have none.
  const dataDir = realpathSync(givenDataDir)
  const inside = join(dataDir, 'postgres')
  const packaged = packagedPrograms()
  if (!isRoot()) {
    chmodQuietly(dataDir, 0o700)
    mkdirSync(inside, { recursive: true, mode: 0o700 })
    return { dataDir, folder: inside, programs: packaged, account: ownAccount(), isOutside: false }
  }
  const outside = outsideFolder(dataDir)
  const account = accountForRoot([join(inside, 'data'), join(outside, 'data'), dataDir])
  const programs = canRun(packaged, account) ? packaged : copyPrograms(packaged, outsideRoot)
  if (existsSync(pointerFile(dataDir)) || !canUseInside({ dataDir, inside, account })) {
    if (existsSync(join(inside, 'data')))
      throw new EmbeddedDatabaseError(
        `the user ${account.name}, who runs the database, cannot reach ${inside}. Make its parent folders accessible (chmod a+x).`,
      )
    chmodQuietly(dataDir, 0o700)
    mkdirSync(outsideRoot, { recursive: true })
    chmodSync(outsideRoot, 0o755)
    if (!canRun(programs, account) || !canUse(outside, account))
      throw new EmbeddedDatabaseError(`the user ${account.name}, who would run the database, can write neither to ${inside} nor to ${outside}. ${waysOut}`)
    return { dataDir, folder: outside, programs, account, isOutside: true }
  }
  return { dataDir, folder: inside, programs, account, isOutside: false }
}

/** The file in the data folder that names a database outside it. */
export const pointerFile = (dataDir: string) => join(dataDir, 'database.json')

export type Pointer = { folder: string; systemIdentifier: string }

/** Reads the data folder's pointer to a database outside it; null if there is none. */
export function readPointer(dataDir: string): Pointer | null {
  if (!existsSync(pointerFile(dataDir))) return null
  const { folder, systemIdentifier }: Record<string, unknown> = JSON.parse(readFileSync(pointerFile(dataDir), 'utf8'))
  return { folder: String(folder), systemIdentifier: String(systemIdentifier) }
}

function outsideFolder(dataDir: string): string {
  const pointer = readPointer(dataDir)
  if (pointer) return pointer.folder
  return join(outsideRoot, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
}

const canRun = (programs: string, account: Account) =>
  spawnSync(programPath(programs, 'postgres'), ['--version'], { ...account.switchTo, cwd: '/' }).status === 0

function canUseInside({ dataDir, inside, account }: { dataDir: string; inside: string; account: Account }): boolean {
  const isNew = !existsSync(inside)
  // Mode 0711 lets another user traverse the folder but not list it.
  chmodQuietly(dataDir, statSync(dataDir).uid === account.uid ? 0o700 : 0o711)
  if (canUse(inside, account)) return true
  chmodQuietly(dataDir, 0o700)
  if (isNew) rmdirSync(inside)
  return false
}

/** Creates the folder for this account; true if that account can create a file in it. */
function canUse(folder: string, account: Account): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chownSync(folder, account.uid, account.gid)
  chmodSync(folder, 0o700)
  return spawnSync('/bin/sh', ['-c', ': > "$1/writable" && rm "$1/writable"', 'sh', folder], { ...account.switchTo, cwd: '/' }).status === 0
}

/** Ignores a failure: a data folder that belongs to another user keeps its mode. */
function chmodQuietly(folder: string, mode: number) {
  try {
    chmodSync(folder, mode)
  } catch {}
}
