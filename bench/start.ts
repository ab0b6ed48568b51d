import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { projectRoot } from '#platform/server/root.ts'
import { freePort } from '#tests/support/product.ts'
import { startBare } from './bare.ts'
import { CannotRun, median, pause, pidOf, rssMb } from './measure.ts'
import { openSite } from './site.ts'
import { atMost, type Section } from './table.ts'

const idleSeconds = 20
const leftOut = new Set(['node_modules', '.git', 'dist', 'data', '.tmp', '.env'])

/** `npm start` in a copy of this checkout, and the memory of a server that nobody asks anything. */
export async function start(): Promise<Omit<Section, 'name' | 'failure'>> {
  const idle = await idleMemory()
  const copy = mkdtempSync(join(tmpdir(), 'holdout-copy-'))
  try {
    copyCheckout(copy)
    symlinkSync(join(projectRoot, 'node_modules'), join(copy, 'node_modules'), 'junction')
    const withBuild = await secondsToReady(copy, join(copy, 'data'))
    const newStores = []
    const again = []
    const bare = []
    for (let n = 0; n < 3; n++) {
      const data = join(copy, `data-${n}`)
      mkdirSync(data)
      newStores.push(await secondsToReady(copy, data))
      again.push(await secondsToReady(copy, data))
      const before = performance.now()
      await (await startBare()).stop()
      bare.push((performance.now() - before) / 1000)
    }
    const reference = { what: 'bare node:http, started and ended', value: median(bare) }
    return {
      notes: [
        'From `npm start` until /readyz answers 200, on the embedded store, in a copy of this checkout whose packages are already there. Medians of 3, the build once.',
        `Memory is that of the server process on PostgreSQL ${idleSeconds} s after it was ready.`,
      ],
      rows: [
        atMost('first start, with the build', withBuild, 's', 120),
        { ...atMost('first start of a built copy, new store', median(newStores), 's', 120, reference), asked: '-', reached: null, ratio: null },
        { ...atMost('second start', median(again), 's', 3, reference), ratio: null },
        { ...atMost('memory idle', idle.ours, 'MB', 250, { what: 'bare node:http', value: idle.bare }), ratio: null },
      ],
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** Copies what a clone would have; without git, everything but what is made here. */
function copyCheckout(copy: string) {
  if (!existsSync(join(projectRoot, '.git'))) return cpSync(projectRoot, copy, { recursive: true, filter: (file) => !leftOut.has(relative(projectRoot, file)) })
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: projectRoot, encoding: 'utf8' }).split('\0')
  for (const file of files) if (file && !leftOut.has(file) && existsSync(join(projectRoot, file))) cpSync(join(projectRoot, file), join(copy, file))
}

async function idleMemory() {
  const bare = await startBare()
  try {
    const site = await openSite()
    try {
      await pause(idleSeconds * 1000)
      return { ours: rssMb(site.pid), bare: rssMb(bare.pid) }
    } finally {
      await site.close()
    }
  } finally {
    await bare.stop()
  }
}

/** Starts, waits until it is ready, and ends it and its children by their process group. */
async function secondsToReady(folder: string, dataDir: string): Promise<number> {
  const port = await freePort()
  const { DATABASE_URL: _store, BASE_URL: _address, DEMO: _demo, NODE_ENV: _mode, ...env } = process.env
  const before = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, PORT: String(port), DATA_DIR: dataDir },
  })
  let said = ''
  child.stdout.on('data', (chunk) => (said += chunk))
  child.stderr.on('data', (chunk) => (said += chunk))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const pid = pidOf(child)
  try {
    while (!(await isReady(port))) {
      if (child.exitCode !== null) throw new CannotRun(`npm start ended with ${child.exitCode}: ${said.trim().split('\n').slice(-3).join(' ')}`)
      if (performance.now() - before > 180_000) throw new CannotRun('npm start was not ready after 180 s')
      await pause(10)
    }
    return (performance.now() - before) / 1000
  } finally {
    if (child.exitCode === null) process.kill(-pid, 'SIGTERM')
    await Promise.race([ended, pause(10_000)])
  }
}

function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    async (response) => (await response.text()) !== '' && response.status === 200,
    () => false,
  )
}
