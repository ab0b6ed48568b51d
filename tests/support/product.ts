import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
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

export const aFolder = () => mkdtempSync(join(tmpdir(), 'holdout-product-'))
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
  for (;;) {
    if (started.process.exitCode !== null) throw new Error(`It ended with ${started.process.exitCode}:\n${started.output()}`)
    const ready = await fetch(`${origin}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    )
    if (ready) return { ...started, origin, dataDir: given.dataDir }
    if (Date.now() > end) throw new Error(`Not ready after 90 s:\n${started.output()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Starts it without waiting, for the starts that must fail. */
export function spawnProduct(given: { dataDir: string; port: number; env: Record<string, string> }) {
  const child = spawn(process.execPath, ['--max-semi-space-size=8', '--disable-warning=ExperimentalWarning', 'dist/server/web.js'], {
    env: { ...inheritedEnv(), NODE_ENV: 'production', DEMO: 'off', LOG_LEVEL: 'warn', DATA_DIR: given.dataDir, PORT: String(given.port), ...given.env },
  })
  let said = ''
  child.stdout.on('data', (chunk) => (said += chunk))
  child.stderr.on('data', (chunk) => (said += chunk))
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
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

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}
