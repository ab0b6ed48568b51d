import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'

/** What the process of readers is told first: stream `n` carries cookie `n`, where there are cookies. */
export type Opening = { port: number; stream: string; count: number; cookies: string[] }
/** Then, again and again: what is sent, and by which word in a stream a reader knows that it arrived. */
export type Said = { request: string; word: string; patienceMs: number }
/** When each reader heard it, in ms after the sending; how many heard it twice, and what the answer was. */
export type Heard = { ms: Float64Array; doubles: number; status: number; answerMs: number }

export type Readers = {
  say: (said: Said) => Promise<Heard>
  close: () => Promise<void>
}

/** Opens very many streams in a process of its own, from many addresses, a few at a time. */
export async function openReaders({ origin, ...given }: Omit<Opening, 'port'> & { origin: string }): Promise<Readers> {
  const child = fork(join(import.meta.dirname, 'live-readers-process.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await asked(child, { ...given, port: Number(new URL(origin).port) })
  return {
    say: (said) => asked<Heard>(child, said),
    async close() {
      child.disconnect()
      await exited
    },
  }
}

function asked<Answer>(child: ChildProcess, message: Opening | Said): Promise<Answer> {
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
