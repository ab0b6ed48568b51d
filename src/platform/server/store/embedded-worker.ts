// The embedded store's thread. It speaks PostgreSQL's wire protocol in raw bytes, so that errors keep their code,
// constraint and detail: PGlite's own message objects lose them in a structured clone.
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'

const port = parentPort
if (!port) throw new Error('The embedded store runs in a worker thread')

const { folder }: { folder: string } = workerData
const store = await PGlite.create(folder, { extensions: { pg_trgm, unaccent } })

/** As a stream, because `execProtocolRaw` also parses every answer and keeps the rows for ever. */
async function answerTo(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let length = 0
  // The piece is a window on the store's own memory, which it writes over.
  function onRawData(piece: Uint8Array) {
    pieces.push(piece.slice())
    length += piece.length
  }
  await store.execProtocolRawStream(bytes, { onRawData })
  const answer = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    answer.set(piece, at)
    at += piece.length
  }
  return answer
}

port.on('message', async (message: { id: number; bytes?: Uint8Array; close?: boolean }) => {
  try {
    if (message.close) {
      await store.close()
      port.postMessage({ id: message.id })
      port.close()
      return
    }
    if (!message.bytes) return
    const bytes = await answerTo(message.bytes)
    port.postMessage({ id: message.id, bytes }, [bytes.buffer])
  } catch (error) {
    port.postMessage({ id: message.id, failure: error instanceof Error ? error.message : String(error) })
  }
})
port.postMessage({ ready: true })
