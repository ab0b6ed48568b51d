import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import { pack as tarPack } from 'tar-stream'
import { projectRoot } from '#platform/server/root.ts'
import type { FileStorage } from '#platform/server/storage.ts'
import { longTransaction } from '#platform/server/store/long-transaction.ts'
import type { Db, Store } from '#platform/server/store/open-store.ts'
import { formatVersion, type Header, headerName, type Manifest, manifestName, mediaName, partName } from './backup-format.ts'
import { Refused } from './refused.ts'
import { backedUpTables, plainForms, sequences } from './store-tables.ts'
import { openDigest, rowsOf } from './table-rows.ts'

type Given = { store: Store; storage: FileStorage; sink: Writable }

/**
 * Writes a backup of the whole store into `sink`: rows as one transaction sees them, then the pictures. Rows go out as
 * they are read, so memory does not grow with the store. Throws `Refused` before the first byte when there is no store.
 */
export async function writeBackup({ store, storage, sink }: Given): Promise<Manifest> {
  const pack = tarPack()
  const written = pipeline(pack, createGzip({ level: 3 }), sink)
  let lost: unknown
  written.catch((error: unknown) => {
    lost ??= error
    pack.destroy(asError(error))
  })
  const add: Add = (name, body) =>
    new Promise((resolve, reject) => {
      // Without a listener its error, which the callback has told already, would end the process.
      pack.entry({ name, mode: 0o600 }, body, (error) => (error ? reject(error) : resolve())).on('error', () => {})
    })
  try {
    const manifest = await longTransaction(store, 'one moment, read only', (tx) => addRows(tx, { kind: store.kind, add }))
    manifest.media = await addMedia(storage, add)
    await add(manifestName, asText(manifest))
    pack.finalize()
    await written
    return manifest
  } catch (error) {
    // A full disk or a reader that went away is the cause, not the entry that could not be written for it.
    const cause = lost ?? error
    pack.destroy(asError(cause))
    await written.catch(() => {})
    throw cause
  }
}

type Add = (name: string, body: Buffer) => Promise<void>

async function addRows(tx: Db, { kind, add }: { kind: Store['kind']; add: Add }): Promise<Manifest> {
  await plainForms(tx)
  const header = await headerOf(tx, kind)
  await add(headerName, asText(header))
  const tables: Manifest['tables'] = []
  for (const table of header.tables) {
    const digest = openDigest()
    let part = 0
    for await (const rows of rowsOf(tx, table)) {
      digest.take(rows)
      await add(partName(table.name, ++part), rows.bytes)
    }
    tables.push({ ...table, ...digest.end() })
  }
  return { ...header, tables, sequences: await sequences(tx), media: [] }
}

async function headerOf(tx: Db, store: Store['kind']): Promise<Header> {
  const { rows } = await sql<{ made: string | null }>`select to_regclass('public.schema_migration')::text as made`.execute(tx)
  if (!rows[0]?.made) throw new Refused('there is nothing to back up: this database holds no store of Holdout.')
  const { rows: migrations } = await sql<{ name: string; checksum: string }>`select name, checksum from schema_migration order by name collate "C"`.execute(tx)
  return {
    format: 'holdout-backup',
    formatVersion,
    productVersion: productVersion(),
    madeAt: new Date().toISOString(),
    store,
    migrations,
    tables: await backedUpTables(tx),
  }
}

/** After the rows: a picture that a row speaks of is there before its row is. */
async function addMedia(storage: FileStorage, add: Add): Promise<Manifest['media']> {
  const media: Manifest['media'] = []
  for await (const { name } of storage.list()) {
    if (name.endsWith('.part')) continue
    const bytes = await storage.get(name)
    // Swept away since it was listed.
    if (!bytes) continue
    await add(mediaName(name), Buffer.from(bytes))
    media.push({ name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
  }
  return media
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))
const asText = (value: object) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

function productVersion(): string {
  const parsed: unknown = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  return String(Object(parsed).version)
}
