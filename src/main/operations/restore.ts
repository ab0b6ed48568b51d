import { sql } from 'kysely'
import type { FileStorage } from '#platform/server/storage.ts'
import { longTransaction } from '#platform/server/store/long-transaction.ts'
import { migrate, schemaLock } from '#platform/server/store/migrate.ts'
import type { Db, Store } from '#platform/server/store/open-store.ts'
import type { Manifest } from './backup-format.ts'
import { checkBackup, damaged, readBackup } from './read-backup.ts'
import { differences } from './recount.ts'
import { Refused, type Told } from './refused.ts'
import { dropLinks, makeLinks, prepareSchema } from './restore-schema.ts'
import { plainForms, quoted, type Table } from './store-tables.ts'
import { digestOf, insertRows } from './table-rows.ts'

type Given = { storage: FileStorage; file: string }

/**
 * Fills an empty store from a backup, in one transaction: all of it or nothing. The file is read through before it is
 * begun, and before the commit every table is read again from the store: both must have the digests that the backup
 * gives. Then an older schema is brought forward.
 */
export async function restoreBackup(store: Store, given: Given): Promise<Told> {
  const manifest = await filled(store, given)
  const applied = await migrate(store)
  const wrong = await differences(store)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return {
    ok: true,
    lines: [
      `Restored ${rows} rows and ${manifest.media.length} pictures of ${manifest.madeAt}; every table has the digest of the backup`,
      ...applied.map((name) => `Brought forward by ${name}`),
      ...(wrong.length ? ['These stored counts were wrong when the backup was made; mend them with: npm run cli -- recount', ...wrong] : []),
    ],
  }
}

async function filled(store: Store, { storage, file }: Given): Promise<Manifest> {
  const put: string[] = []
  try {
    await checkBackup(file)
    return await longTransaction(store, 'newest rows', (tx) => fill(tx, { file, takeMedia: (name, bytes) => putMedia(storage, { name, bytes, put }) }))
  } catch (error) {
    for (const name of put) await storage.remove(name)
    throw error instanceof Refused ? new Refused(`${error.message} Nothing was restored.`) : error
  }
}

async function fill(tx: Db, { file, takeMedia }: { file: string; takeMedia: (name: string, bytes: Buffer) => Promise<void> }): Promise<Manifest> {
  await sql`select pg_advisory_xact_lock(${schemaLock})`.execute(tx)
  await plainForms(tx)
  let tables = new Map<string, Table>()
  let links: Awaited<ReturnType<typeof dropLinks>> = []
  const manifest = await readBackup(file, {
    async header(header) {
      tables = new Map((await prepareSchema(tx, header)).map((table) => [table.name, table]))
      links = await dropLinks(tx)
      await sql.raw(`truncate ${[...tables.keys()].map(quoted).join(', ')}`).execute(tx)
    },
    async rows(name, bytes) {
      const table = tables.get(name)
      if (table) await insertRows(tx, table, bytes)
    },
    media: takeMedia,
  })
  for (const { name, lastValue, isCalled } of manifest.sequences)
    await sql`select setval(${quoted(name)}::regclass, ${lastValue}::bigint, ${isCalled})`.execute(tx)
  await makeLinks(tx, links)
  for (const table of tables.values()) {
    const digest = await digestOf(tx, table)
    const wanted = manifest.tables.find(({ name }) => name === table.name)
    if (wanted?.rows !== digest.rows || wanted.sha256 !== digest.sha256) throw damaged(`what the store made of the table ${table.name}`)
  }
  await sql.raw(`analyze ${[...tables.keys()].map(quoted).join(', ')}`).execute(tx)
  return manifest
}

/** Beside other pictures, never over them: only what was put here is taken away again when the restore fails. */
async function putMedia(storage: FileStorage, { name, bytes, put }: { name: string; bytes: Buffer; put: string[] }): Promise<void> {
  const there = await storage.get(name)
  if (there && !bytes.equals(there)) throw new Refused(`another picture already stands under the name ${name} in the picture store.`)
  if (there) return
  put.push(name)
  await storage.put(name, bytes)
}
