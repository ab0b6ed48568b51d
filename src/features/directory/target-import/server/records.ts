import { isUtf8 } from 'node:buffer'
import { parse } from 'csv-parse/sync'
import { type BadLine, longestRecord } from '../terms.ts'

type RawLine = { number: number; bytes: Buffer; isTooLong: boolean }
export type CsvRecord = { line: number; fields: string[] }

const [newline, quote] = [0x0a, 0x22]

/**
 * Parses a CSV file (RFC 4180, UTF-8) into records with the numbers of their first lines. After an invalid record
 * parsing continues with the next line, so that a stray quote does not consume the rest of the file.
 */
export async function* recordsOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<CsvRecord | BadLine> {
  const source = linesOf(chunks)
  const again: RawLine[] = []
  async function next(): Promise<RawLine | null> {
    const kept = again.pop()
    if (kept) return kept
    const { value, done } = await source.next()
    return done ? null : value
  }

  for (let first = await next(); first; first = await next()) {
    const { number: line } = first
    if (first.isTooLong) {
      yield { line, reason: `it is longer than ${longestRecord / 1024} KiB` }
      continue
    }
    const parts = [first]
    let isOpen = hasOpenQuote(first.bytes)
    for (let length = first.bytes.length; isOpen; ) {
      const more = await next()
      if (!more) break
      parts.push(more)
      length += more.bytes.length
      if (more.isTooLong || length > longestRecord) break
      isOpen = !hasOpenQuote(more.bytes)
    }
    const read = isOpen ? { line, reason: 'a quote (") is opened and never closed' } : recordIn(line, Buffer.concat(parts.map(({ bytes }) => bytes)))
    if (read === null) continue
    yield read
    if ('reason' in read) for (const part of parts.slice(1).reverse()) again.push(part)
  }
}

/** Null for an empty line. */
function recordIn(line: number, bytes: Buffer): CsvRecord | BadLine | null {
  if (!isUtf8(bytes)) return { line, reason: 'it is not UTF-8' }
  const text = bytes.toString('utf8')
  if (text.trim() === '') return null
  try {
    const [fields] = parse(text, { bom: true, relax_column_count: true })
    return fields ? { line, fields } : null
  } catch {
    return { line, reason: 'its quotes (") are not valid in CSV: they must surround a whole field and be doubled inside it' }
  }
}

/** True if the number of quotes is odd: the line then opens a quoted field, or closes the one that was open before it. */
function hasOpenQuote(bytes: Buffer): boolean {
  let count = 0
  for (let at = bytes.indexOf(quote); at !== -1; at = bytes.indexOf(quote, at + 1)) count++
  return count % 2 === 1
}

/** Lines including their line ends. The bytes of a line that is too long are dropped. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<RawLine> {
  let number = 1
  let isTooLong = false
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    let bytes = rest.length ? Buffer.concat([rest, chunk]) : chunk
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline)) {
      const isOver = isTooLong || end > longestRecord
      yield { number: number++, bytes: isOver ? Buffer.alloc(0) : bytes.subarray(0, end + 1), isTooLong: isOver }
      isTooLong = false
      bytes = bytes.subarray(end + 1)
    }
    isTooLong ||= bytes.length > longestRecord
    rest = isTooLong ? Buffer.alloc(0) : bytes
  }
  if (rest.length || isTooLong) yield { number, bytes: rest, isTooLong }
}
