import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { accountForRoot, isRoot } from '#platform/server/store/embedded/account.ts'
import { cleanEnvironment } from '#platform/server/store/embedded/clean-environment.ts'
import { copyPrograms, packagedPrograms, programPath } from '#platform/server/store/embedded/programs.ts'
import { freePort } from './product.ts'

/** `fast` closes all connections and shuts down cleanly; `immediate` acts like a crash, from which the server must recover. */
export type StopMode = 'fast' | 'immediate'

export type OwnPostgres = {
  url: string
  stop: (mode: StopMode) => Promise<void>
  /** Resolves when the server answers queries again. */
  start: () => Promise<void>
  remove: () => Promise<void>
}

/**
 * Runs the server, and stops it with the signal that is read from standard input. If standard input ends because the parent process is gone,
 * stops the server and removes the folder. The shell has its own session, so that signals from a terminal do not reach it.
 */
const supervisor = `
folder=$1; shift
exec 3<&0
"$@" </dev/null & server=$!
{
  if read -r signal; then kill -s "$signal" $server
  else
    kill -s QUIT $server
    while kill -0 $server; do sleep 0.1; done
    rm -rf "$folder"
  fi
} <&3 2>/dev/null &
exec 3<&-
wait $server`

const settings = [
  ...['listen_addresses=127.0.0.1', 'max_connections=200', 'shared_buffers=128MB', 'dynamic_shared_memory_type=mmap'],
  ...['jit=off', 'max_parallel_workers_per_gather=0', 'client_connection_check_interval=1s', 'timezone=UTC'],
]
/** Settings for data that may be lost if the machine crashes. */
const notDurable = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0', 'max_wal_size=4GB']

/**
 * Starts a PostgreSQL server with a new cluster in a temporary folder, on a free port of the loopback interface. It stops when this process
 * ends, even after a crash. `installed` is the folder of another version, with its programs in `bin`.
 */
export async function startOwnPostgres(installed = packagedPrograms(), { isDurable = true } = {}): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'holdout-postgres-'))
  const account = isRoot() ? accountForRoot([]).switchTo : {}
  if ('uid' in account) chownSync(folder, account.uid, account.gid)
  const options = { ...account, cwd: folder, env: cleanEnvironment() }
  // The account cannot read a checkout in a home folder with mode 0700, so the programs are copied.
  const isReachable = spawnSync(programPath(installed, 'postgres'), ['--version'], options).status === 0
  const programs = isReachable ? installed : copyPrograms(installed, join(folder, 'programs'))
  const data = join(folder, 'data')
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const serverOptions = [...settings, `port=${port}`, `unix_socket_directories=${folder}`, ...(isDurable ? [] : notDurable)].flatMap((setting) => [
    '-c',
    setting,
  ])
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', ...localeOptions(programs)]
  execFileSync(programPath(programs, 'initdb'), initdb, { ...options, stdio: 'pipe' })
  let server: ChildProcess | null = null

  async function start() {
    const shellArguments = ['-c', supervisor, 'postgres-for-tests', folder, programPath(programs, 'postgres'), '-D', data, ...serverOptions]
    const started = spawn('/bin/sh', shellArguments, { ...options, detached: true, stdio: ['pipe', 'ignore', 'pipe'] })
    let log = ''
    started.stderr.on('data', (piece) => {
      log = `${log}${piece}`.slice(-4_000)
    })
    started.stdin.on('error', () => {})
    // The handles must not keep this process running; the server stops when the process ends.
    for (const handle of [started, started.stdin, started.stderr] as unknown as { unref: () => void }[]) handle.unref()
    server = started
    const end = Date.now() + 60_000
    while (!(await acceptsQueries(url))) {
      if (started.exitCode !== null || Date.now() > end) throw new Error(`The PostgreSQL server of the tests did not start (${started.exitCode}):\n${log}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  async function stop(mode: StopMode) {
    const stopping = server
    server = null
    if (!stopping?.stdin || stopping.exitCode !== null) return
    const exited = new Promise((resolve) => stopping.once('exit', resolve))
    stopping.ref()
    stopping.stdin.end(mode === 'fast' ? 'INT\n' : 'QUIT\n')
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

/** pg_trgm finds nothing outside ASCII without a UTF-8 LC_CTYPE. Versions before 17 have no builtin locale provider. */
function localeOptions(programs: string): string[] {
  const ctype = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  const major = Number(/\d+/.exec(execFileSync(programPath(programs, 'postgres'), ['--version'], { cwd: '/', encoding: 'utf8' }))?.[0])
  const builtin = major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []
  return ['--encoding=UTF8', ...builtin, '--locale=C', `--lc-ctype=${ctype}`]
}

async function acceptsQueries(url: string): Promise<boolean> {
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
