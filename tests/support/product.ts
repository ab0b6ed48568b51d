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
  /** Ends it as a power button would: at once, nothing said. */
  kill: () => Promise<void>
  /** Ends it politely; resolves with the exit code. */
  stop: () => Promise<number | null>
}

/** A new folder for data. Another user, as which the embedded database runs when this is root, may pass through it. */
export function aFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'holdout-product-'))
  chmodSync(made, 0o711)
  return made
}

/** The same with an embedded database that has the newest schema: a copy of the one that the run has made. */
export function aPreparedFolder(): string {
  const made = aFolder()
  if (!process.env.TEST_DATA_FOLDER) throw new Error('This suite has no prepared data folder (tests/support/global-setup.ts)')
  // Owners and modes are kept.
  execFileSync('cp', ['-a', join(process.env.TEST_DATA_FOLDER, 'postgres'), made])
  return made
}

export const remove = (folder: string) => rmSync(folder, { recursive: true, force: true })

/** This process's environment without the BASE_URL that the test runner sets for itself. */
export function inheritedEnv(): NodeJS.ProcessEnv {
  const { BASE_URL: _runner, ...inherited } = process.env
  return inherited
}

/** Starts the built product in a process of its own and waits until it is ready. */
export async function startProduct(given: { dataDir: string; env?: Record<string, string>; port?: number }): Promise<Product> {
  const port = given.port ?? (await freePort())
  const started = spawnProduct({ dataDir: given.dataDir, port, env: given.env ?? {} })
  const origin = `http://127.0.0.1:${port}`
  const end = Date.now() + 90_000
  const failed = async (why: string) => {
    // Else it would go on beside the tests that come.
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

/** Whether a product says that it may be sent requests. Its connection is not kept: a server that stops waits two seconds for those. */
export const isReady = (origin: string) =>
  fetch(`${origin}/readyz`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(30_000) }).then(
    ({ status }) => status === 200,
    () => false,
  )

/** Starts it without waiting, for the starts that must fail. */
export const spawnProduct = (given: { dataDir: string; port: number; env: Record<string, string>; words?: string[] }) =>
  spawnProgram('web.js', { DATA_DIR: given.dataDir, PORT: String(given.port), ...given.env }, given.words)

/** What `npm run worker` starts. */
export const spawnWorker = (env: Record<string, string>) => spawnProgram('worker.js', env)

function spawnProgram(program: string, env: Record<string, string>, words: string[] = []) {
  const child = spawn(process.execPath, ['--max-semi-space-size=8', '--disable-warning=ExperimentalWarning', `dist/server/${program}`, ...words], {
    env: { ...inheritedEnv(), NODE_ENV: 'production', DEMO: 'off', LOG_LEVEL: 'warn', ...env },
  })
  let said = ''
  child.stdout.on('data', (chunk) => (said += chunk))
  child.stderr.on('data', (chunk) => (said += chunk))
  // Not at its exit: what it said last may still be on its way then.
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
 * Below the ports that the system gives to connections: nothing takes it before it is used, nor while a test has stopped
 * what listens there and keeps asking for it.
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
