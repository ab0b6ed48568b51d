import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { socketPath } from './admin-socket.ts'
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

async function answerOf(response: IncomingMessage): Promise<Told> {
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  return Answer.parse(JSON.parse(text))
}

async function send(dataDir: string, { command, body }: { command: string; body: object }): Promise<IncomingMessage> {
  const end = Date.now() + patienceMs
  for (;;) {
    try {
      const asked = request({ socketPath: socketPath(dataDir), path: `/${command}`, method: 'POST', headers: { 'content-type': 'application/json' } })
      asked.end(JSON.stringify(body))
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
