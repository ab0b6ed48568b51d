import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import pg from 'pg'
import { freePort } from './product.ts'

/** How a server is stopped: `fast` ends its connections in order, `immediate` is a crash that must be recovered from. */
export type StopMode = 'fast' | 'immediate'

export type OwnPostgres = {
  url: string
  stop: (mode: StopMode) => Promise<void>
  /** Resolves when it answers queries again. */
  start: () => Promise<void>
  remove: () => Promise<void>
}

/** Where this machine keeps PostgreSQL's server programs; null when it has none. */
export function postgresBinaries(): string | null {
  const packaged = existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql')
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => `/usr/lib/postgresql/${version}/bin`)
    : []
  const told = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim()
  const folders = [...packaged, ...(told ? [told] : []), ...(process.env.PATH ?? '').split(delimiter)]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ?? null
}

/** A cluster of the test's own in a temporary folder, on a free port of the loopback interface alone. */
export async function startOwnPostgres(binaries: string): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'holdout-postgres-'))
  const user = ordinaryUser()
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const initdb = [...['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'], ...['--locale=C', '--no-sync']]
  execFileSync(join(binaries, 'initdb'), initdb, { ...user, cwd: folder, stdio: 'ignore' })
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let server: ChildProcess | null = null

  async function start() {
    const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${folder}`, '-c', 'max_connections=60']
    server = spawn(join(binaries, 'postgres'), ['-D', data, '-p', String(port), ...settings], { ...user, cwd: folder, stdio: 'ignore' })
    const end = Date.now() + 60_000
    while (!(await answers(url))) {
      if (server.exitCode !== null || Date.now() > end) throw new Error(`The test's own PostgreSQL did not start (${server.exitCode})`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  async function stop(mode: StopMode) {
    const stopping = server
    server = null
    if (!stopping || stopping.exitCode !== null) return
    const exited = new Promise((resolve) => stopping.once('exit', resolve))
    stopping.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await exited
  }

  await start()
  return {
    url,
    start,
    stop,
    async remove() {
      await stop('immediate')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root; then it runs as whoever it was installed for, or as nobody. */
function ordinaryUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout?.trim() || Number.NaN))
    if (uid && gid) return { uid, gid }
  }
  return {}
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
