import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Stoppable, startJob } from '#platform/server/job.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { Log } from '#platform/server/log.ts'
import type { FileStorage } from '#platform/server/storage.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { writeBackupFile } from './backup-file.ts'
import { openSharedPictures } from './backup-pictures.ts'
import { writeBackup } from './write-backup.ts'

const kept = 7
/** Hour of the day, UTC. */
const hour = 3

type Made = { file: string; madeAt: Date; bytes: number }

/** No backup is made when less than twice its size is free on the disk. */
class NoRoom extends Error {
  readonly code = 'ENOSPC'
}

type Machine = { freeBytes: (folder: string) => Promise<number>; now: () => Date }
const thisMachine: Machine = {
  async freeBytes(folder) {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  },
  now: () => new Date(),
}

/** The nightly backups in a data folder. */
export function openNightlyBackups(dataDir: string, { freeBytes, now }: Machine = thisMachine) {
  const folder = join(dataDir, 'backups')
  const pictures = openSharedPictures(folder)

  async function made(): Promise<Made[]> {
    const names = await readdir(folder).catch(() => [])
    const found = names.flatMap((name) => {
      const [, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d-\d\d-\d\d)Z\.tar\.gz$/.exec(name) ?? []
      return day && time ? [{ file: join(folder, name), madeAt: new Date(`${day}T${time.replaceAll('-', ':')}Z`) }] : []
    })
    const backups = await Promise.all(found.map(async (one) => ({ ...one, bytes: (await stat(one.file)).size })))
    return backups.sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime())
  }

  async function last(): Promise<Made | null> {
    const [latest] = await made()
    return latest ?? null
  }

  async function expectRoom({ store, storage }: { store: Store; storage: FileStorage }): Promise<void> {
    const rows = (await last())?.bytes ?? (await databaseBytes(store))
    const needed = 2 * (rows + (await pictures.missingBytes(storage)))
    const free = await freeBytes(folder)
    if (free < needed) throw new NoRoom(`the nightly backup needs ${needed} bytes of free space in ${folder}, which has ${free}`)
  }

  return {
    last,

    /** Makes a backup and removes all but the latest seven. */
    async make({ store, storage, signal }: { store: Store; storage: FileStorage; signal: AbortSignal }): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Removes the unfinished files of a process that was killed.
      for (const name of await readdir(folder)) if (name.endsWith('.part')) await rm(join(folder, name), { force: true })
      await expectRoom({ store, storage })
      const startedAt = now()
      const file = join(folder, `${startedAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`)
      const saveMedia = () => pictures.save(storage, { startedAt, signal })
      await writeBackupFile({ file, signal, write: (sink) => writeBackup({ store, storage, sink, saveMedia }) })
      const backups = await made()
      for (const old of backups.slice(kept)) await rm(old.file, { force: true })
      const oldest = backups.slice(0, kept).at(-1)
      if (oldest) await pictures.removeBefore(oldest.madeAt)
    },
  }
}

/** Returns true if it has been three o'clock, UTC, since the last backup. */
export function isDue(last: Date | null, now: Date): boolean {
  const due = new Date(now)
  due.setUTCHours(hour, 0, 0, 0)
  if (due > now) due.setUTCDate(due.getUTCDate() - 1)
  return last === null || last < due
}

type Options = { store: Store; storage: FileStorage; dataDir: string; log: Log; leadership: Leadership }

/** Checks every ten minutes whether a backup is due, so that a server that was off at night makes it later. */
export function startNightlyBackups({ store, storage, dataDir, log, leadership }: Options): Stoppable {
  const backups = openNightlyBackups(dataDir)
  async function work(stopping: AbortSignal) {
    const last = await backups.last()
    if (!isDue(last?.madeAt ?? null, new Date())) return
    await backups.make({ store, storage, signal: stopping }).catch((error: unknown) => {
      if (!stopping.aborted) throw error
    })
  }
  return startJob({ name: 'nightly_backup', everyMs: 10 * 60_000, work, failed: 'the nightly backup failed', log, leadership })
}

async function databaseBytes(store: Store): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(store.db)
  return rows[0]?.bytes ?? 0
}
