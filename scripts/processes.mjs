import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { nodeBinary, pinnedEnv, root } from './runtime.mjs'

const running = new Set()
let server
let isEnding = false

/** Lines of output that explain why a process ended. */
const lastWords = /Check failed|Fatal error|FATAL ERROR|exited unexpectedly|SIG[A-Z]{3,}/

/**
 * Runs a program in the pinned Node in its own process group, and kills what is left of the group when it ends. Each line of its output begins with
 * `prefix`. Resolves with its exit code and with lines that explain why a process ended.
 */
export async function runInGroup({ args, env, prefix }) {
  const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const child = spawn(nodeBinary(), args, { cwd: root, detached: true, stdio: ['ignore', 'pipe', 'pipe'], env: pinnedEnv({ ...colour, ...env }) })
  running.add(child)
  const ended = new Set()
  for (const name of ['stdout', 'stderr'])
    createInterface({ input: child[name] }).on('line', (line) => {
      process[name].write(`${prefix}${line}\n`)
      if (lastWords.test(line)) ended.add(line.trim().slice(0, 300))
    })
  const closed = new Promise((resolve) => child.once('close', resolve))
  const code = await new Promise((resolve) => child.once('exit', (exitCode, signal) => resolve(exitCode ?? signal)))
  running.delete(child)
  signalGroup(child, 'SIGKILL')
  await closed
  // The run is being ended, so no step may follow.
  if (isEnding) await new Promise(() => {})
  return { code, ended: [...ended].slice(0, 10) }
}

/** Starts the run's database server once; resolves with the environment for its tests. */
export function startServer() {
  server ??= new Promise((resolve, reject) => {
    const child = spawn(nodeBinary(), ['scripts/test-server.ts'], { cwd: root, detached: true, stdio: ['pipe', 'pipe', 'inherit'], env: pinnedEnv() })
    child.once('exit', (code) => reject(new Error(`The database server of the tests did not start (${code})`)))
    createInterface({ input: child.stdout }).once('line', (line) => {
      if (line.startsWith('{')) resolve({ child, env: JSON.parse(line) })
      else reject(new Error(`The database server of the tests printed unexpected output instead of its settings: ${line}`))
    })
  })
  return server.then(({ env }) => env)
}

export async function endServer() {
  const { child } = (await server?.catch(() => ({}))) ?? {}
  server = undefined
  if (!child || child.exitCode !== null) return
  child.stdin.end()
  await endedWithin(child, 15_000)
}

/** Ends every process that was started here when this one receives a signal. */
export function endOnSignals() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, async () => {
      isEnding = true
      console.log(`\n${signal}: stopping the running steps`)
      for (const child of running) signalGroup(child, 'SIGTERM')
      await Promise.all([...running].map((child) => endedWithin(child, 8_000)))
      await endServer()
      process.exit(1)
    })
}

async function endedWithin(child, ms) {
  let timer
  await Promise.race([
    new Promise((resolve) => child.once('exit', resolve)),
    new Promise((resolve) => {
      timer = setTimeout(resolve, ms)
    }),
  ])
  clearTimeout(timer)
  if (child.exitCode === null && child.signalCode === null) signalGroup(child, 'SIGKILL')
}

function signalGroup(child, signal) {
  try {
    process.kill(-child.pid, signal)
  } catch {
    // The group has no process left.
  }
}
