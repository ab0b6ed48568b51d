// The steps of a run, their order and their budgets.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { postgres15Step } from './postgres-15-step.mjs'
import { suites } from './suites.mjs'

/** A step that runs a suite of vitest.config.ts, or these files of it; further words are options of Vitest. */
export const vitestStep = (suite, words = []) => ({
  name: suite,
  needs: suites[suite],
  args: ['node_modules/vitest/vitest.mjs', 'run', '--project', suite, '--reporter=default', '--reporter=./scripts/vitest-report.mjs', ...words],
  report: `.tmp/report-${suite}.json`,
})

export const staticChecks = [
  { name: 'messages', args: ['scripts/generate.mjs'] },
  { name: 'types', args: ['node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.json'] },
  { name: 'lint', args: ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '--colors=off', '.'] },
  { name: 'imports', args: ['scripts/imports.mjs'] },
  { name: 'house-rules', args: ['scripts/house-rules.mjs'] },
  { name: 'unused', args: ['node_modules/knip/bin/knip.js'] },
]

export const build = { name: 'build', args: ['scripts/build.mjs'], env: { NODE_ENV: 'production' } }

/**
 * Everything, as groups of steps that run one after another; groups of one stage run at the same time. Budgets are
 * seconds on two cores that have nothing else to do. A group that takes half as long again is reported, and
 * fails the run with BUDGETS=fail.
 */
export function everything() {
  const postgres15 = postgres15Step()
  const figures = { name: 'figures of the faults', args: ['scripts/figures.mjs'] }
  return [
    [{ name: 'static checks', budget: 60, steps: staticChecks }],
    [{ name: 'build', budget: 25, steps: [build] }],
    [{ name: 'tests without a database', budget: 15, steps: [vitestStep('pure')] }],
    [{ name: 'unit and rights', budget: 150, steps: [vitestStep('database'), { name: 'schema', args: ['scripts/schema.ts', '--check'], needs: ['server'] }] }],
    ...(postgres15 ? [[{ name: 'PostgreSQL 15', budget: 20, steps: [postgres15] }]] : []),
    [{ name: 'faults', budget: 150, steps: [vitestStep('faults'), vitestStep('overload'), ...(process.env.FULL ? [figures] : [])] }],
    [
      { name: 'browser journeys', budget: 220, steps: [vitestStep('journeys')] },
      { name: 'canary, fuzz, model', budget: 220, steps: [vitestStep('canary'), vitestStep('fuzz'), vitestStep('model')] },
    ],
  ]
}

/** One line for each thing that this machine lacks, so that its tests do not run. */
export async function missing() {
  const broker = process.env.TEST_BROKER_URL ?? 'redis://127.0.0.1:6379'
  return [
    ...(postgres15Step() ? [] : ['PostgreSQL 15: neither TEST_DATABASE_URL_15 nor its programs are there']),
    ...((await isListening(new URL(broker))) ? [] : [`Redis: nothing answers at ${broker} (TEST_BROKER_URL)`]),
  ]
}

/** The path of a Chromium, installed with apt-get when root has none; undefined where there is none. */
export function findChromium() {
  const known = [
    process.env.CHROMIUM,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ]
  const found = known.find((path) => path && existsSync(path))
  if (found || process.platform !== 'linux' || process.getuid?.() !== 0) return found
  console.log('\nInstalling Chromium')
  spawnSync('apt-get', ['update'], { stdio: 'ignore' })
  spawnSync('apt-get', ['install', '-y', 'chromium'], { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  return existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined
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
