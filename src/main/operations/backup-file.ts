import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import type { Contents } from './backup-format.ts'
import { readBackup } from './read-backup.ts'
import { Refused, type Report } from './refused.ts'

type Write = (sink: Writable) => Promise<unknown>

/**
 * Creates `file` with the output of `write`, readable by its owner only. It has another name until all of it is on the disk and was read back with
 * the right hashes. When that fails or is aborted, no file is left.
 */
export async function writeBackupFile({ file, write, signal }: { file: string; write: Write; signal: AbortSignal }): Promise<Contents> {
  const unfinished = `${file}.${randomUUID()}.part`
  try {
    await write(createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true, signal }))
    const contents = await readBackup(unfinished, { signal })
    await rename(unfinished, file)
    return contents
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** The same for the command line; SIGINT and SIGTERM abort it. */
export async function backupInto(file: string, write: Write): Promise<Report> {
  if (existsSync(file)) throw new Refused(`${file} already exists. Choose another name.`)
  const aborting = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => aborting.abort(new Refused('the backup was interrupted.')))
  const { signal } = aborting
  const { tables, media } = await writeBackupFile({ file, write, signal }).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : error
  })
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return { ok: true, lines: [`Backed up ${rows} rows from ${tables.length} tables and ${media.length} pictures into ${file}`] }
}
