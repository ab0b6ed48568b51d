import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openStore } from '#platform/server/store/open-store.ts'
import { databaseEnded, postmasterOf, supervisorOf } from '#tests/support/embedded-processes.ts'
import { eventually } from '#tests/support/load.ts'
import { cli } from '#tests/support/places.ts'
import { aFolder, aPreparedFolder, freePort, inheritedEnv, remove, spawnProduct, spawnWorker, startProduct } from '#tests/support/product.ts'
import { send, signedUp } from '#tests/support/visitor.ts'

const folders: string[] = []
const folder = () => kept(aFolder())
const preparedFolder = () => kept(aPreparedFolder())
function kept(made: string) {
  folders.push(made)
  return made
}
afterAll(() => folders.forEach(remove))

const isRoot = process.getuid?.() === 0
const modeOf = (path: string) => statSync(path).mode & 0o777

test.concurrent('a second server on another port, a worker and commands share the database, which stops after the last of them', async () => {
  const dataDir = preparedFolder()
  const first = await startProduct({ dataDir })
  const port = await freePort()
  const second = spawnProduct({ dataDir, port, env: {}, words: ['--additional'] })
  const worker = spawnWorker({ DATA_DIR: dataDir })
  const { cookie } = await signedUp(first, 'Shared Person')
  const origin = `http://127.0.0.1:${port}`
  await eventually('the second server finds the session', () =>
    send({ origin }, { method: 'GET', path: '/api/v1/me', cookie }).then(
      ({ status }) => status === 200,
      () => false,
    ),
  )
  await eventually('the worker is ready', () => worker.output().includes('The worker is ready'))
  const postmaster = postmasterOf(dataDir)
  expect(await first.stop()).toBe(0)
  expect((await cli({ dataDir }, 'recount', '--check')).code).toBe(0)
  expect((await send({ origin }, { method: 'GET', path: '/api/v1/me', cookie })).status).toBe(200)
  expect(postmasterOf(dataDir)).toBe(postmaster)
  expect(await second.stop()).toBe(0)
  expect(await worker.stop()).toBe(0)
  await databaseEnded(dataDir)
})

test.concurrent('a data folder with a path of 150 characters works, its files are for their owner only, and nothing listens on TCP', async () => {
  const dataDir = join(folder(), 'a'.repeat(100), 'b'.repeat(30))
  expect(dataDir.length).toBeGreaterThan(150)
  mkdirSync(dataDir, { recursive: true })
  const product = await startProduct({ dataDir })
  expect(modeOf(join(dataDir, 'postgres/data'))).toBe(0o700)
  expect(modeOf(join(dataDir, 'auth-secret'))).toBe(0o600)
  expect(modeOf(dataDir)).toBe(isRoot ? 0o711 : 0o700)
  const store = await openStore({ dataDir, onError: () => {} })
  const { rows } = await store.pool.query("select current_setting('listen_addresses') as listen, current_setting('fsync') as fsync, system_user as account")
  expect(rows).toEqual([{ listen: '', fsync: 'on', account: expect.stringMatching(/^peer:/) }])
  await store.close()
  expect(await product.stop()).toBe(0)
  await databaseEnded(dataDir)
})

test.concurrent('the operator’s PostgreSQL settings override the product’s, and a setting that PostgreSQL refuses is reported with its file', async () => {
  const dataDir = folder()
  writeFileSync(join(dataDir, 'postgresql.conf'), "work_mem = '3MB'\n")
  const store = await openStore({ dataDir, onError: () => {} })
  expect((await store.pool.query('show work_mem')).rows).toEqual([{ work_mem: '3MB' }])
  await store.close()
  await databaseEnded(dataDir)

  writeFileSync(join(dataDir, 'postgresql.conf'), 'no_such_setting = 1\n')
  const refused = spawnProduct({ dataDir, port: await freePort(), env: {} })
  expect(await refused.exited).toBe(1)
  expect(refused.output()).toContain('no_such_setting')
  expect(refused.output()).toContain(join(dataDir, 'postgresql.conf'))
})

test.concurrent('environment variables for other PostgreSQL clients and libraries do not affect the server and its clients', async () => {
  const dataDir = folder()
  const env = { PGHOST: '192.0.2.1', PGUSER: 'nobody', PGOPTIONS: '-c no_such_setting=1', PGDATA: '/nowhere', LC_ALL: 'C', LANG: 'C' }
  const product = await startProduct({ dataDir, env })
  expect(await product.stop()).toBe(0)
})

test.concurrent('the database of an earlier release is recognised and left unchanged, and the error explains how to migrate', async () => {
  const dataDir = folder()
  mkdirSync(join(dataDir, 'store'))
  writeFileSync(join(dataDir, 'store/PG_VERSION'), '18\n')
  const refused = spawnProduct({ dataDir, port: await freePort(), env: {} })
  expect(await refused.exited).toBe(1)
  expect(refused.output()).toContain(`${join(dataDir, 'store')} is the database of an earlier release`)
  expect(refused.output()).toContain('npm run cli -- restore')
  expect((await cli({ dataDir }, 'recount')).output).toContain('is the database of an earlier release')
  expect(readFileSync(join(dataDir, 'store/PG_VERSION'), 'utf8')).toBe('18\n')
  expect(existsSync(join(dataDir, 'postgres/data'))).toBe(false)
})

