import { spawn } from 'node:child_process'
import { closeSync, constants, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { cleanEnvironment } from './cluster.ts'
import type { Location } from './location.ts'
import { programPath } from './programs.ts'
import { supervisorName, supervisorScript } from './supervisor-script.ts'

const stopMs = 5_000

/** A hold on the running server: while any process has one, the server is not stopped. */
export type Hold = {
  /** Resolves when the supervisor has ended, and the server with it or soon. */
  ended: Promise<void>
  hasEnded: () => boolean
  release: () => void
  /** Releases the hold and waits until the server has stopped, or five seconds where another process still holds it. */
  releaseAndWait: () => Promise<void>
}

/** Takes a hold on the supervisor of this folder; null where none runs. */
export function takeHold({ folder }: Location): Hold | null {
  const holders = openPipe(join(folder, 'run', 'holders'), constants.O_WRONLY)
  if (holders === null) return null
  writeSync(holders, `${process.pid}\n`)
  const pulse = openPipe(join(folder, 'run', 'pulse'), constants.O_RDONLY)
  if (pulse === null || !hasWriter(pulse)) {
    if (pulse !== null) closeSync(pulse)
    closeSync(holders)
    return null
  }
  const reader = new Socket({ fd: pulse, readable: true, writable: false })
  let hasEnded = false
  const ended = new Promise<void>((resolve) => {
    reader.once('close', () => {
      hasEnded = true
      resolve()
    })
  })
  reader.on('error', () => {})
  reader.resume()
  reader.unref()
  let isHeld = true
  const letGo = () => {
    if (isHeld) closeSync(holders)
    isHeld = false
  }
  return {
    ended,
    hasEnded: () => hasEnded,
    release() {
      letGo()
      reader.destroy()
    },
    async releaseAndWait() {
      letGo()
      const patience = new AbortController()
      await Promise.race([ended, setTimeout(stopMs, undefined, { signal: patience.signal }).catch(() => {})])
      patience.abort()
      reader.destroy()
    },
  }
}

/** Opens a named pipe without waiting for its other end; null where there is no pipe, or nobody at the other end. */
function openPipe(path: string, mode: number): number | null {
  try {
    return openSync(path, mode | constants.O_NONBLOCK)
  } catch (error) {
    const { code } = Object(error)
    if (code === 'ENXIO' || code === 'ENOENT') return null
    throw error
  }
}

/** Asked before the pipe is watched: no event reports the end of a pipe that had no writer when it was opened. */
function hasWriter(pipe: number): boolean {
  try {
    return readSync(pipe, Buffer.alloc(1)) > 0
  } catch (error) {
    if (Object(error).code === 'EAGAIN') return true
    throw error
  }
}

/**
 * Starts a supervisor with a server, in a session of its own: signals for our terminal or process group do not reach it.
 * The caller has made sure that none runs.
 */
export function startSupervisor({ folder, programs, account }: Location): void {
  const run = join(folder, 'run')
  for (const pipe of ['holders', 'pulse']) rmSync(join(run, pipe), { force: true })
  const child = spawn('/bin/sh', ['-c', supervisorScript, supervisorName, programPath(programs, 'postgres'), join(folder, 'data')], {
    ...account.switchTo,
    cwd: run,
    detached: true,
    stdio: 'ignore',
    env: cleanEnvironment(),
  })
  // A shell that cannot be started leaves no pipes, which the caller finds.
  child.on('error', () => {})
  child.unref()
}
