import { spawn } from 'node:child_process'
import { closeSync, constants, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { cleanEnvironment } from './clean-environment.ts'
import { DatabaseSocket } from './database-socket.ts'
import { type Lease, openLease } from './lease.ts'
import { endLeftovers } from './leftovers.ts'
import type { Location } from './location.ts'
import { type Manner, watchDetached } from './manner.ts'
import { programPath } from './programs.ts'
import { removeShortPath, shortPath } from './socket-path.ts'
import { supervisorName, supervisorScript } from './supervisor-script.ts'

/** Uses files for shared memory, because the 64 MB of /dev/shm in a container may not be enough. */
const inFiles = 'dynamic_shared_memory_type=mmap'

/** For Linux and macOS: a socket in the data folder for this account only, and a shell with named pipes as the supervisor. */
export const shellManner = (ctype: string): Manner => ({
  ctype,
  settings: `listen_addresses = ''
unix_socket_directories = '.'
${inFiles}
# Ends the statement of a client that is gone.
client_connection_check_interval = 1s`,
  clients: 'local all all peer map=holdout\n',
  protect: () => ['--auth=peer', `--set=${inFiles}`],
  endLeftovers: ({ folder }) => endLeftovers(folder),
  startSupervisor,
  takeLease: async (location) => takeLease(location),
  connect({ folder }) {
    const data = join(folder, 'data')
    return { host: data, port: 5432, stream: () => new DatabaseSocket(() => ({ path: join(shortPath(data), '.s.PGSQL.5432') })) }
  },
  forget: ({ folder }) => removeShortPath(join(folder, 'data')),
})

function takeLease({ folder }: Location): Lease | null {
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

/** Starts the supervisor in its own session, so that signals to our terminal or process group do not reach it. */
function startSupervisor({ folder, programs, account }: Location): () => boolean {
  const run = join(folder, 'run')
  for (const pipe of ['holders', 'pulse']) rmSync(join(run, pipe), { force: true })
  const child = spawn('/bin/sh', ['-c', supervisorScript, supervisorName, programPath(programs, 'postgres'), join(folder, 'data')], {
    ...account.switchTo,
    cwd: run,
    detached: true,
    stdio: 'ignore',
    env: cleanEnvironment(),
  })
  return watchDetached(child)
}
