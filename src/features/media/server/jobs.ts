import { type Kysely, sql } from 'kysely'
import { type Stoppable, startJob } from '#platform/server/job.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { Log } from '#platform/server/log.ts'
import type { FileStorage } from '#platform/server/storage.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { DB } from '#platform/server/store/schema.gen.ts'
import { filesOf, nameOf, pictureNamed } from './files.ts'
import { isUsed } from './queries.ts'

const keptMs = 48 * 60 * 60_000
const batch = 500

type Sweep = { db: Db; storage: FileStorage; olderThan: Date }

/** Removes pictures that were never used, and files without a row (a crash can leave these). Returns the number of each. */
export async function sweepUnusedMedia(sweep: Sweep): Promise<{ pictures: number; files: number }> {
  return { pictures: await removeUnused(sweep), files: await removeOrphans(sweep) }
}

async function removeUnused({ db, storage, olderThan }: Sweep): Promise<number> {
  let removed = 0
  for (;;) {
    const rows = await db.transaction().execute(async (tx) => {
      // Locks the rows first and checks them again when deleting, so that a picture that a campaign has just taken stays.
      const old = await unused(tx, olderThan).select('id').limit(batch).forUpdate().skipLocked().execute()
      if (old.length === 0) return []
      return tx
        .deleteFrom('media')
        .where(
          'id',
          'in',
          old.map(({ id }) => id),
        )
        .where(sql<boolean>`not ${isUsed}`)
        .returning(['id', 'width', 'formats', 'purpose'])
        .execute()
    })
    for (const { id, ...kept } of rows) for (const file of filesOf(kept)) await storage.remove(nameOf(id, file))
    removed += rows.length
    if (rows.length === 0) return removed
  }
}

const unused = (db: Kysely<DB>, olderThan: Date) => db.selectFrom('media').where('created_at', '<', olderThan).where(sql<boolean>`not ${isUsed}`)

/** A bucket may contain other files, which must not be removed. */
const isOurs = (name: string) => pictureNamed(name) !== null || /\.part$|^start-check-[0-9a-f-]+\.txt$/.test(name)

async function removeOrphans({ db, storage, olderThan }: Sweep): Promise<number> {
  let removed = 0
  let names: string[] = []
  async function removeThoseWithoutRow() {
    const ids = [...new Set(names.flatMap((name) => pictureNamed(name)?.id ?? []))]
    const rows = await sql<{ id: string }>`select id from media where id = any(${ids}::uuid[])`.execute(db)
    const known = new Set(rows.rows.map(({ id }) => id))
    for (const name of names) {
      if (known.has(pictureNamed(name)?.id ?? '')) continue
      await storage.remove(name)
      removed++
    }
    names = []
  }
  for await (const { name, modifiedAt } of storage.list()) {
    if (modifiedAt >= olderThan || !isOurs(name)) continue
    names.push(name)
    if (names.length === batch) await removeThoseWithoutRow()
  }
  if (names.length) await removeThoseWithoutRow()
  return removed
}

/** Runs every hour. An unused picture is kept for 48 hours. */
export function startMediaSweep({ db, storage, log, leadership }: { db: Db; storage: FileStorage; log: Log; leadership: Leadership }): Stoppable {
  async function work() {
    const olderThan = new Date(Date.now() - keptMs)
    await sweepUnusedMedia({ db, storage, olderThan })
    await db.deleteFrom('picture_request').where('created_at', '<', olderThan).execute()
  }
  return startJob({ name: 'media_sweep', everyMs: 60 * 60_000, work, failed: 'removing unused pictures failed', log, leadership })
}
