import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import type { Line, Outcome } from '#features/target-import/terms.ts'
import { socketPath } from './admin-socket.ts'
import { readOutcomes, written } from './json-lines.ts'
import { Refused, type Told } from './refused.ts'

const Answer = z.object({ ok: z.boolean(), lines: z.array(z.string()) })
/** A server that holds the store but has no socket yet is starting. */
const patienceMs = 10_000

/** Has the server that runs on this data folder do a command. Throws `Refused` with its reason when it does not. */
export async function askServer(dataDir: string, command: 'grant' | 'recount' | 'contact', body: object): Promise<Told> {
  const response = await send(dataDir, { command, body })
  const told = await answerOf(response)
  if (response.statusCode !== 200) throw new Refused(told.lines.join('\n'))
  return told
}

/** Has it write a backup into `sink`. */
export async function fetchBackup(dataDir: string, sink: Writable): Promise<void> {
  const response = await send(dataDir, { command: 'backup', body: {} })
  if (response.statusCode !== 200) throw new Refused((await answerOf(response)).lines.join('\n'))
  let whole = false
  response.on('end', () => {
    whole = true
  })
  await pipeline(response, sink).catch((error: unknown) => {
    if (whole || !response.destroyed || Object(error).syscall !== undefined) throw error
    throw new Refused('the server broke the backup off; it has the reason in its log.')
  })
}

/** Has it take the lines of an import, and gives what becomes of each. */
export async function* sendTargets(dataDir: string, lines: AsyncIterable<Line>): AsyncGenerator<Outcome> {
  // The first line is read before the server is asked: a file of which nothing can be taken is refused without it.
  const source = lines[Symbol.asyncIterator]()
  const first = await source.next()
  async function* texts() {
    for (let next = first; !next.done; next = await source.next()) yield written(next.value)
  }
  const response = await send(dataDir, { command: 'targets-import', body: Readable.from(texts()) })
  if (response.statusCode !== 200) throw new Refused((await answerOf(response)).lines.join('\n'))
  yield* readOutcomes(response.setEncoding('utf8'), (why) => new Refused(why ?? 'the server broke the import off; it has the reason in its log.'))
}

async function answerOf(response: IncomingMessage): Promise<Told> {
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  return Answer.parse(JSON.parse(text))
}

async function send(dataDir: string, { command, body }: { command: string; body: object | Readable }): Promise<IncomingMessage> {
  const end = Date.now() + patienceMs
  for (;;) {
    try {
      const asked = request({ socketPath: socketPath(dataDir), path: `/${command}`, method: 'POST', headers: { 'content-type': 'application/json' } })
      if (!(body instanceof Readable)) asked.end(JSON.stringify(body))
      else if (await connected(asked)) pipeline(body, asked).catch((error: unknown) => asked.destroy(error instanceof Error ? error : undefined))
      const [response]: IncomingMessage[] = await once(asked, 'response')
      if (!response) throw new Error('No answer')
      return response
    } catch (error) {
      const { code } = Object(error)
      if (code === 'EACCES') throw new Refused('the running server belongs to another user. Run this as that user.')
      if (code !== 'ENOENT' && code !== 'ECONNREFUSED') throw error
      if (Date.now() > end) throw new Refused('a server has this store open but takes no commands: it is starting or stopping. Try again, or stop it first.')
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}

/** Before anything of the body is read: an attempt that finds no server is made again with all of it. */
async function connected(asked: ClientRequest): Promise<true> {
  // What goes wrong later is heard by whoever waits for the answer.
  asked.on('error', () => {})
  asked.flushHeaders()
  const [socket] = await once(asked, 'socket')
  if (socket.connecting) await once(socket, 'connect')
  return true
}
