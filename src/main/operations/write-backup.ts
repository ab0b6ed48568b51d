import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import { pack as tarPack } from 'tar-stream'
import { softwareVersion } from '#platform/server/software.ts'
import type { FileStorage } from '#platform/server/storage.ts'
import { longTransaction } from '#platform/server/store/long-transaction.ts'
import type { Db, Store } from '#platform/server/store/open-store.ts'
import { formatVersion, type Header, headerName, type Manifest, manifestName, mediaPrefix, partName, sha256Of } from './backup-format.ts'
import { Refused } from './refused.ts'
import { backedUpTables, plainForms, sequences } from './store-tables.ts'
import { openContentHash, rowsOf } from './table-rows.ts'

type Media = Manifest['media']
/** `saveMedia` stores the pictures outside the backup. */
type Options = { store: Store; storage: FileStorage; sink: Writable; saveMedia?: () => Promise<Media> }

/**
 * Writes a backup of the whole database to `sink`: the rows of one snapshot, then the pictures. Memory does not grow with the size of the database.
 * Throws `Refused` before the first byte when the database has nothing of Holdout.
 */
export async function writeBackup({ store, storage, sink, saveMedia }: Options): Promise<void> {
  const pack = tarPack()
  const written = pipeline(pack, createGzip({ level: 3 }), sink)
  // The pipeline may reject while nothing awaits it.
  written.catch(() => {})
  function add(name: string, body: Buffer): Promise<void> {
    const entry = new Promise<void>((resolve, reject) => {
      pack.entry({ name, mode: 0o600 }, body, (error) => (error ? reject(error) : resolve())).on('error', () => {})
    })
    // The pipeline's error is the cause: a full disk, or a reader that closed the stream.
    return Promise.race([written, entry]).catch(() => written)
  }
  try {
    const rows = await longTransaction(store, 'one moment, read only', (tx) => addRows(tx, add))
    // Pictures come after the rows, because the picture of a row is stored before the row.
    const media = await (saveMedia?.() ?? addMedia(storage, add))
    await add(manifestName, asText({ ...rows, media } satisfies Manifest))
    pack.finalize()
    await written
  } catch (error) {
    pack.destroy(error instanceof Error ? error : new Error(String(error)))
    await written.catch(() => {})
    throw error
  }
}

type Add = (name: string, body: Buffer) => Promise<void>

async function addRows(tx: Db, add: Add): Promise<Omit<Manifest, 'media'>> {
  await plainForms(tx)
  const header = await headerOf(tx)
  await add(headerName, asText(header))
  const tables: Manifest['tables'] = []
  for (const table of header.tables) {
    const digest = openContentHash()
    let part = 0
    for await (const lines of rowsOf(tx, table)) {
      digest.take(lines)
      await add(partName(table.name, ++part), lines)
    }
    tables.push({ name: table.name, ...digest.end() })
  }
  return { tables, sequences: await sequences(tx) }
}

async function headerOf(tx: Db): Promise<Header> {
  const { rows } = await sql<{ made: string | null }>`select to_regclass('public.schema_migration')::text as made`.execute(tx)
  if (!rows[0]?.made) throw new Refused('there is nothing to back up: this database has no Holdout tables.')
  const { rows: migrations } = await sql<{ name: string; checksum: string }>`select name, checksum from schema_migration order by name collate "C"`.execute(tx)
  return {
    format: 'holdout-backup',
    formatVersion,
    productVersion: softwareVersion,
    madeAt: new Date().toISOString(),
    migrations,
    tables: await backedUpTables(tx),
  }
}

async function addMedia(storage: FileStorage, add: Add): Promise<Media> {
  const media: Media = []
  for await (const { name } of storage.list()) {
    if (name.endsWith('.part')) continue
    const bytes = await storage.get(name)
    // The picture was removed after it was listed.
    if (!bytes) continue
    await add(mediaPrefix + name, Buffer.from(bytes))
    media.push({ name, sha256: sha256Of(bytes) })
  }
  return media
}

const asText = (value: object) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
