import { spawn } from 'node:child_process'
import { closeSync, constants, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { cleanEnvironment } from './clean-environment.ts'
import { DatabaseSocket } from './database-socket.ts'
import { type Hold, openHold } from './hold.ts'
import { endLeftovers } from './leftovers.ts'
import type { Location } from './location.ts'
import type { Manner } from './manner.ts'
import { programPath } from './programs.ts'
import { shortPath } from './socket-path.ts'
import { supervisorName, supervisorScript } from './supervisor-script.ts'

/** The 64 MB of /dev/shm in a container may not be enough. */
const inFiles = 'dynamic_shared_memory_type=mmap'

/** Linux and macOS: a socket in the data folder, for this account alone, and a shell with named pipes as the supervisor. */
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
  takeHold: async (location) => takeHold(location),
  connect({ folder }) {
    const data = join(folder, 'data')
    return { host: data, port: 5432, stream: () => new DatabaseSocket(() => ({ path: join(shortPath(data), '.s.PGSQL.5432') })) }
  },
})

function takeHold({ folder }: Location): Hold | null {
  const holders = openPipe(join(folder, 'run', 'holders'), constants.O_WRONLY)
  if (holders === null) return null
  writeSync(holders, `${process.pid}\n`)
  const pulse = openPipe(join(folder, 'run', 'pulse'), constants.O_RDONLY)
  if (pulse === null || !hasWriter(pulse)) {
    if (pulse !== null) closeSync(pulse)
    closeSync(holders)
    return null
  }
  let isHeld = true
  return openHold({
    pulse: new Socket({ fd: pulse, readable: true, writable: false }),
    letGo() {
      if (isHeld) closeSync(holders)
      isHeld = false
    },
  })
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

/** In a session of its own, so signals for our terminal or process group do not reach it. */
function startSupervisor({ folder, programs, account }: Location): void {
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
