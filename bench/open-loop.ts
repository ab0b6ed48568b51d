import { fork } from 'node:child_process'
import { join } from 'node:path'

/** Job of the sending process: request `n` is sent `due[n]` ms after the start, regardless of the others. */
export type Arrivals = {
  port: number
  pid: number
  due: Float64Array
  requests: string[]
  patienceMs: number
  readyConnections: number
  mostConnections: number
}

/** For each request: its status (0: no answer), ms from its due time to its last byte, ms by which it was sent late, and its Retry-After. */
export type Outcomes = {
  status: Uint16Array
  ms: Float64Array
  late: Float64Array
  retryAfter: Uint16Array
  connections: number
  /** Samples of the server's processor time so far, in ms; empty where the system has no /proc. */
  cpu: { at: number; ms: number }[]
  /** Bodies of the answers with 503, and the number of each. */
  refusals: Map<string, number>
}

export type Phase = { rate: number; seconds: number }

/** Random arrival times in ms at each phase's rate per second (a Poisson process). */
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

/** Sends each request at its scheduled time from a child process and returns the outcomes. A request is abandoned after `patienceMs`. */
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

/** Share of a core that the server used between two times in ms; 1 where it cannot be measured. */
export function cpuShare({ cpu }: Outcomes, [from, to]: [number, number]): number {
  const samples = cpu.filter(({ at }) => at >= from && at < to)
  const [first, last] = [samples[0], samples.at(-1)]
  return first && last && last.at > first.at ? (last.ms - first.ms) / (last.at - first.at) : 1
}
