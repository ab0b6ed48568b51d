import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { readBackup } from '#main/operations/read-backup.ts'
import { readMigrations } from '#platform/server/store/migrate.ts'
import { isFull } from '#tests/support/figures.ts'
import { keepWriting, openLedger } from '#tests/support/ledger.ts'
import { openLine } from '#tests/support/load.ts'
import { somePeople } from '#tests/support/people.ts'
import { aPicture } from '#tests/support/pictures.ts'
import { asked, cli, database, folder, type Place, preparedDatabase, preparedFolder } from '#tests/support/places.ts'
import { startProduct } from '#tests/support/product.ts'
import { random } from '#tests/support/seed.ts'
import { send, signedUp } from '#tests/support/visitor.ts'

/** A place without a database schema yet. A database on the PostgreSQL server is faster to create than an embedded one. */
const anEmptyPlace = async (): Promise<Place> => ({ dataDir: folder(), url: await database() })

/** Makes a backup while people write. Also returns the writes that had been acknowledged when the backup began. */
async function backupUnderLoad(place: Place) {
  const product = await startProduct({ dataDir: place.dataDir, env: place.url ? { DATABASE_URL: place.url } : {} })
  const { email, password } = await signedUp(product, 'Backed Up')
  const ledger = openLedger({ people: await somePeople({ product, count: 16, role: 'moderator', databaseUrl: place.url }), picture: await aPicture(60, 40) })
  const line = openLine({ origin: product.origin, connections: 8 })
  const writing = keepWriting({ ledger, line, atOnce: 6 })
  const enough = async (count: number) => {
    const end = Date.now() + 60_000
    while (ledger.acknowledged().length < count) {
      if (Date.now() > end) throw new Error(`Only ${ledger.acknowledged().length} of ${count} writes were acknowledged`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  await enough(60)
  const before = ledger.acknowledged().map(({ kind, campaign, person, answer }) => ({ kind, campaign, person, id: answer.id }))
  const file = join(folder(), 'backup.tar.gz')
  const made = await cli(place, 'backup', file)
  await enough(before.length + 10)
  await writing.stop()
  line.close()
  expect(await product.stop()).toBe(0)
  return { file, made, before, email, password }
}

/** The backup's digests and counts. Two backups with equal contents were made from the same rows and pictures. */
async function contents(file: string) {
  const { tables, sequences, media, migrations } = await readBackup(file)
  return { tables, sequences, media: media.toSorted((one, other) => (one.name < other.name ? -1 : 1)), migrations }
}

async function expectSameStore(place: Place, file: string) {
  const again = join(folder(), 'again.tar.gz')
  expect(await cli(place, 'backup', again)).toMatchObject({ code: 0 })
  expect(await contents(again)).toEqual(await contents(file))
  expect(await cli(place, 'recount', '--check')).toEqual({ code: 0, output: 'Every stored count is correct\n' })
}

let embedded: Awaited<ReturnType<typeof backupUnderLoad>>
beforeAll(async () => {
  embedded = await backupUnderLoad({ dataDir: preparedFolder() })
})

test.concurrent('a backup of the embedded database under load is one snapshot, and restored into a PostgreSQL server it has equal digests', async () => {
  expect(embedded.made).toMatchObject({ code: 0, output: expect.stringMatching(/^Backed up \d+ rows from \d+ tables and \d+ pictures into /) })
  expect(statSync(embedded.file).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(embedded.file, '..'))).toEqual(['backup.tar.gz'])
  const place = { dataDir: join(folder(), 'new'), url: await database() }
  const restored = await cli(place, 'restore', embedded.file)
  expect(restored).toMatchObject({ code: 0, output: expect.stringMatching(/^Restored \d+ rows .* the contents of every table match the backup\n/) })
  await expectSameStore(place, embedded.file)
  const { rows } = await asked(place.url, "select id from campaign where status <> 'draft'")
  const { rows: pledges } = await asked(place.url, 'select campaign_id, person_id from pledge')
  const campaigns = new Set(rows.map(({ id }) => id))
  const joined = new Set(pledges.map(({ campaign_id, person_id }) => `${campaign_id} ${person_id}`))
  for (const { kind, id, campaign, person } of embedded.before) {
    if (kind === 'publish') expect(campaigns).toContain(id)
    if (kind === 'join') expect(joined).toContain(`${campaign} ${person.id}`)
  }
  // The restored sequence continues after the highest id.
  const next = await asked(place.url, "select nextval('pledge_log_id_seq') > coalesce(max(id), 0) as is_next from pledge_log")
  expect(next.rows).toEqual([{ is_next: true }])

  const product = await startProduct({ dataDir: place.dataDir, env: { DATABASE_URL: place.url } })
  const { email, password, before } = embedded
  expect((await send(product, { method: 'POST', path: '/api/auth/sign-in/email', body: { email, password } })).status).toBe(200)
  for (const { id } of before.filter(({ kind }) => kind === 'publish').slice(0, 5))
    expect((await send(product, { method: 'GET', path: `/api/v1/campaigns/${id}` })).status).toBe(200)
  // A backup contains no sessions.
  const cookie = before[0]?.person.cookie ?? ''
  expect((await send(product, { method: 'GET', path: '/api/v1/me', cookie })).status).toBe(401)
  expect(await product.stop()).toBe(0)
})

// In the short run the commands of docs/OPERATING.md restore into an embedded database.
test.runIf(isFull)(
  'a backup of a PostgreSQL server under load can be restored into an embedded database with equal digests',
  { concurrent: true },
  async () => {
    const { file, made } = await backupUnderLoad({ dataDir: folder(), url: await preparedDatabase() })
    expect(made.code).toBe(0)
    const place = { dataDir: join(folder(), 'new') }
    expect(await cli(place, 'restore', file)).toMatchObject({ code: 0 })
    await expectSameStore(place, file)
  },
)

test.concurrent('a damaged, truncated or foreign file is refused, and the database stays empty', async () => {
  const place = await anEmptyPlace()
  const whole = readFileSync(embedded.file)
  const broken = (name: string, bytes: Buffer) => {
    const file = join(folder(), name)
    writeFileSync(file, bytes)
    return file
  }
  // Skips the gzip header, whose timestamp and OS fields are not checked. A few other bits are only padding, and flipping one of them does no damage.
  const sound = await readBackup(embedded.file)
  const flips = Array.from({ length: 40 }, () => broken('flipped', flipped(whole, 10 + Math.floor(random() * (whole.length - 10)))))
  const answers = await Promise.all(flips.map((file) => readBackup(file).catch((error: Error) => error.message)))
  for (const answer of answers) expect(answer).toEqual(typeof answer === 'string' ? expect.stringMatching(/damaged/) : sound)
  const damaged = flips.filter((_, n) => typeof answers[n] === 'string')
  expect(damaged.length).toBeGreaterThan(30)
  for (const file of [...damaged.slice(0, 1), broken('cut', whole.subarray(0, whole.length - 2_000)), broken('foreign', Buffer.from('not a backup'))]) {
    expect(await cli(place, 'restore', file)).toMatchObject({ code: 1, output: expect.stringMatching(/^Refused: .*damaged.* Nothing was restored\.\n$/) })
  }
  expect((await cli(place, 'restore', join(place.dataDir, 'none'))).output).toContain('there is no file')
  expect(
    existsSync(join(place.dataDir, 'media')) ? readdirSync(join(place.dataDir, 'media'), { recursive: true }).filter((name) => `${name}`.includes('.')) : [],
  ).toEqual([])
  expect(await cli(place, 'restore', embedded.file)).toMatchObject({ code: 0 })

  const second = await cli(place, 'restore', embedded.file)
  expect(second).toMatchObject({ code: 1, output: expect.stringContaining('this database is not empty') })
  expect(await cli(place, 'backup', embedded.file)).toMatchObject({ code: 1, output: expect.stringContaining('already exists') })
})

test.concurrent('a restored table that differs from its digest is detected before the commit', async () => {
  const url = await preparedDatabase()
  const place = { dataDir: folder(), url }
  // This rule changes rows as they are inserted. Only reading the tables again can detect that.
  await asked(url, `create rule shout as on insert to campaign do also update campaign set title = upper(title)`)
  const { code, output } = await cli(place, 'restore', embedded.file)
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('the restored table campaign') })
  expect((await asked(url, 'select id from person')).rows).toEqual([])
})

