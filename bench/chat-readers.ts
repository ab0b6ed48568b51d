import { fork } from 'node:child_process'
import { join } from 'node:path'

/** Job of the readers process. `marks` captures the number of a request in the event that the request causes. */
export type ChatLoad = {
  port: number
  /** Path and query of the stream. */
  stream: string
  readers: number
  marks: RegExp
  requests: string[]
  gapMs: number
  patienceMs: number
}

/** Times from each sending to each receipt, in ms; how many receipts were duplicates and how many requests were refused. */
export type Notified = { ms: Float64Array; doubles: number; refused: number; answerMs: number[] }

/** Runs many readers and the senders in a child process. */
export function runChatLoad(talk: Omit<ChatLoad, 'port'> & { origin: string }): Promise<Notified> {
  const child = fork(join(import.meta.dirname, 'chat-readers-process.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
  })
  const { origin, ...given } = talk
  return new Promise((resolve, reject) => {
    child.once('message', (reported: Notified) => resolve(reported))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The readers ended with ${code}`)))
    child.send({ ...given, port: Number(new URL(origin).port) } satisfies ChatLoad)
  })
}
