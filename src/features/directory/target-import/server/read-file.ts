import { createReadStream } from 'node:fs'
import { open, readFile, realpath, stat } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import { normalized } from '#platform/text.ts'
import { type BadLine, type ImportColumn, importColumns, type Line, type LineLogo } from '../terms.ts'
import { otherEncoding } from './encoding.ts'
import { type CsvRecord, recordsOf } from './records.ts'

/** The whole file is refused; the message explains why and what to do. */
export class UnfitFile extends Error {}

const sampleBytes = 256 * 1024
const mostLogoBytes = 4 * 1024 * 1024

type Reading = { file: string; note: (text: string) => void }

/** Reads a file of targets line by line; `note` receives a message about ignored columns. Throws `UnfitFile` before the first line. */
export async function* readTargetFile({ file, note }: Reading): AsyncGenerator<Line> {
  await expectReadable(file)
  const folder = await realpath(dirname(file))
  let header: Header | null = null
  for await (const record of recordsOf(createReadStream(file))) {
    if (header) {
      yield 'reason' in record ? record : await lineOf(record, { header, folder })
      continue
    }
    if ('reason' in record) throw new UnfitFile(`its first line must name the columns (${importColumns.join(', ')}), but ${record.reason}.`)
    header = headerOf(record.fields)
    if (header.unknown.length) note(`Ignored: ${header.unknown.length === 1 ? 'the column' : 'the columns'} ${header.unknown.join(', ')}`)
  }
  if (!header) throw new UnfitFile('it is empty.')
}

async function expectReadable(file: string): Promise<void> {
  const handle = await open(file)
  try {
    if (!(await handle.stat()).isFile()) throw new UnfitFile('it is not a file.')
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0)
    const other = otherEncoding(buffer.subarray(0, bytesRead))
    if (!other) return
    const how = other.iconv ? `Convert it with: iconv -f ${other.iconv} -t UTF-8 FILE > NEW` : 'Save it as "CSV UTF-8".'
    throw new UnfitFile(`it is ${other.name}, not UTF-8. ${how}`)
  } finally {
    await handle.close()
  }
}

type Header = { places: Map<ImportColumn, number>; count: number; unknown: string[] }

function headerOf(fields: string[]): Header {
  const names = fields.map((field) => normalized(field).toLowerCase())
  const places = new Map<ImportColumn, number>()
  for (const column of importColumns) {
    const at = names.indexOf(column)
    if (at === -1) continue
    if (names.includes(column, at + 1)) throw new UnfitFile(`it has the column ${column} twice.`)
    places.set(column, at)
  }
  if (!places.has('name')) {
    const separator = names.length === 1 ? [';', '\t'].find((sign) => names[0]?.includes(sign)) : undefined
    const hint = separator ? ` Its columns are separated by ${separator === ';' ? 'semicolons' : 'tabs'}: save it with commas.` : ''
    throw new UnfitFile(`its first line must name the columns (${importColumns.join(', ')}), and name is not among them.${hint}`)
  }
  const unknown = fields.filter((_, at) => !importColumns.some((column) => column === names[at])).map((field) => normalized(field).slice(0, 40) || '(no name)')
  return { places, count: fields.length, unknown }
}

async function lineOf({ line, fields }: CsvRecord, { header, folder }: { header: Header; folder: string }): Promise<Line> {
  if (fields.length !== header.count) {
    const hint = fields.length > header.count ? '; a field that contains a comma must be in quotes' : ''
    return { line, reason: `it has ${fields.length} ${fields.length === 1 ? 'field' : 'fields'} and the first line ${header.count}${hint}` }
  }
  const value = (column: ImportColumn) => fields[header.places.get(column) ?? -1] ?? ''
  const logo = await logoOf(value('logo').trim(), folder)
  if (typeof logo === 'string') return { line, reason: logo } satisfies BadLine
  return { line, name: value('name'), website: value('website'), industry: value('industry'), description: value('description'), logo }
}

/** The named icon, the bytes of the named picture, or the reason why it is refused. */
async function logoOf(named: string, folder: string): Promise<LineLogo | string | null> {
  if (named === '') return null
  if (/^icon:/i.test(named)) return { icon: named.slice('icon:'.length).trim().toLowerCase() }
  if (/^[a-z][a-z0-9+.-]+:/i.test(named)) return 'its logo is an address, and nothing is fetched from there: put the picture beside the file and name it'
  if (!named.isWellFormed() || named.includes('\0')) return 'its logo is not a file name'
  try {
    const path = await realpath(resolve(folder, named))
    if (!path.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return 'its logo is outside the folder of the file'
    const found = await stat(path)
    if (!found.isFile()) return `its logo ${named.slice(0, 100)} is not a file`
    if (found.size > mostLogoBytes) return `its logo ${named.slice(0, 100)} is larger than 4 MB`
    return { bytes: await readFile(path) }
  } catch (error) {
    const { code } = Object(error)
    return code === 'ENOENT' || code === 'ENOTDIR' ? `its logo ${named.slice(0, 100)} is not there` : `its logo ${named.slice(0, 100)} cannot be read (${code})`
  }
}
