import { spawn } from 'node:child_process'
import { inheritedEnv } from './product.ts'

export type Ran = { code: number | null; output: string }

/** Runs the built command line, as `npm run cli -- ...` does, with the settings of a server. */
export async function runCli(given: {
  dataDir: string
  url?: string | undefined
  env?: Record<string, string>
  words: string[]
  killWhen?: () => Promise<boolean>
}): Promise<Ran> {
  const env = {
    ...inheritedEnv(),
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    DATA_DIR: given.dataDir,
    ...(given.url ? { DATABASE_URL: given.url } : {}),
    ...given.env,
  }
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'dist/server/cli.js', ...given.words], { env })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  while (given.killWhen && child.exitCode === null) {
    if (await given.killWhen()) child.kill('SIGKILL')
    await new Promise((resolve) => setTimeout(resolve, 20))
    if (child.killed) break
  }
  const code = await ended
  return { code, output }
}
