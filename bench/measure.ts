import { existsSync, readdirSync, readFileSync } from 'node:fs'

export class CannotRun extends Error {}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Processor time of a process and its threads so far, in ms; the precision is that of /proc (nanoseconds, or ticks of 10 ms). */
export function cpuMs(pid: number): number {
  if (!existsSync(`/proc/${pid}/stat`)) throw new CannotRun('processor time is read from /proc, which this system does not have')
  if (existsSync(`/proc/${pid}/schedstat`)) {
    let nanoseconds = 0
    for (const thread of readdirSync(`/proc/${pid}/task`)) nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
    return nanoseconds / 1e6
  }
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Resident memory of a process, in MB. */
export function rssMb(pid: number): number {
  if (!existsSync(`/proc/${pid}/status`)) throw new CannotRun('memory is read from /proc, which this system does not have')
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

/** Proportional set size of a process, in MB: memory that processes share is divided among them. */
export function pssMb(pid: number): number {
  if (!existsSync(`/proc/${pid}/smaps_rollup`)) throw new CannotRun('memory is read from /proc, which this system does not have')
  return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024
}

export function pidOf(child: { pid?: number | undefined }): number {
  if (child.pid === undefined) throw new CannotRun('the process did not start')
  return child.pid
}
