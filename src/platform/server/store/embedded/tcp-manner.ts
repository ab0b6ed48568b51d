import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { projectRoot } from '../../root.ts'
import { giveTo } from './account.ts'
import { cleanEnvironment } from './clean-environment.ts'
import { DatabaseSocket } from './database-socket.ts'
import { type Lease, openLease } from './lease.ts'
import type { Location } from './location.ts'
import { type Manner, watchDetached } from './manner.ts'
import { programPath } from './programs.ts'

const endMs = 5_000

type Options = {
  /** The address of a local pipe or socket. The supervisor counts the connections to it. */
  pipeOf: (location: Location) => string
  ctype: string
}

/**
 * On Windows, PostgreSQL listens on a loopback port with a generated password, and scripts/database-supervisor.mjs
 * supervises it. The server is started and stopped by `pg_ctl`, which drops an administrator's rights on Windows.
 */
export function tcpManner({ pipeOf, ctype }: Options): Manner {
  return {
    ctype,
    settings: "listen_addresses = '127.0.0.1'\nunix_socket_directories = ''",
    clients: 'host all all 127.0.0.1/32 scram-sha-256\n',
    protect(location) {
      writeFileSync(passwordFile(location), `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 })
      giveTo(location.account, passwordFile(location))
      return ['--auth=scram-sha-256', `--pwfile=${passwordFile(location)}`]
    },
    async endLeftovers(location) {
      if (existsSync(join(location.folder, 'data', 'postmaster.pid'))) await stopServer(location)
      // The supervisor keeps its address until it notices that the server has stopped.
      const end = performance.now() + endMs
      for (let left = await reach(pipeOf(location)); left; left = await reach(pipeOf(location))) {
        left.destroy()
        if (performance.now() > end) throw new Error(`The database supervisor from an earlier run did not exit: ${location.folder}`)
        await setTimeout(20)
      }
    },
    startSupervisor(location) {
      const { folder, programs, account } = location
      const given = { pgCtl: programPath(programs, 'pg_ctl'), data: join(folder, 'data'), pipe: pipeOf(location), account: account.switchTo }
      const child = spawn(process.execPath, [join(projectRoot, 'scripts', 'database-supervisor.mjs'), JSON.stringify(given)], {
        cwd: join(folder, 'run'),
        detached: true,
        windowsHide: true,
        stdio: 'ignore',
        env: cleanEnvironment(),
      })
      return watchDetached(child)
    },
    async takeLease(location): Promise<Lease | null> {
      const pulse = await reach(pipeOf(location))
      return pulse && openLease({ pulse, release: () => void pulse.write('released') })
    },
    connect: (location) => ({
      host: '127.0.0.1',
      password: () => readFileSync(passwordFile(location), 'utf8').trim(),
      stream: () => new DatabaseSocket(() => ({ host: '127.0.0.1', port: portOf(location) })),
    }),
    forget() {},
  }
}

const passwordFile = ({ folder }: Location) => join(folder, 'run', 'password')

/** Reads the port, which the supervisor writes before it starts the server. Until then returns 1, a port where nothing listens. */
function portOf({ folder }: Location): number {
  const file = join(folder, 'run', 'port')
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) || 1 : 1
}

/** Stops this data folder's server if it is running. Throws if it does not stop. */
async function stopServer({ folder, programs, account }: Location): Promise<void> {
  const pgCtl = (...words: string[]) =>
    promisify(execFile)(programPath(programs, 'pg_ctl'), [...words, '-D', join(folder, 'data')], { ...account.switchTo, cwd: folder, env: cleanEnvironment() })
  const isRunning = () =>
    pgCtl('status').then(
      () => true,
      () => false,
    )
  for (const mode of ['fast', 'immediate']) if (await isRunning()) await pgCtl('stop', '-m', mode, '-t', '5').catch(() => {})
  if (await isRunning()) throw new Error(`The database server from an earlier run did not stop: ${folder}`)
  rmSync(join(folder, 'data', 'postmaster.pid'), { force: true })
}

/** Connects to a supervisor; null if none is listening. */
function reach(pipe: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(pipe)
    socket.once('connect', () => resolve(socket))
    socket.once('error', () => resolve(null))
  })
}
