import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract as tarExtract } from 'tar-stream'
import { type Contents, formatVersion, Header, headerName, Manifest, manifestName, mediaPrefix, sha256Of } from './backup-format.ts'
import { Refused } from './refused.ts'
import { openContentHash } from './table-rows.ts'

/** Parts of tables have a few megabytes and pictures fewer, so a larger entry was not written by Holdout. */
const mostBytes = 64 * 1024 * 1024

/** Receives rows and pictures while they are read. */
type Take = {
  rows: (table: string, lines: Buffer) => Promise<void>
  media: (name: string, bytes: Buffer) => Promise<void>
}

/**
 * Reads a backup once, a part at a time, and resolves when every entry matches its hash in the manifest. Otherwise throws `Refused`, and the caller
 * must discard what it has received.
 */
export async function readBackup(file: string, take: Partial<Take> & { signal?: AbortSignal | undefined } = {}): Promise<Contents> {
  const entries = entriesOf(file, take.signal)
  const first = await entries.next()
  if (first.done || first.value.name !== headerName) throw new Refused(`${file} is not a Holdout backup.`)
  const header = headerOf(first.value.body)
  const digests = new Map(header.tables.map(({ name }) => [name, openContentHash()]))
  const media: Manifest['media'] = []
  let manifest: Manifest | null = null
  for await (const { name, body } of entries) {
    if (manifest) throw damaged(name)
    const table = /^rows\/([^/]+)\//.exec(name)?.[1] ?? ''
    const digest = digests.get(table)
    if (digest) {
      digest.take(body)
      await take.rows?.(table, body)
    } else if (name.startsWith(mediaPrefix)) {
      const picture = name.slice(mediaPrefix.length)
      await take.media?.(picture, body)
      media.push({ name: picture, sha256: sha256Of(body) })
    } else if (name === manifestName) manifest = Manifest.safeParse(jsonOf(body)).data ?? null
    else throw damaged(name)
  }
  if (!manifest) throw new Refused(`${file} is incomplete: it has no manifest.`)
  const tables = header.tables.map((table, at) => {
    const digest = digests.get(table.name)?.end()
    const said = manifest?.tables[at]
    if (!digest || said?.name !== table.name || said.rows !== digest.rows || said.sha256 !== digest.sha256) throw damaged(`the table ${table.name}`)
    return { ...table, ...digest }
  })
  const wanted = new Map(manifest.media.map(({ name, sha256 }) => [name, sha256]))
  for (const { name, sha256 } of media) if (wanted.get(name) !== sha256) throw damaged(`the picture ${name}`)
  return { ...header, ...manifest, tables }
}

async function* entriesOf(file: string, signal?: AbortSignal): AsyncGenerator<{ name: string; body: Buffer }> {
  const extract = tarExtract()
  const fed = pipeline(createReadStream(file, signal ? { signal } : {}), createGunzip(), extract)
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
    if (syscall !== undefined || signal?.aborted) throw error
    throw new Refused(`${file} is damaged, incomplete or not a backup (${error instanceof Error ? error.message : String(error)}).`)
  }
}

function headerOf(body: Buffer): Header {
  const json = jsonOf(body)
  // The version is checked first, because a later format may have another shape.
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

export const damaged = (what: string) => new Refused(`the backup is damaged: ${what} does not match its manifest.`)
