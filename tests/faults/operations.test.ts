import pg from 'pg'
import { expect, test } from 'vitest'
import { readMigrations } from '#platform/server/store/migrate.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { runCli } from '#tests/support/cli.ts'
import { eventually } from '#tests/support/load.ts'
import { asked, cli, database, folder, preparedDatabase, preparedFolder } from '#tests/support/places.ts'
import { freePort, spawnProduct, startProduct } from '#tests/support/product.ts'
import { send, sendPatiently, signedUp } from '#tests/support/visitor.ts'

test.concurrent('the demo can be cleared and loaded again; clearing it deletes no real data, and no start loads it again by itself', async () => {
  const place = { dataDir: folder(), url: await preparedDatabase() }
  const env = { DATABASE_URL: place.url }
  expect(await cli(place, 'demo', 'load')).toMatchObject({ code: 0, output: expect.stringContaining('The password of ada@demo.test') })
  expect((await cli(place, 'demo', 'load')).output).toContain('already contains the demo')
  const product = await startProduct({ dataDir: place.dataDir, env })
  const real = await signedUp(product, 'Real Person')
  const { body: theirs } = await send(product, { method: 'POST', path: '/api/v1/campaigns', cookie: real.cookie, body: aCampaignBody() })
  const { body: list } = await send(product, { method: 'GET', path: '/api/v1/campaigns?limit=100&status=active' })
  const invented = list.items.find(({ id }: { id: string }) => id !== theirs.id)
  expect((await send(product, { method: 'PUT', path: `/api/v1/campaigns/${invented.id}/pledge`, cookie: real.cookie, body: {} })).status).toBe(200)
  expect(await product.stop()).toBe(0)

  expect(await cli(place, 'demo', 'clear')).toMatchObject({ code: 0, output: expect.stringMatching(/^Removed \d+ invented people and \d+ campaigns/) })
  expect(await cli(place, 'recount', '--check')).toMatchObject({ code: 0 })
  const after = await startProduct({ dataDir: place.dataDir, env: { ...env, DEMO: 'on' } })
  const { body } = await send(after, { method: 'GET', path: '/api/v1/campaigns?limit=100' })
  expect(body.items.map(({ id }: { id: string }) => id)).toEqual([theirs.id])
  // The last join before the stop may not be counted yet.
  await eventually('one campaign and one supporter are counted', async () => {
    const { activeCampaigns, supporters } = (await send(after, { method: 'GET', path: '/api/v1/stats' })).body
    return activeCampaigns === 1 && supporters === 1
  })
  expect(await after.stop()).toBe(0)
})

// Damage that somebody could do by hand, and the line that the check must print for it.
const planted: [string, string, RegExp][] = [
  ['a counter', 'update campaign_stats set counted = counted + 1 where campaign_id = $1', /^campaign .*: supporters 2, counted pledges 1$/m],
  ['a closed counter', 'update campaign_stats set is_open = false where campaign_id = $1', /^campaign .*: its counter is closed, its status is active$/m],
  ['a lost counter', 'delete from campaign_stats where campaign_id = $1', /^campaign .*: has no counter, expected one with 1$/m],
  ['a day of its growth', 'update campaign_day set counted = 3 where campaign_id = $1', /^campaign .*: 1 day of its growth is wrong, first \d{4}-\d\d-\d\d$/m],
  [
    'a tally',
    'update tally set yearly_cents = yearly_cents - 1, supporters = 7, campaigns = campaigns + 1 where subject_id = (select target_id from campaign where id = $1)',
    /^tally .* \(target\): supporters 7, people 1\ntally .* campaigns 2, active 1\ntally .* yearly cents 29987, due 29988$/m,
  ],
  [
    'people of a tally',
    'update tally_supporter set n = n + 1 where subject_id = (select target_id from campaign where id = $1)',
    /^tally [0-9a-f-]+: wrong for 1 person$/m,
  ],
]
// The job that sorts the lists repairs these within half a minute, so the server is stopped while they are checked.
const plantedInLists: typeof planted = [
  [
    'filters of the lists',
    "update campaign_rank set status = 'archived', cause_ids = '{}' where campaign_id = $1",
    /^campaign .*: is in the lists with wrong filters$/m,
  ],
  ['a place in the lists', 'delete from campaign_rank where campaign_id = $1', /^campaign .*: is missing from the lists$/m],
]

