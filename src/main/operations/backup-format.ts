import { z } from 'zod'

// docs/decisions/2026-11-21-backup-format.md tells why it is as it is.

/** Grows when an older program could not read what a newer one writes. */
export const formatVersion = 1

export const headerName = 'backup.json'
export const manifestName = 'manifest.json'
/** A table's rows stand in parts of about a megabyte: rows/pledge/000001.ndjson and so on. */
export const partName = (table: string, part: number) => `rows/${table}/${String(part).padStart(6, '0')}.ndjson`
export const mediaName = (file: string) => `media/${file}`

const Column = z.strictObject({ name: z.string(), type: z.string() })

/** The first entry: what must be known to read the rest. */
export const Header = z.strictObject({
  format: z.literal('holdout-backup'),
  formatVersion: z.int(),
  productVersion: z.string(),
  madeAt: z.iso.datetime(),
  store: z.enum(['embedded', 'postgres']),
  migrations: z.array(z.strictObject({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.strictObject({ name: z.string(), columns: z.array(Column), key: z.array(Column) })),
})
export type Header = z.infer<typeof Header>

/** The last entry: all of the first again, and what the entries between must amount to. */
export const Manifest = Header.omit({ tables: true }).extend({
  tables: z.array(z.strictObject({ name: z.string(), columns: z.array(Column), key: z.array(Column), rows: z.int(), sha256: z.string() })),
  sequences: z.array(z.strictObject({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  media: z.array(z.strictObject({ name: z.string(), bytes: z.int(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof Manifest>
