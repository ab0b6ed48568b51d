import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { isAbsolute, join, relative } from 'node:path'
import { z } from 'zod'
import { importTargets } from '#features/target-import/server/public.ts'
import type { Log } from '#platform/server/log.ts'
import type { FileStorage } from '#platform/server/storage.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { iconAddress } from '../logos/icons.ts'
import { Grant, grantRole } from './grant.ts'
import { readLines, written, writtenEnd } from './json-lines.ts'
import { ReadContact, readContact } from './read-contact.ts'
import { recount } from './recount.ts'
import { Refused, type Told } from './refused.ts'
import { writeBackup } from './write-backup.ts'

type Given = { store: Store; storage: FileStorage; dataDir: string; log: Log }

const bodyLimit = 64 * 1024
/** A reader of a backup that takes nothing for so long is cut: the embedded store waits for it. */
const stallMs = 10_000
/** So long may whoever gives a command be silent in the middle of it. */
const silenceMs = 30_000

/**
 * Where the command line finds a running server on the embedded store, which nobody else may open: a Unix socket in the
 * data folder that only its owner may use. Call it when the store's lock is held: what lies there is stale then.
 */
export async function openAdminSocket({ store, storage, dataDir, log }: Given): Promise<{ stop: () => Promise<void> }> {
  const path = socketPath(dataDir)
  let busy: Promise<unknown> | null = null

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') return tell(response, 405, refusal('this socket only takes commands.'))
    if (busy) return tell(response, 409, refusal('another command is at work. Try again when it has ended.'))
    const work = perform(request, response)
    busy = work
    await work.finally(() => {
      busy = null
    })
  }

  async function perform(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/backup') return sendBackup(response)
    if (request.url === '/grant') return tell(response, 200, await grantRole(store, Grant.parse(await jsonOf(request))))
    if (request.url === '/recount') return tell(response, 200, await recount(store, z.strictObject({ check: z.boolean() }).parse(await jsonOf(request))))
    if (request.url === '/targets-import') return takeTargets(request, response)
    if (request.url === '/contact') return tell(response, 200, await readContact(store, ReadContact.parse(await jsonOf(request))))
    tell(response, 404, refusal('this server does not know that command. Is it of another version?'))
  }

  /** Takes lines while they come and tells of each what became of it, until the other side ends or falls silent. */
  async function takeTargets(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    response.flushHeaders()
    let why: string | null = null
    try {
      const lines = readLines(talking(request.setEncoding('utf8')))
      for await (const outcome of importTargets({ db: store.db, storage, iconAddress }, lines))
        if (!response.write(written(outcome)) && !response.destroyed) await Promise.race([once(response, 'drain'), once(response, 'close')])
    } catch (error) {
      log.error({ err: error, command: request.url }, 'a command failed')
      why = 'it failed in the middle; the server has the reason in its log.'
    }
    response.end(writtenEnd(why))
  }

  async function sendBackup(response: ServerResponse): Promise<void> {
    response.writeHead(200, { 'content-type': 'application/gzip' })
    let seen = 0
    const watch = setInterval(() => {
      const written = response.socket?.bytesWritten ?? 0
      if (response.writableNeedDrain && written === seen) response.destroy()
      seen = written
    }, stallMs)
    try {
      await writeBackup({ store, storage, sink: response })
    } finally {
      clearInterval(watch)
    }
  }

  // An import may take as long as it says something; `jsonOf` and `talking` have deadlines of their own.
  const server = createServer({ requestTimeout: 0 }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!(error instanceof Refused)) log.error({ err: error, command: request.url }, 'a command failed')
      if (response.headersSent) response.destroy()
      else tell(response, 500, refusal(error instanceof Refused ? error.message : 'it failed; the server has the reason in its log.'))
    })
  })
  rmSync(path, { force: true })
  await listen(server, path)
  return {
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
      await busy?.catch(() => {})
      rmSync(path, { force: true })
    },
  }
}

/** An address of a Unix socket has room for some hundred bytes: the shorter of two ways to say the same. */
export function socketPath(dataDir: string): string {
  const path = join(dataDir, 'admin.sock')
  const near = relative(process.cwd(), path)
  return isAbsolute(near) || near.length >= path.length ? path : near
}

/** Made for its owner alone from the first moment on. */
function listen(server: ReturnType<typeof createServer>, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    const before = process.umask(0o177)
    try {
      server.listen(path, () => {
        server.off('error', reject)
        chmodSync(path, 0o600)
        resolve()
      })
    } finally {
      process.umask(before)
    }
  })
}

async function jsonOf(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of talking(request.setEncoding('utf8'))) {
    text += chunk
    if (text.length > bodyLimit) throw new Refused('the command is too long.')
  }
  return JSON.parse(text)
}

/** The other side's words, which is cut when it is waited for and says nothing. */
async function* talking(request: IncomingMessage): AsyncGenerator<string> {
  const words: AsyncIterator<string> = request[Symbol.asyncIterator]()
  for (;;) {
    const late = setTimeout(() => request.destroy(new Refused('nothing more was said.')), silenceMs)
    const { value, done } = await words.next().finally(() => clearTimeout(late))
    if (done) return
    yield value
  }
}

const refusal = (line: string): Told => ({ ok: false, lines: [line] })

function tell(response: ServerResponse, status: number, told: Told): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(told))
}
