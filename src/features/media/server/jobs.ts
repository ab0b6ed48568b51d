import { type Kysely, sql } from 'kysely'
import { jobDone } from '#platform/server/job-times.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { Log } from '#platform/server/log.ts'
import type { FileStorage } from '#platform/server/storage.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { DB } from '#platform/server/store/schema.gen.ts'
import { widthsOf } from '../policy.ts'
import { nameOf, pictureNamed } from './files.ts'

const everyMs = 60 * 60_000
const keptMs = 48 * 60 * 60_000
const batch = 500

type Sweep = { db: Db; storage: FileStorage; olderThan: Date }

/** Removes pictures that nothing ever showed, and files without a row (a crash leaves such). Returns how many of each. */
export async function sweepUnusedMedia(sweep: Sweep): Promise<{ pictures: number; files: number }> {
  return { pictures: await removeUnused(sweep), files: await removeOrphans(sweep) }
}

async function removeUnused({ db, storage, olderThan }: Sweep): Promise<number> {
  let removed = 0
  for (;;) {
    const rows = await db.transaction().execute(async (tx) => {
      // Locked first, looked at again after: a campaign that takes the picture at this moment keeps it.
      const old = await unused(tx, olderThan).select('id').limit(batch).forUpdate().skipLocked().execute()
      if (old.length === 0) return []
      return tx
        .deleteFrom('media')
        .where(
          'id',
          'in',
          old.map(({ id }) => id),
        )
        .where(({ not, exists, selectFrom }) => not(exists(selectFrom('campaign').select('campaign.id').whereRef('campaign.cover_media_id', '=', 'media.id'))))
        .returning(['id', 'width'])
        .execute()
    })
    for (const { id, width } of rows) for (const wide of widthsOf(width)) await storage.remove(nameOf(id, wide))
    removed += rows.length
    if (rows.length === 0) return removed
  }
}

const unused = (db: Kysely<DB>, olderThan: Date) =>
  db
    .selectFrom('media')
    .where('created_at', '<', olderThan)
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('campaign').select('campaign.id').whereRef('campaign.cover_media_id', '=', 'media.id'))))

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
    if (modifiedAt >= olderThan) continue
    names.push(name)
    if (names.length === batch) await removeThoseWithoutRow()
  }
  if (names.length) await removeThoseWithoutRow()
  return removed
}

/** Sweeps every hour, in the process that leads; a picture has 48 hours to be shown by something. */
export function startMediaSweep(options: { db: Db; storage: FileStorage; log: Log; leadership: Leadership }): { stop: () => Promise<void> } {
  const { db, storage, log, leadership } = options
  let running: Promise<void> | null = null
  async function sweep() {
    if (!(await leadership.isMine())) return
    await sweepUnusedMedia({ db, storage, olderThan: new Date(Date.now() - keptMs) })
    jobDone('media sweep')
  }
  const timer = setInterval(() => {
    running = sweep().catch((error: unknown) => log.warn({ err: error }, 'sweeping pictures failed; it is tried again'))
  }, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