test.concurrent('recount finds every kind of wrong count while people join, and repairs it', async () => {
  const place = { dataDir: folder(), url: await preparedDatabase() }
  const product = await startProduct({ dataDir: place.dataDir, env: { DATABASE_URL: place.url } })
  const creator = await signedUp(product, 'Count Keeper')
  // New people may publish one campaign a day.
  await asked(place.url, 'update person set is_established = true')
  const people = await Promise.all(Array.from({ length: 6 }, (_, n) => signedUp(product, `Joiner Number${n}`)))
  const published = async () =>
    (await sendPatiently(product, { method: 'POST', path: '/api/v1/campaigns', cookie: creator.cookie, body: aCampaignBody() })).body.id
  const quiet = await Promise.all(planted.map(published))
  const listed = await Promise.all(plantedInLists.map(published))
  let stopped = false
  const joining = (async () => {
    while (!stopped) {
      const campaign = await published()
      for (const { cookie } of people) await sendPatiently(product, { method: 'PUT', path: `/api/v1/campaigns/${campaign}/pledge`, cookie, body: {} })
    }
  })()

  expect(await cli(place, 'recount', '--check')).toEqual({ code: 0, output: 'Every stored count is correct\n' })
  for (const [at, [, statement]] of planted.entries()) await asked(place.url, statement, [quiet[at]])
  const { code, output } = await cli(place, 'recount', '--check')
  expect({ code, unsaid: planted.filter(([, , line]) => !line.test(output)).map(([name]) => name), output }).toMatchObject({ code: 1, unsaid: [] })
  const mended = await cli(place, 'recount')
  expect(mended).toMatchObject({ code: 0, output: expect.stringMatching(/Repaired \d+ differences\n$/) })
  expect(mended.output.split('\n').slice(0, -2)).toEqual(output.split('\n').slice(0, -1))
  stopped = true
  await joining
  expect(await cli(place, 'recount', '--check')).toEqual({ code: 0, output: 'Every stored count is correct\n' })
  const { body } = await send(product, { method: 'GET', path: `/api/v1/campaigns/${quiet[0]}` })
  expect(body.count).toMatchObject({ supporters: 1 })
  // Open pages accept only a count with a higher version than theirs.
  expect(body.count.version).toBeGreaterThan(1)
  expect(await product.stop()).toBe(0)

  for (const [at, [, statement]] of plantedInLists.entries()) await asked(place.url, statement, [listed[at]])
  const wrong = await cli(place, 'recount', '--check')
  expect({ code: wrong.code, unsaid: plantedInLists.filter(([, , line]) => !line.test(wrong.output)) }).toEqual({ code: 1, unsaid: [] })
  expect((await cli(place, 'recount')).code).toBe(0)
  expect((await cli(place, 'recount', '--check')).code).toBe(0)
})

test.concurrent('two concurrent migrations apply each step once, and both succeed', async () => {
  const place = { dataDir: folder(), url: await database() }
  const both = await Promise.all([cli(place, 'migrate'), cli(place, 'migrate')])
  expect(both).toMatchObject([{ code: 0 }, { code: 0 }])
  const applied = both.flatMap(({ output }) => output.split('\n')).filter((line) => line.startsWith('Applied'))
  expect(applied).toEqual(readMigrations().map(({ name }) => `Applied ${name}`))
  expect(await cli(place, 'migrate')).toEqual({ code: 0, output: 'The database already has the newest schema\n' })
})

test.concurrent('a migration that is killed within a step leaves complete steps only, and the next one continues', async () => {
  const place = { dataDir: folder(), url: await database() }
  const steps = readMigrations().map(({ name }) => name)
  // The second migration waits for the lock of a table that this open transaction creates, and is killed there.
  const inTheWay = new pg.Client(place.url)
  await inTheWay.connect()
  await inTheWay.query('begin; create table audit_log ()')
  await runCli({ ...place, words: ['migrate'], killWhen: () => waitsForLock(place.url) })
  await inTheWay.query('rollback')
  await inTheWay.end()
  const names = async () => (await asked(place.url, 'select name from schema_migration order by name')).rows.map(({ name }) => name)
  await eventually(
    'the killed one’s connection is gone',
    async () =>
      (await asked(place.url, "select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'")).rows
        .length === 0,
  )
  expect(await names()).toEqual(steps.slice(0, 1))
  expect((await cli(place, 'migrate')).code).toBe(0)
  expect(await names()).toEqual(steps)
})

async function waitsForLock(url: string): Promise<boolean> {
  return (await asked(url, "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")).rows.length > 0
}

test.concurrent('a database of a newer version is refused with the reason, by commands and by the server', async () => {
  const place = { dataDir: folder(), url: await preparedDatabase() }
  await asked(place.url, "insert into schema_migration values ('9999_future.sql', 'x')")
  for (const words of [['migrate'], ['recount'], ['grant', 'a@b.test', 'admin']])
    expect(await cli(place, ...words)).toEqual({
      code: 1,
      output: 'Refused: the data was made by a newer version of Holdout (9999_future.sql). Use that version.\n',
    })
  const server = spawnProduct({ dataDir: place.dataDir, port: await freePort(), env: { DATABASE_URL: place.url } })
  expect(await server.exited).toBe(1)
  expect(server.output()).toContain('the database was made by a newer version (9999_future.sql)')
})

test.concurrent('a role is granted on the database of a killed server, and an unknown address or role is refused', async () => {
  const dataDir = preparedFolder()
  const killed = await startProduct({ dataDir })
  const { email } = await signedUp(killed, 'Rowan Helm')
  await killed.kill()
  const given = await cli({ dataDir }, 'grant', email.toUpperCase(), 'moderator')
  expect(given).toMatchObject({ code: 0, output: expect.stringContaining(`Changed the role of ${email} from member to moderator\n`) })
  expect(await cli({ dataDir }, 'grant', email, 'moderator')).toEqual({ code: 0, output: `${email} already has the role moderator\n` })
  expect(await cli({ dataDir }, 'grant', 'nobody@people.test', 'admin')).toEqual({
    code: 1,
    output: 'Refused: there is no account with the address nobody@people.test.\n',
  })
  expect((await cli({ dataDir }, 'grant', email, 'king')).code).toBe(1)
})

test.concurrent('an unknown command prints the list of commands', async () => {
  const { code, output } = await cli({ dataDir: folder() }, 'backup')
  expect(code).toBe(1)
  for (const command of ['migrate', 'backup FILE', 'restore FILE', 'recount --check', 'grant EMAIL ROLE', 'contact [COUNT]', 'demo load', 'demo clear'])
    expect(output).toContain(command)
})
