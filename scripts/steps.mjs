import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'

const vitest = (files, extra) => ['node_modules/vitest/vitest.mjs', 'run', ...files, ...extra]
const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

export const checks = [
  { name: 'messages', args: ['scripts/generate.mjs'] },
  { name: 'format and lint', args: ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.'] },
  { name: 'types', args: ['node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.json'] },
  { name: 'import rules', args: ['scripts/imports.mjs'] },
  { name: 'house rules', args: ['scripts/house-rules.mjs'] },
  { name: 'dead code', args: ['node_modules/knip/bin/knip.js'] },
]

/** Rules and procedures on the embedded store, and the same on PostgreSQL when it is reachable. */
export async function tests() {
  const model = { name: 'model', args: vitest([], ['--config', 'tests/model/vitest.config.ts']), report: '.tmp/vitest-model.json' }
  const steps = [{ name: 'tests, embedded store', args: vitest(['src', 'tests/rules', 'tests/matrix'], []), report: '.tmp/vitest-embedded.json' }]
  if (!(await postgresIsReachable())) {
    console.log(`\nPostgreSQL at ${server.replace(/:[^:@/]+@/, ':...@')} is not reachable: its tests are left out. Name one with TEST_DATABASE_URL.`)
    return [...steps, model]
  }
  const env = { TEST_STORE: 'postgres', TEST_DATABASE_URL: server }
  return [
    ...steps,
    {
      name: 'tests, PostgreSQL',
      args: vitest(['src', process.env.FULL ? 'tests/rules' : 'tests/rules/store.test.ts', 'tests/matrix'], []),
      env,
      report: '.tmp/vitest-postgres.json',
    },
    { ...model, env },
    { name: 'schema is what the migrations make', args: ['scripts/schema.ts', '--check'], env },
  ]
}

/** The built product in processes of its own: crashes, locks, commands. */
export async function faults() {
  const env = (await postgresIsReachable()) ? { FAULTS_DATABASE_URL: server } : {}
  return [
    { name: 'build', args: ['scripts/build.mjs'], env: { NODE_ENV: 'production' } },
    { name: 'faults', args: vitest([], ['--config', 'tests/faults/vitest.config.ts']), env, report: '.tmp/vitest-faults.json' },
    { name: 'canary', args: vitest([], ['--config', 'tests/canary/vitest.config.ts']), env, report: '.tmp/vitest-canary.json' },
    {
      name: 'fuzz',
      args: vitest([], ['--config', 'tests/fuzz/vitest.config.ts']),
      env: { ...env, FUZZ_STORE: env.FAULTS_DATABASE_URL ? 'postgres' : 'embedded' },
      report: '.tmp/vitest-fuzz.json',
    },
    ...(process.env.FULL ? [{ name: 'figures of the faults', args: ['scripts/figures.mjs'] }] : []),
  ]
}

/** Journeys in a real browser. */
export async function browser() {
  const chromium = findChromium()
  if (!chromium) {
    console.log('\nChromium is missing and could not be installed. Install it with: sudo apt-get install -y chromium')
    return [{ name: 'Chromium', args: ['-e', 'process.exit(1)'] }]
  }
  return [
    { name: 'journeys', args: vitest([], ['--config', 'tests/journeys/vitest.config.ts']), env: { CHROMIUM: chromium }, report: '.tmp/vitest-journeys.json' },
  ]
}

function findChromium() {
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

async function postgresIsReachable() {
  const { hostname, port } = new URL(server)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 5432), timeout: 1000 })
    const answer = (reachable) => {
      socket.destroy()
      resolve(reachable)
    }
    socket
      .once('connect', () => answer(true))
      .once('error', () => answer(false))
      .once('timeout', () => answer(false))
  })
}
