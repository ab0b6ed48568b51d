import { fork } from 'node:child_process'
import { join } from 'node:path'

/** What the process of readers is told: each request says something in which `marks` finds its number. */
export type Talk = {
  port: number
  /** The stream's address. */
  stream: string
  readers: number
  marks: RegExp
  requests: string[]
  gapMs: number
  patienceMs: number
}

/** From each sending to each receipt, in ms; how many came twice or were refused. */
export type Told = { ms: Float64Array; doubles: number; refused: number; answerMs: number[] }

/** Many readers and those who speak, in a process of their own. */
export function talkToMany(talk: Omit<Talk, 'port'> & { origin: string }): Promise<Told> {
  const child = fork(join(import.meta.dirname, 'chat-readers-process.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
  })
  const { origin, ...given } = talk
  return new Promise((resolve, reject) => {
    child.once('message', (told: Told) => resolve(told))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The readers ended with ${code}`)))
    child.send({ ...given, port: Number(new URL(origin).port) } satisfies Talk)
  })
}
