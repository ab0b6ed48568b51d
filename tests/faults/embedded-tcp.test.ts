import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { type EmbeddedDatabase, openEmbedded } from '#platform/server/store/embedded/open-embedded.ts'
import { tcpManner } from '#platform/server/store/embedded/tcp-manner.ts'
import { databaseEnded, postmasterOf, processesBelow } from '#tests/support/embedded-processes.ts'
import { isFull } from '#tests/support/figures.ts'
import { eventually } from '#tests/support/load.ts'
import { aFolder, remove } from '#tests/support/product.ts'

// The Windows variant of the embedded database, with a socket instead of the named pipe and this system's locale.
const manner = tcpManner({ pipeOf: ({ dataDir }) => join(tmpdir(), `${basename(dataDir)}.supervisor`), ctype: 'C.UTF-8' })
const folders: string[] = []
afterAll(() => folders.forEach(remove))

function folder() {
  const made = aFolder()
  folders.push(made, join(tmpdir(), `${basename(made)}.supervisor`))
  return made
}

const open = (dataDir: string, isMainServer = false) => openEmbedded({ dataDir, isMainServer, manner, onError: () => {}, onSlowStatement: () => {} })

async function query(database: EmbeddedDatabase, statement: string, more: pg.ClientConfig = {}) {
  const client = new pg.Client({ ...database.connection, ...more })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(statement)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

function supervisor(dataDir: string): number {
  const found = processesBelow(dataDir).find(({ words }) => words.some((word) => word.endsWith('database-supervisor.mjs')))
  if (!found) throw new Error('The embedded database has no supervisor')
  return found.pid
}

test.runIf(isFull)('in the Windows variant a second process shares the server, which stops after the last one, and data survives a restart', async () => {
  const dataDir = folder()
  const first = await open(dataDir, true)
  await query(first, 'create table kept (word text)')
  const second = await open(dataDir)
  const postmaster = postmasterOf(dataDir)
  await query(second, "insert into kept values ('Бойкот')")
  await first.close()
  expect(await query(second, 'select word from kept')).toEqual([{ word: 'Бойкот' }])
  expect(postmasterOf(dataDir)).toBe(postmaster)
  await second.close()
  await databaseEnded(dataDir)

  const again = await open(dataDir)
  expect(await query(again, 'select word from kept')).toEqual([{ word: 'Бойкот' }])
  await query(again, 'create extension pg_trgm')
  expect(await query(again, "select show_trgm('Бойкот') <> '{}' as finds, current_setting('listen_addresses') as listen")).toEqual([
    { finds: true, listen: '127.0.0.1' },
  ])
  await again.close()
  await databaseEnded(dataDir)
})

test.runIf(isFull)('in the Windows variant a wrong password is refused, and the right one is not in the settings', async () => {
  const dataDir = folder()
  const database = await open(dataDir)
  const refused = expect.objectContaining({ code: '28P01' })
  await expect(query(database, 'select 1', { password: 'wrong' })).rejects.toEqual(refused)
  const password = readFileSync(join(dataDir, 'postgres/run/password'), 'utf8').trim()
  expect(password).toMatch(/^[0-9a-f]{64}$/)
  for (const file of ['postgresql.conf', 'pg_hba.conf']) expect(readFileSync(join(dataDir, 'postgres/data', file), 'utf8')).not.toContain(password)
  await database.close()
  await databaseEnded(dataDir)
})

test.runIf(isFull).each([
  ['supervisor', supervisor],
  ['postmaster', postmasterOf],
] as const)('in the Windows variant, if the %s is killed, supervisor and server are both restarted, and the data is still there', async (_name, find) => {
  const dataDir = folder()
  const database = await open(dataDir)
  await query(database, "create table kept as select 'here' as word")
  const [before, server] = [supervisor(dataDir), postmasterOf(dataDir)]
  process.kill(find(dataDir), 'SIGKILL')
  await eventually('the database answers again', () =>
    query(database, 'select word from kept').then(
      (rows) => rows.length === 1 && postmasterOf(dataDir) !== server && supervisor(dataDir) !== before,
      () => false,
    ),
  )
  await database.close()
  await databaseEnded(dataDir)
})

test('while a server that runs refuses connections, a process tries to connect less and less often', async () => {
  const triedAt: number[] = []
  const refusing = {
    ...manner,
    takeLease: async () => ({ ended: new Promise<void>(() => {}), hasEnded: () => false, release() {}, releaseAndWait: async () => {} }),
    connect() {
      triedAt.push(performance.now())
      if (triedAt.length === 16) throw new Error('tried often enough')
      // Nothing listens there.
      return { host: '127.0.0.1', port: 1 }
    },
  }
  const opening = openEmbedded({ dataDir: folder(), isMainServer: false, manner: refusing, onError: () => {}, onSlowStatement: () => {} })
  await expect(opening).rejects.toThrow('tried often enough')
  expect((triedAt[15] ?? 0) - (triedAt[14] ?? 0)).toBeGreaterThan(200)
})
