import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'

/** Another process has the lock; the message is its process id. */
export class StoreInUse extends Error {}

type Lock = { folder: string; name: string }

/**
 * Takes an exclusive lock and returns a function that releases it. Throws `StoreInUse` if another process has it. The
 * operating system releases the lock (SQLite's exclusive file lock) when the process ends in any way, so it is never stale.
 */
export function takeLock({ folder, name }: Lock): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const holderFile = join(folder, `${name}.pid`)
  const lock = new DatabaseSync(join(folder, name))
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (error instanceof Error && /locked|busy/i.test(error.message)) throw new StoreInUse(holderOf(holderFile))
    throw error
  }
  writeFileSync(holderFile, String(process.pid), { mode: 0o600 })
  return () => lock.close()
}

/** Waits for a lock that others release soon. Throws `StoreInUse` after two minutes. */
export async function takeLockSoon(lock: Lock): Promise<() => void> {
  const end = performance.now() + 120_000
  for (;;) {
    try {
      return takeLock(lock)
    } catch (error) {
      if (!(error instanceof StoreInUse) || performance.now() > end) throw error
      await setTimeout(25)
    }
  }
}

function holderOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return 'unknown'
  }
}
