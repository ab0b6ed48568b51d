import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { isBuilt, projectRoot } from '../root.ts'

const deadlineMs = 30_000
const stoodStillMs = 1_000
/** For what is known to take long: an index over all pledges, a recount. */
const longDeadlineMs = 60 * 60_000

export type EmbeddedStore = {
  /** A new stream for one `pg` client; the pool holds one at most. */
  connect: () => Duplex
  /** While this runs, a statement may take an hour before the worker counts as hung. */
  unhurried: <Made>(work: () => Promise<Made>) => Promise<Made>
  close: () => Promise<void>
}

/**
 * Starts PostgreSQL (PGlite) in a worker thread over a folder on disk, or in memory for `memory://`.
 * A worker that has not answered for 30 s is ended and replaced; the statement it hung on fails.
 */
export async function startEmbedded(folder: string): Promise<EmbeddedStore> {
  const workerFile = isBuilt ? join(projectRoot, 'dist/server/embedded-worker.js') : join(projectRoot, 'src/platform/server/store/embedded-worker.ts')
  let unhurried = 0
  const deadline = () => (unhurried > 0 ? longDeadlineMs : deadlineMs)
  let worker = await startWorker(workerFile, folder, deadline)
  let replacing: Promise<void> | null = null

  /** When this fails, the next statement finds the worker still lost and tries again. */
  async function replace(): Promise<void> {
    await worker.end().catch(() => {})
    await startWorker(workerFile, folder, deadline).then(
      (fresh) => {
        worker = fresh
      },
      () => {},
    )
  }

  async function exec(bytes: Uint8Array): Promise<Uint8Array> {
    if (replacing) await replacing
    try {
      return await worker.exec(bytes)
    } catch (error) {
      if (error instanceof WorkerLost && !replacing) {
        replacing = replace().finally(() => {
          replacing = null
        })
      }
      throw error
    }
  }

  return {
    connect: () => new WireStream(exec),
    async unhurried(work) {
      unhurried++
      try {
        return await work()
      } finally {
        unhurried--
      }
    },
    close: () => worker.close(),
  }
}

class WorkerLost extends Error {}

async function startWorker(file: string, folder: string, deadline: () => number) {
  const thread = new Worker(file, { workerData: { folder } })
  const waiting = new Map<number, { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void }>()
  let nextId = 1
  let isLost = false

  function failAll(error: Error) {
    isLost = true
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  await new Promise<void>((resolve, reject) => {
    thread.once('error', reject)
    thread.once('exit', (code) => reject(new WorkerLost(`The embedded store ended (${code})`)))
    thread.once('message', () => resolve())
  })
  thread.on('error', (error) => failAll(new WorkerLost(error instanceof Error ? error.message : String(error))))
  thread.on('exit', () => failAll(new WorkerLost('The embedded store ended')))
  thread.on('message', (answer: { id: number; bytes?: Uint8Array; failure?: string }) => {
    const call = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (answer.failure !== undefined) call?.reject(new WorkerLost(answer.failure))
    else call?.resolve(answer.bytes ?? new Uint8Array())
  })

  function send(message: { bytes?: Uint8Array; close?: true }): Promise<Uint8Array> {
    if (isLost) return Promise.reject(new WorkerLost('The embedded store has ended'))
    const id = nextId++
    return new Promise((resolve, reject) => {
      const patienceMs = deadline()
      let dueAt = performance.now() + patienceMs
      let timer = setTimeout(giveUp, patienceMs)
      function giveUp() {
        // So late only where this process stood still, and its worker with it.
        if (performance.now() - dueAt > stoodStillMs) {
          dueAt = performance.now() + patienceMs
          timer = setTimeout(giveUp, patienceMs)
          return
        }
        waiting.delete(id)
        reject(new WorkerLost(`The embedded store has not answered for ${patienceMs / 1000} s`))
      }
      waiting.set(id, {
        resolve(bytes) {
          clearTimeout(timer)
          resolve(bytes)
        },
        reject(error) {
          clearTimeout(timer)
          reject(error)
        },
      })
      thread.postMessage({ id, ...message })
    })
  }

  return {
    exec: (bytes: Uint8Array) => send({ bytes }),
    end: async () => void (await thread.terminate()),
    close: async () => {
      await send({ close: true }).catch(() => {})
      await thread.terminate()
    },
  }
}

/**
 * What `pg` takes for a socket: collects its writes until a message that the server answers (startup, Query, Sync,
 * Flush), hands the whole to the worker, and reads the answer back.
 */
class WireStream extends Duplex {
  readonly #exec: (bytes: Uint8Array) => Promise<Uint8Array>
  #pending: Buffer = Buffer.alloc(0)
  #started = false

  constructor(exec: (bytes: Uint8Array) => Promise<Uint8Array>) {
    super()
    this.#exec = exec
  }

  connect() {
    setImmediate(() => this.emit('connect'))
    return this
  }
  setNoDelay() {
    return this
  }
  setKeepAlive() {
    return this
  }
  ref() {
    return this
  }
  unref() {
    return this
  }

  override _read() {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void) {
    this.#pending = this.#pending.length ? Buffer.concat([this.#pending, chunk]) : chunk
    const { complete, ends, terminates } = wholeMessages(this.#pending, this.#started)
    if (terminates) {
      done()
      this.push(null)
      this.destroy()
      return
    }
    if (!ends) return done()
    const batch = this.#pending.subarray(0, complete)
    this.#pending = this.#pending.subarray(complete)
    this.#started = true
    this.#exec(new Uint8Array(batch)).then(
      (answer) => {
        this.push(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength))
        done()
      },
      (error: Error) => done(error),
    )
  }
}

/** How many bytes are whole messages, whether the last one wants an answer, and whether the client says good-bye. */
function wholeMessages(bytes: Buffer, started: boolean) {
  let at = 0
  let ends = false
  let terminates = false
  if (!started) {
    if (bytes.length < 4 || bytes.length < bytes.readInt32BE(0)) return { complete: 0, ends, terminates }
    return { complete: bytes.readInt32BE(0), ends: true, terminates }
  }
  while (at + 5 <= bytes.length) {
    const type = String.fromCharCode(bytes[at] ?? 0)
    const length = 1 + bytes.readInt32BE(at + 1)
    if (at + length > bytes.length) break
    at += length
    ends = type === 'Q' || type === 'S' || type === 'H'
    if (type === 'X') terminates = true
  }
  return { complete: at, ends: ends && at === bytes.length, terminates }
}
