import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export class StoreInUse extends Error {}

/**
 * Takes the folder for this process alone and returns how to give it back. The lock is the operating system's (SQLite's
 * exclusive file lock), so it ends with the process however that dies: nothing stale is ever left behind.
 * PGlite has no lock of its own: two processes on one folder silently lose each other's rows.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const holderFile = join(folder, 'store.lock.pid')
  const lock = new DatabaseSync(join(folder, 'store.lock'))
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE; CREATE TABLE IF NOT EXISTS held (x); COMMIT;')
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (error instanceof Error && /locked|busy/i.test(error.message)) throw new StoreInUse(holderOf(holderFile))
    throw error
  }
  writeFileSync(holderFile, String(process.pid))
  return () => lock.close()
}

function holderOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return 'unknown'
  }
}
