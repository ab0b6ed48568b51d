import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'

/** First message to the readers process. Stream `n` sends cookie `n`, starting again after the last; without cookies the streams are anonymous. */
export type Opening = { port: number; stream: string; count: number; cookies: string[] }
/** Every later message: a request to send, and the text by which a reader recognises its event in a stream. */
export type ReaderMessage = { request: string; word: string; patienceMs: number }
/** Receipt times in ms after the sending, how many readers received it twice, and the status and time of the answer. */
export type Received = { ms: Float64Array; doubles: number; status: number; answerMs: number }

export type Readers = {
  say: (said: ReaderMessage) => Promise<Received>
  close: () => Promise<void>
}

/** Opens very many streams in a child process, a few at a time and from many source addresses. */
export async function openReaders({ origin, ...given }: Omit<Opening, 'port'> & { origin: string }): Promise<Readers> {
  const child = fork(join(import.meta.dirname, 'live-readers-process.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await asked(child, { ...given, port: Number(new URL(origin).port) })
  return {
    say: (said) => asked<Received>(child, said),
    async close() {
      child.disconnect()
      await exited
    },
  }
}

function asked<Answer>(child: ChildProcess, message: Opening | ReaderMessage): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`The readers ended with ${code}`))
    child.once('exit', ended)
    child.once('message', (answer: Answer | { failed: string }) => {
      child.off('exit', ended)
      if (answer instanceof Object && 'failed' in answer) reject(new Error(answer.failed))
      else resolve(answer)
    })
    child.send(message)
  })
}
