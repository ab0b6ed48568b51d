import { fork } from 'node:child_process'
import { join } from 'node:path'

/** What the sending process is told: request `n` goes out `due[n]` ms after the beginning, whatever became of the others. */
export type Arrivals = {
  port: number
  pid: number
  due: Float64Array
  requests: string[]
  patienceMs: number
  readyConnections: number
  mostConnections: number
}

/** By request: its status (0: no answer), ms from its due moment to its last byte, how late it was sent, its Retry-After. */
export type Outcomes = {
  status: Uint16Array
  ms: Float64Array
  late: Float64Array
  retryAfter: Uint16Array
  connections: number
  /** Processor time of the server so far, in ms, at moments of the run; none where the system does not say it. */
  cpu: { at: number; ms: number }[]
  /** The bodies of the answers with 503, and how often each came. */
  refusals: Map<string, number>
}

export type Phase = { rate: number; seconds: number }

/** Moments in ms at which requests arrive: at random with each phase's rate a second (a Poisson process). */
export function arrivalsOf(phases: Phase[]): Float64Array {
  const due: number[] = []
  let begin = 0
  for (const { rate, seconds } of phases) {
    const end = begin + seconds * 1000
    const gap = () => -Math.log(1 - Math.random()) * (1000 / rate)
    for (let at = begin + gap(); at < end; at += gap()) due.push(at)
    begin = end
  }
  return Float64Array.from(due)
}

/** Sends the requests from a process of its own, each at its moment, and tells what became of each; who waits longer than `patienceMs` leaves. */
export function openLoop(options: {
  origin: string
  pid: number
  due: Float64Array
  requests: string[]
  patienceMs?: number
  readyConnections?: number
}): Promise<Outcomes> {
  const child = fork(join(import.meta.dirname, 'open-loop-process.ts'), { execArgv: ['--disable-warning=ExperimentalWarning'], serialization: 'advanced' })
  const { origin, ...given } = options
  const arrivals: Arrivals = { patienceMs: 3_000, readyConnections: 0, mostConnections: 12_000, ...given, port: Number(new URL(origin).port) }
  return new Promise((resolve, reject) => {
    child.once('message', (outcomes: Outcomes) => resolve(outcomes))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The generator ended with ${code}`)))
    child.send(arrivals)
  })
}

/** How much of a core the server had between two moments in ms; 1 where the system does not say it. */
export function cpuShare({ cpu }: Outcomes, [from, to]: [number, number]): number {
  const samples = cpu.filter(({ at }) => at >= from && at < to)
  const [first, last] = [samples[0], samples.at(-1)]
  return first && last && last.at > first.at ? (last.ms - first.ms) / (last.at - first.at) : 1
}
