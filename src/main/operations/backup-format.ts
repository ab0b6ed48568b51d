import { createHash } from 'node:crypto'
import { z } from 'zod'

// docs/decisions/2026-11-23-backups.md gives the reasons. Earlier releases wrote format 1, which has more in its header and manifest.

/** Increased when an older program could not read what a newer one writes. */
export const formatVersion = 2

export const headerName = 'backup.json'
export const manifestName = 'manifest.json'
/** The rows of a table are in parts of about a megabyte: rows/pledge/000001.ndjson and so on. */
export const partName = (table: string, part: number) => `rows/${table}/${String(part).padStart(6, '0')}.ndjson`
export const mediaPrefix = 'media/'
export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const Column = z.object({ name: z.string(), type: z.string() })

/** The first entry: everything that a program must know to read the others. */
export const Header = z.object({
  format: z.literal('holdout-backup'),
  formatVersion: z.int(),
  productVersion: z.string(),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(Column), key: z.array(Column) })),
})
export type Header = z.infer<typeof Header>

/** The last entry: hashes of all others. A picture that is not an entry is in the picture folder beside the backup. */
export const Manifest = z.object({
  tables: z.array(z.object({ name: z.string(), rows: z.int(), sha256: z.string() })),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  media: z.array(z.object({ name: z.string(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof Manifest>

/** Everything that a complete backup states about itself. */
export type Contents = Omit<Header, 'tables'> & Omit<Manifest, 'tables'> & { tables: (Header['tables'][number] & Manifest['tables'][number])[] }
