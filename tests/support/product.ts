import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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

/** A new data folder. Its mode lets another user pass: as root, the embedded database runs under another account. */
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
    env: { ...inheritedEnv(), NODE_ENV: 'production', DEMO: 'off', LOG_LEVEL: 'warn', ...env },
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

const handedOut = new Set<number>()

/**
 * A port below the range that the system uses for outgoing connections: nothing else takes it before it is used, nor while a test has stopped
 * its server and keeps connecting to it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    if (handedOut.has(port) || !(await isFree(port))) continue
    handedOut.add(port)
    return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