test.concurrent('a cluster of another major version is refused with instructions, and left unchanged', async () => {
  const dataDir = preparedFolder()
  writeFileSync(join(dataDir, 'postgres/data/PG_VERSION'), '17\n')
  const refused = spawnProduct({ dataDir, port: await freePort(), env: {} })
  expect(await refused.exited).toBe(1)
  expect(refused.output()).toMatch(/was made by PostgreSQL 17, and this release includes PostgreSQL 18.*restore that backup into a new DATA_DIR/s)
})

test.concurrent('a process id in postmaster.pid that belongs to another process is stale, and that process is not touched', async () => {
  const dataDir = preparedFolder()
  writeFileSync(join(dataDir, 'postgres/data/postmaster.pid'), `${process.pid}\n${join(dataDir, 'postgres/data')}\n`)
  const again = await openStore({ dataDir, onError: () => {} })
  expect(postmasterOf(dataDir)).not.toBe(process.pid)
  expect(supervisorOf(dataDir)).toBeGreaterThan(0)
  await again.close()
  await databaseEnded(dataDir)
})

test.concurrent('a missing link to the socket is recreated, another user’s link is not followed, and the link is removed with the server', async () => {
  const dataDir = preparedFolder()
  const own = mkdtempSync(join(tmpdir(), 'holdout-links-'))
  folders.push(own)
  const product = await startProduct({ dataDir, env: { TMPDIR: own } })
  const store = await openStore({ dataDir, onError: () => {} })
  const [link = ''] = readdirSync(own).map((name) => join(own, name))
  for (const name of ['gone', 'replaced']) {
    rmSync(link)
    if (name === 'replaced') symlinkSync('/nowhere', link)
    // Only new connections need the link, so the open ones are closed.
    await store.pool.query("select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()")
    await eventually('the link to the socket is restored, and the site is ready', async () => {
      const { status } = await fetch(`${product.origin}/readyz`)
      return status === 200 && existsSync(link) && readlinkSync(link) === join(realpathSync(dataDir), 'postgres/data')
    })
  }
  await store.close()
  // Links that a crash left behind: one to a folder that is gone, and one to a folder that still exists.
  symlinkSync(join(own, 'gone'), join(own, 'holdout-0123456789abcdef'))
  symlinkSync(homedir(), join(own, 'holdout-fedcba9876543210'))
  expect(await product.stop()).toBe(0)
  await databaseEnded(dataDir)
  // The app waits five seconds for its database to end. If a pause of the machine takes longer, the next stop removes the link.
  await eventually('the stale links are removed', async () => {
    if (readdirSync(own).join() === 'holdout-fedcba9876543210') return true
    const again = await startProduct({ dataDir, env: { TMPDIR: own } })
    expect(await again.stop()).toBe(0)
    return false
  })
})

test.runIf(isRoot)(
  'as root, with data below a home folder of mode 0700, the database is elsewhere, two clones run, and mismatched folders are refused',
  { concurrent: true },
  async () => {
    const home = mkdtempSync(join(homedir(), 'holdout-home-'))
    folders.push(home)
    chmodSync(home, 0o700)
    const outside: string[] = []
    const clones = ['one', 'two'].map((name) => join(home, name))
    try {
      const running = await Promise.all(clones.map((dataDir) => startProduct({ dataDir })))
      for (const dataDir of clones) {
        outside.push(JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8')).folder)
        expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
        expect(modeOf(dataDir)).toBe(0o700)
      }
      expect(outside[0]).not.toBe(outside[1])
      for (const product of running) expect(await product.stop()).toBe(0)
      for (const place of outside) await eventually('its database has ended', () => !existsSync(join(place, 'data/postmaster.pid')))

      writeFileSync(join(clones[0] ?? '', 'database.json'), readFileSync(join(clones[0] ?? '', 'database.json'), 'utf8').replace(/\d{5}"/, '00000"'))
      const refused = spawnProduct({ dataDir: clones[0] ?? '', port: await freePort(), env: {} })
      expect(await refused.exited).toBe(1)
      expect(refused.output()).toContain('do not belong together')
      const again = await startProduct({ dataDir: clones[1] ?? '' })
      expect(await again.stop()).toBe(0)
      await eventually('its database has ended', () => !existsSync(join(outside[1] ?? '', 'data/postmaster.pid')))
    } finally {
      for (const place of outside) rmSync(place, { recursive: true, force: true })
    }
  },
)

test.runIf(isRoot)('as root the database of another user’s data folder runs as that user', { concurrent: true }, async () => {
  const dataDir = folder()
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout))
  chownSync(dataDir, uid ?? 0, gid ?? 0)
  const store = await openStore({ dataDir, onError: () => {} })
  expect(statSync(join(dataDir, 'postgres/data')).uid).toBe(uid)
  expect(modeOf(dataDir)).toBe(0o700)
  await store.close()
  await databaseEnded(dataDir)
})

test.runIf(isRoot && spawnSync('unshare', ['-r', 'true']).status === 0)(
  'if root cannot become another user, the start ends with one line that gives both solutions',
  () => {
    const dataDir = folder()
    const { status, stderr } = spawnSync('unshare', ['-r', process.execPath, '--disable-warning=ExperimentalWarning', 'dist/server/web.js'], {
      env: { ...inheritedEnv(), NODE_ENV: 'production', DATA_DIR: dataDir, PORT: '0', DEMO: 'off' },
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stderr.trim()).toBe(
      'Holdout cannot start: PostgreSQL does not run as root, and this system does not let root become another user. Run Holdout as a normal user, or set DATABASE_URL to a PostgreSQL server.',
    )
  },
)
