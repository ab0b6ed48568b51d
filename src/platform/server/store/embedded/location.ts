import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, realpathSync, rmdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Account, accountForRoot, isRoot, ownAccount } from './account.ts'
import { EmbeddedDatabaseError, waysOut } from './error.ts'
import { copyPrograms, packagedPrograms, programPath } from './programs.ts'

/** `folder` has the cluster (`data`) and the supervisor's pipes and log (`run`); `programs` has PostgreSQL's `bin`. */
export type Location = { dataDir: string; folder: string; programs: string; account: Account; isOutside: boolean }

/** Where the database of a root process goes that its account cannot reach: a home folder with mode 0700. */
const outsideRoot = '/var/lib/holdout'

/**
 * Decides where the database of this data folder is and who runs it, and makes its folder. The data folder is for its
 * owner alone; other users may pass through it only where PostgreSQL runs as another user. Whether that user reaches a
 * place is found by trying. Throws `EmbeddedDatabaseError`.
 */
export function locateDatabase(givenDataDir: string): Location {
  mkdirSync(givenDataDir, { recursive: true, mode: 0o700 })
  // Working directories of processes are compared with it, and they have no symbolic links.
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
      throw new EmbeddedDatabaseError(`the user ${account.name}, who runs the database, cannot reach ${inside}. Make its parent folders passable (chmod a+x).`)
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

/** Returns what the data folder says about a database outside it; null where it says nothing. */
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
  // With 0711 another user may pass through, and cannot list it.
  chmodQuietly(dataDir, statSync(dataDir).uid === account.uid ? 0o700 : 0o711)
  if (canUse(inside, account)) return true
  chmodQuietly(dataDir, 0o700)
  if (isNew) rmdirSync(inside)
  return false
}

/** Makes the folder for this account and tries to create a file in it as that account. */
function canUse(folder: string, account: Account): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chownSync(folder, account.uid, account.gid)
  chmodSync(folder, 0o700)
  return spawnSync('/bin/sh', ['-c', ': > "$1/writable" && rm "$1/writable"', 'sh', folder], { ...account.switchTo, cwd: '/' }).status === 0
}

/** A data folder that belongs to somebody else is used as it is. */
function chmodQuietly(folder: string, mode: number) {
  try {
    chmodSync(folder, mode)
  } catch {}
}