test.concurrent('a backup of an older schema is migrated, and one of a newer schema is refused', async () => {
  const old = { dataDir: folder(), url: await database() }
  const [first] = readMigrations()
  if (!first) throw new Error('There is no migration')
  await asked(old.url, 'create table schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())')
  await asked(old.url, first.text)
  await asked(old.url, `insert into schema_migration values ('${first.name}', '${first.checksum}')`)
  await asked(old.url, "insert into person (id, email, display_name) values (gen_random_uuid(), 'old@people.test', 'Old')")
  const file = join(folder(), 'old.tar.gz')
  expect(await cli(old, 'backup', file)).toMatchObject({ code: 0 })
  expect((await contents(file)).migrations).toHaveLength(1)

  const restored = await cli(await anEmptyPlace(), 'restore', file)
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('Applied the migration 0002') })

  await asked(old.url, "insert into schema_migration values ('9999_future.sql', 'x')")
  const newer = join(folder(), 'newer.tar.gz')
  expect(await cli(old, 'backup', newer)).toMatchObject({ code: 0 })
  expect(await cli(await anEmptyPlace(), 'restore', newer)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/newer version.*9999_future/),
  })
})

test.concurrent('a backup made by 0.1.0, before the PostgreSQL server was embedded, is restored with its pictures, passwords and counts', async () => {
  const place = { dataDir: folder(), url: await database() }
  const restored = await cli(place, 'restore', 'tests/faults/fixtures/backup-0.1.0.tar.gz')
  expect(restored).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Restored 1220 rows and 16 pictures from the backup of 2026-11-23T09:31:.* match the backup\n/),
  })
  expect(await cli(place, 'recount', '--check')).toEqual({ code: 0, output: 'Every stored count is correct\n' })
  const count = async (what: string) => (await asked(place.url, `select count(*)::int as n from ${what}`)).rows[0].n
  expect(await count('person where deleted_at is null')).toBe(2)
  expect(await count("person where deleted_at is not null and display_name = '[deleted]' and email is null")).toBe(1)
  expect(await count("campaign where status = 'active'")).toBe(2)
  // The backup's draft had a slug; migrations newer than the backup removed it.
  expect(await count("campaign where status = 'draft' and slug is null")).toBe(1)
  expect(await count('pledge')).toBe(5)
  expect(await count('pledge where is_private')).toBe(1)
  expect(await count('comment')).toBe(3)
  expect(await count("community_member where status = 'active'")).toBe(2)
  expect(readdirSync(join(place.dataDir, 'media'), { recursive: true }).filter((name) => `${name}`.includes('.'))).toHaveLength(16)

  const product = await startProduct({ dataDir: place.dataDir, env: { DATABASE_URL: place.url } })
  const signIn = { email: 'fay@people.test', password: 'a long enough passphrase' }
  const { status, headers } = await send(product, { method: 'POST', path: '/api/auth/sign-in/email', body: signIn })
  expect(status).toBe(200)
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const { body: me } = await send(product, { method: 'GET', path: '/api/v1/me/settings', cookie })
  expect(me).toMatchObject({ username: 'fay_old', bio: 'Keeps what was kept.' })
  const { body: campaign } = await send(product, { method: 'GET', path: '/api/v1/campaigns/boykot-staroy-kompanii' })
  expect(campaign).toMatchObject({ title: 'Бойкот старой компании', count: { supporters: 3 } })
  for (const url of [me.avatarUrl, campaign.cover.url]) expect((await fetch(new URL(url, product.origin))).status).toBe(200)
  expect(await product.stop()).toBe(0)
})

test.concurrent('a backup that cannot be written leaves no file and reports the reason', async () => {
  const place = await anEmptyPlace()
  const nothing = await cli(place, 'backup', join(folder(), 'a.tar.gz'))
  expect(nothing).toMatchObject({ code: 1, output: expect.stringMatching(/^Refused: this database has no Holdout tables/) })
  expect((await cli(place, 'migrate')).code).toBe(0)
  const nowhere = join(folder(), 'no-such-folder', 'a.tar.gz')
  expect(await cli(place, 'backup', nowhere)).toMatchObject({ code: 1, output: expect.stringMatching(/^Failed: .*ENOENT/) })
})

function flipped(whole: Buffer, at: number): Buffer {
  const bytes = Buffer.from(whole)
  bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << Math.floor(random() * 8)), at)
  return bytes
}
