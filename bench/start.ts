import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join, relative } from 'node:path'
import { projectRoot } from '#platform/server/root.ts'
import { databaseEnded, processesBelow } from '#tests/support/embedded-processes.ts'
import { aFolder, freePort } from '#tests/support/product.ts'
import { CannotRun, median, pause, pidOf, pssMb } from './measure.ts'
import { atMost, reported, type Section } from './table.ts'

const restSeconds = 30
const pageViews = 100
const leftOut = new Set(['node_modules', '.git', 'dist', 'data', '.tmp', '.env'])

type Started = { pid: number; origin: string; dataDir: string; seconds: number }

/** Measures `npm start` in a fresh clone of this checkout, the starts after it, and the memory of all processes. */
export async function start(): Promise<Omit<Section, 'name' | 'failure'>> {
  const copy = aFolder()
  try {
    copyCheckout(copy)
    const first = await startCopy(copy, async ({ seconds }) => seconds)
    const again: number[] = []
    for (let n = 0; n < 3; n++) again.push(await startCopy(copy, async ({ seconds }) => seconds))
    const parts = await startCopy(copy, memoryAfterPageViews)
    const total = Object.values(parts).reduce((sum, mb) => sum + mb, 0)
    return {
      notes: [
        'From `npm start` until /readyz answers 200, on the embedded database, in a copy of the files that git has of this checkout. The first start downloads the packages into an empty npm cache, builds, and loads the demo. The second start is the median of 3.',
        `Memory is the proportional set size (PSS) of everything that \`npm start\` runs, ${restSeconds} s after ${pageViews} page views with the demo loaded, in a start after the first. npm runs in the system's Node ${systemNode()}.`,
      ],
      rows: [
        atMost('fresh clone, empty npm cache, until the first answer', first, 's', 60),
        atMost('second start', median(again), 's', 2),
        ...Object.entries(parts).map(([part, mb]) => reported(`memory of ${part}`, mb, 'MB')),
        atMost('memory of all', total, 'MB', 220),
      ],
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** Copies the files that a clone would have; without git, everything except generated folders. */
function copyCheckout(copy: string) {
  if (!existsSync(join(projectRoot, '.git'))) return cpSync(projectRoot, copy, { recursive: true, filter: (file) => !leftOut.has(relative(projectRoot, file)) })
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: projectRoot, encoding: 'utf8' }).split('\0')
  for (const file of files) if (file && !leftOut.has(file) && existsSync(join(projectRoot, file))) cpSync(join(projectRoot, file), join(copy, file))
}

/** PATH without the pinned Node that runs this program: a clone has only the system's Node. */
function systemPath(): string {
  const parts = (process.env.PATH ?? '').split(delimiter)
  return parts.filter((part) => !part.includes('node_modules')).join(delimiter)
}

const systemNode = () => execFileSync('node', ['--version'], { env: { ...process.env, PATH: systemPath() }, encoding: 'utf8' }).trim()

async function memoryAfterPageViews({ pid, origin, dataDir }: Started) {
  const { items }: { items: { slug: string }[] } = await fetch(`${origin}/api/v1/campaigns?limit=40`).then((answer) => answer.json())
  const paths = ['/', '/campaigns', '/targets', '/communities', '/industries', ...items.map(({ slug }) => `/campaigns/${slug}`)]
  for (let n = 0; n < pageViews; n++) {
    const path = paths[n % paths.length] ?? '/'
    const page = await fetch(`${origin}${path}`, { headers: { accept: 'text/html', 'accept-encoding': 'br' } })
    if (page.status !== 200) throw new CannotRun(`${path} answered ${page.status}`)
    await page.arrayBuffer()
  }
  await pause(restSeconds * 1000)
  const parts = { npm: 0, 'the start script': 0, 'the web process': 0, 'the supervisor': 0, PostgreSQL: 0 }
  for (const found of processesOfGroup(pid)) parts[partOf(found.words)] += pssMb(found.pid)
  for (const found of processesBelow(dataDir)) parts[found.name === 'postgres' ? 'PostgreSQL' : 'the supervisor'] += pssMb(found.pid)
  return parts
}

function partOf(words: string) {
  if (words.includes('dist/server/web.js')) return 'the web process'
  return words.includes('scripts/start.mjs') ? 'the start script' : 'npm'
}

function processesOfGroup(group: number): { pid: number; words: string }[] {
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return numbers.flatMap((name) => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]) !== group) return []
      return [{ pid: Number(name), words: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ') }]
    } catch {
      return []
    }
  })
}

/** Starts the copy, waits until it is ready, measures, and ends it and its children by their process group. */
async function startCopy<T>(copy: string, measure: (started: Started) => Promise<T>): Promise<T> {
  const [port, dataDir] = [await freePort(), join(copy, 'data')]
  const { DATABASE_URL: _store, BASE_URL: _address, DEMO: _demo, NODE_ENV: _mode, MALLOC_ARENA_MAX: _arenas, ...inherited } = process.env
  const env = { ...inherited, PATH: systemPath(), PORT: String(port), DATA_DIR: dataDir, npm_config_cache: join(copy, '.npm') }
  const before = performance.now()
  const child = spawn('npm', ['start'], { cwd: copy, detached: true, stdio: ['ignore', 'pipe', 'pipe'], env })
  let said = ''
  child.stdout.on('data', (chunk) => (said += chunk))
  child.stderr.on('data', (chunk) => (said += chunk))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const pid = pidOf(child)
  try {
    while (!(await isReady(port))) {
      if (child.exitCode !== null) throw new CannotRun(`npm start ended with ${child.exitCode}: ${said.trim().split('\n').slice(-3).join(' ')}`)
      if (performance.now() - before > 600_000) throw new CannotRun(`npm start was not ready after 600 s: ${said.trim()}`)
      await pause(10)
    }
    return await measure({ pid, origin: `http://127.0.0.1:${port}`, dataDir, seconds: (performance.now() - before) / 1000 })
  } finally {
    if (child.exitCode === null) process.kill(-pid, 'SIGTERM')
    await Promise.race([ended, pause(10_000)])
    if (existsSync(dataDir)) await databaseEnded(dataDir)
  }
}

function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    async (response) => (await response.text()) !== '' && response.status === 200,
    () => false,
  )
}
