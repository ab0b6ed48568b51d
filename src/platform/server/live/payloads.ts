import { jsonOf } from '#platform/json.ts'
import type { LiveMessage } from './events.ts'

const partsKept = 100

/** The payload that means "messages were lost before they were sent". */
export const gapPayload = '"gap"'

/** Packs messages, in order, into payloads of at most `limit` bytes. A longer message is split into parts. */
export function payloadsOf(messages: LiveMessage[], { newKey, limit }: { newKey: () => string; limit: number }): string[] {
  const payloads: string[] = []
  let batch: string[] = []
  let size = 2
  function close() {
    if (batch.length) payloads.push(`[${batch.join(',')}]`)
    batch = []
    size = 2
  }
  for (const message of messages) {
    const text = JSON.stringify(message)
    const length = Buffer.byteLength(text) + 1
    if (size + length > limit) close()
    if (length <= limit) {
      batch.push(text)
      size += length
      continue
    }
    const coded = Buffer.from(text).toString('base64')
    // Leaves room for the fields that identify the part.
    const partLength = limit - 500
    const of = Math.ceil(coded.length / partLength)
    const key = newKey()
    for (let n = 0; n < of; n++) payloads.push(JSON.stringify({ key, n, of, text: coded.slice(n * partLength, (n + 1) * partLength) }))
  }
  close()
  return payloads
}

/** Parses arriving payloads and joins the parts of a long message. Ignores payloads in another format. */
export function openUnpacking() {
  const parts = new Map<string, string[]>()
  return {
    read(payload: string): LiveMessage[] | 'gap' {
      if (payload === gapPayload) return 'gap'
      const read: unknown = jsonOf(payload)
      if (Array.isArray(read)) return read.filter(isMessage)
      const { key, n, of, text }: { key?: unknown; n?: unknown; of?: unknown; text?: unknown } = Object(read)
      if (typeof key !== 'string' || typeof n !== 'number' || typeof of !== 'number' || typeof text !== 'string') return []
      const known = parts.get(key) ?? []
      known[n] = text
      if (Object.keys(known).length < of) {
        parts.set(key, known)
        for (const oldest of parts.keys()) {
          if (parts.size <= partsKept) break
          parts.delete(oldest)
        }
        return []
      }
      parts.delete(key)
      return [jsonOf(Buffer.from(known.join(''), 'base64').toString())].filter(isMessage)
    },
    clear: () => parts.clear(),
  }
}

const isMessage = (read: unknown): read is LiveMessage => typeof Object(read).topic === 'string'
