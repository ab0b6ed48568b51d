import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noNameServer } from './name-server.ts'

export type Product = {
  origin: string
  dataDir: string
  output: () => string
  process: ChildProcess
  /** Sends SIGKILL, which the product cannot handle, and waits for the exit. */
  kill: () => Promise<void>
  /** Stops the product in the regular way; resolves with the exit code. */
  stop: () => Promise<number | null>
}

/** A new data folder. Its mode lets other users enter it, because as root the embedded database runs under another account. */
export function aFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'holdout-product-'))
  chmodSync(made, 0o711)
  return made
}

/** The same with an embedded database that has the newest schema, copied from the run's own. */
export function aPreparedFolder(): string {
  const made = aFolder()
  if (!process.env.TEST_DATA_FOLDER) throw new Error('This suite has no prepared data folder (tests/support/global-setup.ts)')
  // Copies with owners and modes.
  execFileSync('cp', ['-a', join(process.env.TEST_DATA_FOLDER, 'postgres'), made])
  return made
}

export const remove = (folder: string) => rmSync(folder, { recursive: true, force: true })

/** This process's environment without the BASE_URL that the test runner sets for itself. */
export function inheritedEnv(): NodeJS.ProcessEnv {
  const { BASE_URL: _runner, ...inherited } = process.env
  return inherited
}

/** Starts the built product in its own process, and waits until it is ready. */
export async function startProduct(given: { dataDir: string; env?: Record<string, string>; port?: number }): Promise<Product> {
  const port = given.port ?? (await freePort())
  const started = spawnProduct({ dataDir: given.dataDir, port, env: given.env ?? {} })
  const origin = `http://127.0.0.1:${port}`
  const end = Date.now() + 90_000
  const failed = async (why: string) => {
    // Otherwise it would keep running during the following tests.
    await started.kill()
    return new Error(`${why}:\n${started.output()}`)
  }
  for (;;) {
    const { exitCode, signalCode } = started.process
    if (exitCode !== null || signalCode !== null) throw await failed(`It ended with ${exitCode ?? signalCode}`)
    if (await isReady(origin)) return { ...started, origin, dataDir: given.dataDir }
    if (Date.now() > end) throw await failed('Not ready after 90 s')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** True if the product answers that it is ready. The connection is not kept alive: a stopping server would wait two seconds for it. */
export const isReady = (origin: string) =>
  fetch(`${origin}/readyz`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(30_000) }).then(
    ({ status }) => status === 200,
    () => false,
  )

/** Starts the product without waiting, for starts that must fail. */
export const spawnProduct = (given: { dataDir: string; port: number; env: Record<string, string>; words?: string[] }) =>
  spawnProgram('web.js', { DATA_DIR: given.dataDir, PORT: String(given.port), ...given.env }, given.words)

/** Starts the same program as `npm run worker`. */
export const spawnWorker = (env: Record<string, string>) => spawnProgram('worker.js', env)

function spawnProgram(program: string, env: Record<string, string>, words: string[] = []) {
  const child = spawn(process.execPath, ['--max-semi-space-size=8', '--disable-warning=ExperimentalWarning', `dist/server/${program}`, ...words], {
    env: { ...inheritedEnv(), NODE_ENV: 'production', DNS_SERVERS: noNameServer, DEMO: 'off', LOG_LEVEL: 'warn', ...env },
  })
  let said = ''
  child.stdout.on('data', (chunk) => (said += chunk))
  child.stderr.on('data', (chunk) => (said += chunk))
  // `close` instead of `exit`: the last output may arrive after the exit.
  const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  return {
    process: child,
    output: () => said,
    exited,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    stop() {
      child.kill('SIGTERM')
      return exited
    },
  }
}

/** One folder for each port that a test process has chosen, because the product listens seconds later and other processes choose ports meanwhile. */
const reservations = join(tmpdir(), 'holdout-test-ports')
const hourMs = 3_600_000

/** Returns false if another process has reserved the port within the last hour. */
function reserve(port: number): boolean {
  const folder = join(reservations, String(port))
  mkdirSync(reservations, { recursive: true })
  if (existsSync(folder) && statSync(folder).mtimeMs < Date.now() - hourMs) rmSync(folder, { recursive: true, force: true })
  try {
    mkdirSync(folder)
    return true
  } catch {
    return false
  }
}

/**
 * A free port below the range of outgoing connections. The system therefore uses it for nothing else, neither before its first use nor while a
 * test has stopped its server.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    if (reserve(port) && (await isFree(port))) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
