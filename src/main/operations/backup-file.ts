import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync, rmSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { checkBackup } from './read-backup.ts'
import { Refused, type Told } from './refused.ts'

/**
 * Makes `file` of what `write` writes, readable by its owner alone: under another name until all of it is on the disk and
 * was read back with the right digests. When that fails, or the process is told to end, nothing is left.
 */
export async function backupInto(file: string, write: (sink: Writable) => Promise<unknown>): Promise<Told> {
  if (existsSync(file)) throw new Refused(`${file} is already there. Choose another name.`)
  const unfinished = `${file}.${randomUUID()}.part`
  function giveUp() {
    rmSync(unfinished, { force: true })
    process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, giveUp)
  try {
    await write(createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }))
    const { tables, media } = await checkBackup(unfinished)
    await rename(unfinished, file)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    return { ok: true, lines: [`Backed up ${rows} rows of ${tables.length} tables and ${media.length} pictures into ${file}`] }
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, giveUp)
  }
}
