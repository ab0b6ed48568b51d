import { spawn } from 'node:child_process'
import { closeSync, constants, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { cleanEnvironment } from './clean-environment.ts'
import { type Lease, openLease } from './lease.ts'
import type { Location } from './location.ts'
import { programPath } from './programs.ts'
import { supervisorName, supervisorScript } from './supervisor-script.ts'

/** Takes a lease on the supervisor of this folder; null if none runs. */
export function takeLease({ folder }: Location): Lease | null {
  const holders = openPipe(join(folder, 'run', 'holders'), constants.O_WRONLY)
  if (holders === null) return null
  if (!sendProcessId(holders)) {
    closeSync(holders)
    return null
  }
  const pulse = openPipe(join(folder, 'run', 'pulse'), constants.O_RDONLY)
  if (pulse === null || !hasWriter(pulse)) {
    if (pulse !== null) closeSync(pulse)
    closeSync(holders)
    return null
  }
  let isRunning = true
  return openLease({
    pulse: new Socket({ fd: pulse, readable: true, writable: false }),
    release() {
      if (isRunning) closeSync(holders)
      isRunning = false
    },
  })
}

/** Opens a named pipe without waiting for its other end; null if there is no pipe, or no process at the other end. */
function openPipe(path: string, mode: number): number | null {
  try {
    return openSync(path, mode | constants.O_NONBLOCK)
  } catch (error) {
    const { code } = Object(error)
    if (code === 'ENXIO' || code === 'ENOENT') return null
    throw error
  }
}

/** Sends our process id to the supervisor. False if it has ended since the pipe was opened. */
function sendProcessId(pipe: number): boolean {
  try {
    writeSync(pipe, `${process.pid}\n`)
    return true
  } catch (error) {
    if (Object(error).code === 'EPIPE') return false
    throw error
  }
}

/** Must be called before the pipe is watched: no event reports the end of a pipe that had no writer when it was opened. */
function hasWriter(pipe: number): boolean {
  try {
    return readSync(pipe, Buffer.alloc(1)) > 0
  } catch (error) {
    if (Object(error).code === 'EAGAIN') return true
    throw error
  }
}

/**
 * Starts a supervisor with a server in its own session, so that signals to our terminal or process group do not reach it. The caller must
 * make sure that none runs. Returns a function that is true once the supervisor has ended or could not be started.
 */
export function startSupervisor({ folder, programs, account }: Location): () => boolean {
  const run = join(folder, 'run')
  for (const pipe of ['holders', 'pulse']) rmSync(join(run, pipe), { force: true })
  const child = spawn('/bin/sh', ['-c', supervisorScript, supervisorName, programPath(programs, 'postgres'), join(folder, 'data')], {
    ...account.switchTo,
    cwd: run,
    detached: true,
    stdio: 'ignore',
    env: cleanEnvironment(),
  })
  let hasEnded = false
  for (const event of ['exit', 'error'])
    child.on(event, () => {
      hasEnded = true
    })
  // Lets this process end before the supervisor does.
  child.unref()
  return () => hasEnded
}
