import { spawn } from 'node:child_process'
import { inheritedEnv } from './product.ts'

export type Ran = { code: number | null; output: string }

/** Runs the built command line, as `npm run cli -- ...` does, with the settings of a server. */
export async function runCli(given: { dataDir: string; url?: string | undefined; words: string[]; killAfterMs?: number }): Promise<Ran> {
  const env = { ...inheritedEnv(), NODE_ENV: 'production', LOG_LEVEL: 'warn', DATA_DIR: given.dataDir, ...(given.url ? { DATABASE_URL: given.url } : {}) }
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'dist/server/cli.js', ...given.words], { env })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const timer = given.killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), given.killAfterMs)
  const code = await new Promise<number | null>((resolve) => child.once('close', (ended) => resolve(ended)))
  clearTimeout(timer)
  return { code, output }
}
