import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { databaseEnded, serversBelow, supervisorOf } from '#tests/support/embedded-processes.ts'
import { eventually } from '#tests/support/load.ts'
import { cli, folder } from '#tests/support/places.ts'
import { freePort, inheritedEnv, spawnProduct, startProduct } from '#tests/support/product.ts'
import { send, signedUp } from '#tests/support/visitor.ts'

const canMount = spawnSync('unshare', ['-m', 'true']).status === 0
const canBePidOne = spawnSync('unshare', ['-p', '-f', '--mount-proc', 'true']).status === 0
const mounted: string[] = []
afterAll(() => {
  for (const place of mounted) spawnSync('umount', ['-l', place])
})

/** Mounts a file system of 120 MB and returns its folder. */
function aSmallDisk(): string {
  const place = folder()
  expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=120m,mode=0711', 'tmpfs', place]).status).toBe(0)
  mounted.push(place)
  return place
}

/** Fills a disk except for a few kilobytes. Returns a function that frees the space. */
function fill(disk: string): () => void {
  const file = join(disk, 'filler')
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(file, Buffer.alloc(bavail * bsize - 8_192))
  return () => rmSync(file)
}

type Write = { key: string; body: object }
const aWrite = (): Write => ({ key: randomUUID(), body: aCampaignBody() })
const publish = (product: { origin: string }, cookie: string, write: Write) => send(product, { method: 'POST', path: '/api/v1/campaigns', cookie, ...write })

test.runIf(canMount)('a full disk loses no acknowledged write, a server continues once there is space, and a start reports the problem', async () => {
  const disk = aSmallDisk()
  const dataDir = join(disk, 'data')
  const product = await startProduct({ dataDir })
  const { cookie } = await signedUp(product, 'On A Full Disk')
  const free = fill(disk)
  const kept: Write[] = []
  const refused: Write[] = []
  // The write-ahead log has preallocated space, so the first writes succeed.
  for (let n = 0; refused.length === 0; n++) {
    const write = aWrite()
    const { status, headers } = await publish(product, cookie, write)
    if (status === 201) kept.push(write)
    else refused.push(write)
    if (status !== 201) expect([status, headers.has('retry-after')]).toEqual([503, true])
    if (n > 20_000) throw new Error('The disk never filled')
  }
  free()
  for (const write of refused)
    await eventually('a refused write is accepted', () =>
      publish(product, cookie, write).then(
        ({ status }) => status === 201,
        () => false,
      ),
    )
  const mine = async () => (await send(product, { method: 'GET', path: '/api/v1/me', cookie })).status
  expect(await mine()).toBe(200)
  for (const write of [kept.at(0), kept.at(-1), ...refused]) if (write) expect((await publish(product, cookie, write)).status).toBe(201)
  expect(await product.stop()).toBe(0)
  await databaseEnded(dataDir)
  expect((await cli({ dataDir }, 'recount', '--check')).output).toBe('Every stored count is correct\n')
  await databaseEnded(dataDir)

  const freeAgain = fill(disk)
  const late = spawnProduct({ dataDir: join(disk, 'new'), port: await freePort(), env: {} })
  expect(await late.exited).toBe(1)
  expect(late.output()).toMatch(/\nHoldout cannot start: the disk that holds .* is full\. Nothing that was saved is lost\..*\n$/)
  freeAgain()
})

test.runIf(canMount && canBePidOne)(
  'a killed database is restarted even if the app is a container’s first process, which reaps no zombies, with 1 MB of shared memory',
  async () => {
    const dataDir = folder()
    const port = await freePort()
    const container: ChildProcess = spawn(
      'unshare',
      [
        ...['-m', '-p', '-f', '--mount-proc', '--kill-child'],
        'sh',
        '-c',
        'mount -t tmpfs -o size=1m tmpfs /dev/shm && exec "$0" dist/server/web.js',
        process.execPath,
      ],
      { stdio: 'ignore', env: { ...inheritedEnv(), NODE_ENV: 'production', DEMO: 'off', LOG_LEVEL: 'warn', DATA_DIR: dataDir, PORT: String(port) } },
    )
    const ended = new Promise((resolve) => container.once('exit', resolve))
    const product = { origin: `http://127.0.0.1:${port}` }
    const isReady = () =>
      fetch(`${product.origin}/readyz`).then(
        ({ status }) => status === 200,
        () => false,
      )
    try {
      await eventually('it is ready', isReady)
      const { cookie } = await signedUp(product, 'In A Container')
      const [before = 0] = serversBelow(dataDir)
      for (const pid of [supervisorOf(dataDir), before]) process.kill(pid, 'SIGKILL')
      await eventually('another server runs', () => serversBelow(dataDir).some((pid) => pid !== before))
      await eventually('it is ready again', isReady)
      expect((await send(product, { method: 'GET', path: '/api/v1/me', cookie })).status).toBe(200)
    } finally {
      container.kill('SIGKILL')
      await ended
    }
    await databaseEnded(dataDir)
  },
)
