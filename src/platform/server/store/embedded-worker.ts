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

port.on('message', async (message: { id: number; bytes?: Uint8Array; close?: boolean }) => {
  try {
    if (message.close) {
      await store.close()
      port.postMessage({ id: message.id })
      port.close()
      return
    }
    if (!message.bytes) return
    const answer = await store.execProtocolRaw(message.bytes)
    const bytes = answer.slice()
    port.postMessage({ id: message.id, bytes }, [bytes.buffer])
  } catch (error) {
    port.postMessage({ id: message.id, failure: error instanceof Error ? error.message : String(error) })
  }
})
port.postMessage({ ready: true })
