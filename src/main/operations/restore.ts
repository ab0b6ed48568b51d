import { dirname, join, resolve } from 'node:path'
import { sql } from 'kysely'
import { type AddressKey, keyMailboxes } from '#features/pledges/server/public.ts'
import { leave } from '#features/settings/leaving/server/leave.ts'
import { deletedSince } from '#platform/server/deletion-list.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import type { FileStorage } from '#platform/server/storage.ts'
import { longTransaction } from '#platform/server/store/long-transaction.ts'
import { schemaLock } from '#platform/server/store/migrate.ts'
import type { Db, Store } from '#platform/server/store/open-store.ts'
import type { Contents } from './backup-format.ts'
import { sharedPicture } from './backup-pictures.ts'
import { damaged, readBackup } from './read-backup.ts'
import { differences } from './recount.ts'
import { Refused, type Report } from './refused.ts'
import { applyMigrations, prepareSchema, withoutLinks } from './restore-schema.ts'
import { plainForms, quoted } from './store-tables.ts'
import { contentHash, insertRows } from './table-rows.ts'

/** The list of deleted accounts is read from `dataDir`, and for a nightly backup also from the data folder that contains it. */
type Options = { storage: FileStorage; file: string; dataDir: string; addressKey: AddressKey }
type Restored = { contents: Contents; applied: string[]; deleted: number | null; files: string[] }

/**
 * Fills an empty database from a backup, in one transaction. The file is verified first, and before the commit every table is read back from the
 * database: both must have the hashes of the backup. Then an older schema is migrated, and accounts that were deleted after the backup are deleted
 * again.
 */
export async function restoreBackup(store: Store, given: Options): Promise<Report> {
  const { contents, applied, deleted, files } = await filled(store, given)
  for (const file of files) await given.storage.remove(file)
  const wrong = await differences(store)
  const rows = contents.tables.reduce((sum, table) => sum + table.rows, 0)
  return {
    ok: true,
    lines: [
      `Restored ${rows} rows and ${contents.media.length} pictures from the backup of ${contents.madeAt}; the contents of every table match the backup`,
      ...applied.map((name) => `Applied the migration ${name}`),
      ...(deleted ? [`Accounts that were deleted after the backup and are deleted again: ${deleted}`] : []),
      ...(deleted !== null
        ? []
        : [`There is no list of deleted accounts in ${join(given.dataDir, 'deletions')}: accounts that were deleted after the backup exist again`]),
      ...(wrong.length ? ['These stored counts were wrong when the backup was made; repair them with: npm run cli -- recount', ...wrong] : []),
    ],
  }
}

async function filled(store: Store, given: Options): Promise<Restored> {
  const put: string[] = []
  try {
    const contents = await readBackup(given.file)
    return await longTransaction(store, 'newest rows', async (tx) => {
      await fill(tx, { ...given, contents, put })
      const applied = await applyMigrations(tx)
      return { contents, applied, ...(await deleteAgain(tx, { ...given, contents })) }
    })
  } catch (error) {
    for (const name of put) await given.storage.remove(name)
    throw error instanceof Refused ? new Refused(`${error.message} Nothing was restored.`) : error
  }
}

type Filling = { storage: FileStorage; file: string; contents: Contents; put: string[] }

async function fill(tx: Db, { storage, file, contents, put }: Filling): Promise<void> {
  await sql`select pg_advisory_xact_lock(${schemaLock})`.execute(tx)
  await plainForms(tx)
  const tables = new Map((await prepareSchema(tx, contents)).map((table) => [table.name, table]))
  const names = sql.raw([...tables.keys()].map(quoted).join(', '))
  const missing = new Map(contents.media.map(({ name, sha256 }) => [name, sha256]))
  await withoutLinks(tx, [...tables.keys()], async () => {
    await sql`truncate ${names}`.execute(tx)
    await readBackup(file, {
      async rows(name, lines) {
        const table = tables.get(name)
        if (table) await insertRows(tx, table, lines)
      },
      async media(name, bytes) {
        missing.delete(name)
        await putMedia(storage, { name, bytes, put })
      },
    })
  })
  for (const [name, sha256] of missing) await putMedia(storage, { name, bytes: await sharedPicture(file, { name, sha256 }), put })
  for (const { name, lastValue, isCalled } of contents.sequences)
    await sql`select setval(${quoted(name)}::regclass, ${lastValue}::bigint, ${isCalled})`.execute(tx)
  for (const { name, columns, key, rows, sha256 } of contents.tables) {
    const digest = await contentHash(tx, { name, columns, key })
    if (rows !== digest.rows || sha256 !== digest.sha256) throw damaged(`the restored table ${name}`)
  }
  await sql`analyze ${names}`.execute(tx)
}

/** Never replaces another picture. `put` collects the new ones, which are removed again when the restore fails. */
async function putMedia(storage: FileStorage, { name, bytes, put }: { name: string; bytes: Buffer; put: string[] }): Promise<void> {
  const there = await storage.get(name)
  if (there && !bytes.equals(there)) throw new Refused(`the picture storage already has a different picture with the name ${name}.`)
  if (there) return
  put.push(name)
  await storage.put(name, bytes)
}

/** Deletes the accounts that were deleted after the backup was made, in the same way as their owners did. */
async function deleteAgain(tx: Tx, { contents, file, dataDir, addressKey }: Options & { contents: Contents }): Promise<Pick<Restored, 'deleted' | 'files'>> {
  // A nightly backup is in the folder `backups` of a data folder, whose list of deleted accounts applies too. The mailbox of an account cannot
  // be recognized after its deletion, so pledges without keys (from an older backup) get their keys first.
  await keyMailboxes(tx, addressKey)
  const listed = await deletedSince([dataDir, resolve(dirname(file), '..')], new Date(contents.madeAt))
  const files: string[] = []
  let count = 0
  for (const personId of listed ?? []) {
    const left = await leave(tx, personId)
    if (left) count++
    files.push(...(left?.files ?? []))
  }
  return { deleted: listed && count, files }
}
