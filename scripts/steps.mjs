// The steps of a test run and their order.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { postgres15Step } from './postgres-15-step.mjs'
import { suites } from './suites.mjs'

/** A step that runs a suite of vitest.config.ts; `words` are test files of it and options of Vitest. */
export const vitestStep = (suite, words = []) => ({
  name: suite,
  suite,
  needs: suites[suite],
  args: ['node_modules/vitest/vitest.mjs', 'run', '--project', suite, '--reporter=default', '--reporter=./scripts/vitest-report.mjs', ...words],
  report: `.tmp/report-${suite}.json`,
})

/** Cache of the compiler's incremental check. */
const typesKept = 'node_modules/.cache/types.tsbuildinfo'

export const staticChecks = [
  { name: 'messages', args: ['scripts/generate.mjs'] },
  { name: 'types', args: ['node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.json', '--incremental', '--tsBuildInfoFile', typesKept] },
  { name: 'lint', args: ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '--colors=off', '.'] },
  { name: 'imports', args: ['scripts/imports.mjs'] },
  { name: 'house-rules', args: ['scripts/house-rules.mjs'] },
  { name: 'unused', args: ['node_modules/knip/bin/knip.js'] },
]

export const build = { name: 'build', args: ['scripts/build.mjs'], env: { NODE_ENV: 'production' } }

/** Returns all stages of a run. The groups of a stage run at the same time, the steps of a group one after another. */
export function everything() {
  const postgres15 = postgres15Step()
  const figures = { name: 'figures of the faults', args: ['scripts/figures.mjs'] }
  const [messages, ...checks] = staticChecks
  return [
    [{ name: 'messages', steps: [messages] }],
    [
      { name: 'static checks', steps: checks },
      { name: 'build, without a database', steps: [build, vitestStep('pure'), ...(postgres15 ? [postgres15] : [])] },
    ],
    [{ name: 'unit and rights', steps: [vitestStep('database'), { name: 'schema', args: ['scripts/schema.ts', '--check'], needs: ['server'] }] }],
    [{ name: 'faults', steps: [vitestStep('faults'), vitestStep('overload'), ...(process.env.FULL ? [figures] : [])] }],
    [
      { name: 'browser journeys', steps: [vitestStep('journeys')] },
      { name: 'canary, fuzz, model', steps: [vitestStep('canary'), vitestStep('fuzz'), vitestStep('model')] },
    ],
  ]
}

/** Returns one line for each thing that this machine lacks and whose tests therefore do not run. */
export async function missing() {
  const broker = process.env.TEST_BROKER_URL ?? 'redis://127.0.0.1:6379'
  return [
    ...(postgres15Step() ? [] : ['PostgreSQL 15: TEST_DATABASE_URL_15 is not set, and its programs are not installed']),
    ...((await isListening(new URL(broker))) ? [] : [`Redis: no server responds at ${broker} (TEST_BROKER_URL)`]),
  ]
}

/**
 * Returns the path of a Chromium and, if it exists, of its headless shell; undefined without a Chromium. On Linux, root installs a missing Chromium
 * with apt-get.
 */
export function findChromium() {
  const found = whole()
  if (found || process.platform !== 'linux' || process.getuid?.() !== 0) return found && withShell(found)
  console.log('\nInstalling Chromium')
  const aptGet = (...words) => spawnSync('apt-get', words, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  aptGet('update')
  // The shell is installed by itself, because not every release has it as a package.
  for (const name of ['chromium', 'chromium-headless-shell']) aptGet('install', '-y', name)
  const installed = whole()
  return installed && withShell(installed)
}

const whole = () =>
  [
    process.env.CHROMIUM,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ].find((path) => path && existsSync(path))

/** A Chromium named in the environment replaces the installed headless shell as well. */
function withShell(chromium) {
  const shell = process.env.CHROMIUM_HEADLESS_SHELL ?? (process.env.CHROMIUM ? undefined : '/usr/bin/chromium-headless-shell')
  return { CHROMIUM: chromium, ...(shell && existsSync(shell) && { CHROMIUM_HEADLESS_SHELL: shell }) }
}

function isListening({ hostname, port }) {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 6379), timeout: 1_000 })
    const answer = (is) => {
      socket.destroy()
      resolve(is)
    }
    socket
      .once('connect', () => answer(true))
      .once('error', () => answer(false))
      .once('timeout', () => answer(false))
  })
}
