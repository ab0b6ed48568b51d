import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract as tarExtract } from 'tar-stream'
import { formatVersion, Header, headerName, Manifest, manifestName, mediaName, partName } from './backup-format.ts'
import { Refused } from './refused.ts'
import { openDigest } from './table-rows.ts'

/** Parts of tables have a few megabytes, pictures fewer; what claims more is none of ours. */
const mostBytes = 64 * 1024 * 1024

/** What to do with a backup's contents as they come by, in this order. */
type Take = {
  header: (header: Header) => Promise<void>
  rows: (table: string, bytes: Buffer) => Promise<void>
  media: (name: string, bytes: Buffer) => Promise<void>
}

/**
 * Reads a backup once, a part at a time, and resolves with its manifest when everything was there and had the digest it
 * was given. Throws `Refused` otherwise; what was taken until then is to be thrown away.
 */
export async function readBackup(file: string, take: Take): Promise<Manifest> {
  const entries = entriesOf(file)
  const first = await entries.next()
  if (first.done || first.value.name !== headerName) throw new Refused(`${file} is no backup of Holdout.`)
  const header = headerOf(first.value.body)
  await take.header(header)

  const tables = new Map(header.tables.map((table) => [table.name, { table, digest: openDigest(), parts: 0 }]))
  const media: Manifest['media'] = []
  let manifest: Manifest | null = null
  for await (const { name, body } of entries) {
    if (manifest) throw damaged(name)
    const [kind, part] = name.split('/')
    const filling = kind === 'rows' ? tables.get(part ?? '') : undefined
    if (filling && name === partName(filling.table.name, ++filling.parts)) {
      filling.digest.take({ rows: linesIn(body), bytes: body })
      await take.rows(filling.table.name, body)
    } else if (name.startsWith(mediaName(''))) {
      const file = name.slice(mediaName('').length)
      await take.media(file, body)
      media.push({ name: file, bytes: body.length, sha256: createHash('sha256').update(body).digest('hex') })
    } else if (name === manifestName) manifest = Manifest.safeParse(jsonOf(body)).data ?? null
    else throw damaged(name)
  }
  if (!manifest) throw new Refused(`${file} is incomplete: it has no manifest.`)
  const found = { ...header, tables: [...tables.values()].map(({ table, digest }) => ({ ...table, ...digest.end() })), media }
  expectSame(found, manifest)
  return manifest
}

/** Reads a backup for nothing but its digests. */
export const checkBackup = (file: string): Promise<Manifest> => readBackup(file, { header: async () => {}, rows: async () => {}, media: async () => {} })

async function* entriesOf(file: string): AsyncGenerator<{ name: string; body: Buffer }> {
  const extract = tarExtract()
  const fed = pipeline(createReadStream(file), createGunzip(), extract)
  fed.catch(() => {})
  try {
    for await (const entry of extract) {
      if ((entry.header.size ?? 0) > mostBytes) throw damaged(entry.header.name)
      const chunks: Uint8Array[] = []
      for await (const chunk of entry) if (chunk instanceof Uint8Array) chunks.push(chunk)
      yield { name: entry.header.name, body: Buffer.concat(chunks) }
    }
    await fed
  } catch (error) {
    const { code, syscall }: { code?: unknown; syscall?: unknown } = Object(error)
    if (code === 'ENOENT') throw new Refused(`there is no file ${file}.`)
    if (syscall !== undefined) throw error
    throw new Refused(`${file} is damaged, incomplete or no backup (${error instanceof Error ? error.message : String(error)}).`)
  }
}

function headerOf(body: Buffer): Header {
  const json = jsonOf(body)
  // The version is looked at first: a later format may have another shape.
  const version = Number(Object(json).formatVersion)
  if (version > formatVersion) throw new Refused(`this backup has the format ${version}, made by a later version of Holdout. Restore it with that version.`)
  const header = Header.safeParse(json)
  if (!header.success) throw damaged(headerName)
  return header.data
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

/** All that was found, the header included, against what the manifest says of it. */
function expectSame(found: Omit<Manifest, 'sequences'>, manifest: Manifest): void {
  for (const [at, table] of found.tables.entries()) if (JSON.stringify(table) !== JSON.stringify(manifest.tables[at])) throw damaged(`the table ${table.name}`)
  const { sequences: _untold, ...told } = manifest
  for (const [name, value] of Object.entries(told))
    if (JSON.stringify(value) !== JSON.stringify(Object.entries(found).find(([key]) => key === name)?.[1])) throw damaged(name)
}

function linesIn(body: Buffer): number {
  let lines = 0
  for (let at = body.indexOf(10); at !== -1; at = body.indexOf(10, at + 1)) lines++
  return lines
}

export const damaged = (what: string) => new Refused(`the backup is damaged: ${what} is not what its manifest says.`)
