import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#platform/server/store/migrate.ts'
import { openStore, type Store } from '#platform/server/store/open-store.ts'
import { makeDatabase } from '#tests/support/databases.ts'
import { readFiction } from './demo-files.ts'
import { prepareData } from './prepare-data.ts'

const onPostgres = process.env.TEST_STORE === 'postgres'
const undo: (() => Promise<unknown> | unknown)[] = []
let store: Store
let dataDir: string
let loading = 0

async function aNewStore() {
  const database = onPostgres ? await makeDatabase() : null
  const opened = await openStore({ url: database?.url, folder: 'memory://', onError: () => {} })
  undo.push(() => database?.drop(), opened.close)
  await migrate(opened)
  return opened
}

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'holdout-demo-'))
  undo.push(() => rmSync(folder, { recursive: true }))
  return folder
}

const prepare = (given: { store: Store; dataDir: string; demo?: boolean; isPublic?: boolean; said?: string[] }) =>
  prepareData({
    store: given.store,
    config: { demo: given.demo ?? true, isPublic: given.isPublic ?? false, dataDir: given.dataDir },
    say: (line) => given.said?.push(line),
    hashPassword: async (plain) => `hash of ${plain}`,
  })

const rowsOf = async <Row>(from: Store, text: string) => (await sql.raw<Row>(text).execute(from.db)).rows
const numberOf = async (from: Store, text: string) => Number((await rowsOf<{ n: number }>(from, `select (${text}) as n`))[0]?.n)

beforeAll(async () => {
  store = await aNewStore()
  dataDir = aFolder()
  const started = performance.now()
  expect(await prepare({ store, dataDir })).toMatchObject({ isDemo: true })
  loading = performance.now() - started
})
afterAll(async () => {
  for (const close of undo.reverse()) await close()
})

/** A fingerprint of every row of every table. */
async function everything(from: Store) {
  const tables = await rowsOf<{ name: string }>(from, "select tablename as name from pg_tables where schemaname = 'public' order by 1")
  const prints: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await rowsOf<{ print: string }>(
      from,
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as print from "${name}" t`,
    )
    prints[name] = row?.print ?? ''
  }
  return prints
}

test('loading takes a few seconds', () => {
  expect(loading).toBeLessThan(10_000)
})

test('starting again changes nothing, and knows the password still', async () => {
  const before = await everything(store)
  const first = await prepare({ store, dataDir })
  const again = await Promise.all([prepare({ store, dataDir }), prepare({ store, dataDir })])
  expect(new Set([first, ...again].map(({ demoPassword }) => demoPassword)).size).toBe(1)
  expect(await everything(store)).toEqual(before)
})

test('the demo’s password is in a file for its owner alone, and in the store only as a hash', async () => {
  const file = join(dataDir, 'demo-password')
  const password = readFileSync(file, 'utf8').trim()
  expect(password).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){2}$/)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const accounts = await rowsOf(
    store,
    `select p.email, p.role, a.password from auth_account a join person p on p.id = a.person_id
    where a.provider_id = 'credential' and a.account_id = p.id::text order by p.email`,
  )
  expect(accounts).toEqual(
    [
      ['ada', 'member'],
      ['bao', 'member'],
      ['carmen', 'moderator'],
    ].map(([key, role]) => ({ email: `${key}@demo.test`, role, password: `hash of ${password}` })),
  )
})

test('everything in the files is in the store, as often as the files say', async () => {
  const { campaigns } = readFiction()
  const sum = (count: (campaign: (typeof campaigns)[number]) => number) => campaigns.reduce((total, campaign) => total + count(campaign), 0)
  expect(await numberOf(store, 'select count(*) from industry')).toBe(25)
  expect(await numberOf(store, 'select count(*) from cause')).toBe(30)
  expect(await numberOf(store, 'select count(*) from target where is_fictional')).toBe(12)
  expect(await numberOf(store, 'select count(*) from target')).toBe(300 + 12 + 17)
  expect(await numberOf(store, 'select count(*) from campaign where is_historical and creator_id is null')).toBe(24)
  expect(await numberOf(store, 'select count(*) from pledge')).toBe(sum(({ supporters }) => supporters))
  expect(await numberOf(store, 'select count(*) from campaign_update')).toBe(sum(({ updates }) => updates.length))
  expect(await numberOf(store, 'select count(*) from campaign_comment')).toBe(120)
  expect(await numberOf(store, 'select max(depth) from campaign_comment')).toBe(3)
  const shown = await rowsOf<{ slug: string; supporters: number }>(
    store,
    'select slug, supporters from campaign join campaign_stats on campaign_id = id where not is_historical',
  )
  expect(new Map(shown.map(({ slug, supporters }) => [slug, supporters]))).toEqual(new Map(campaigns.map(({ slug, supporters }) => [slug, supporters])))
})

test('as many joined in the last seven days as each campaign says, and nobody out of its time', async () => {
  const { campaigns } = readFiction()
  const rows = await rowsOf<{ slug: string; recent: number }>(
    store,
    `select slug, count(*) filter (where counted_at > now() - interval '7 days')::int as recent from campaign join pledge on campaign_id = id group by slug`,
  )
  for (const { slug, supporters, recentShare } of campaigns) {
    const recent = rows.find((row) => row.slug === slug)?.recent
    expect(Math.abs((recent ?? -9) - supporters * recentShare), slug).toBeLessThanOrEqual(1)
  }
  expect(
    await numberOf(store, 'select count(*) from campaign c join pledge p on p.campaign_id = c.id where p.counted_at < c.published_at or p.counted_at > now()'),
  ).toBe(0)
  expect(
    await numberOf(store, 'select count(*) from campaign_comment c join campaign_comment p on p.id = c.parent_id where c.created_at <= p.created_at'),
  ).toBe(0)
  expect(
    await numberOf(
      store,
      'select count(*) from comment_like l join campaign_comment c on c.id = l.comment_id where l.created_at < c.created_at or l.created_at > now()',
    ),
  ).toBe(0)
  expect(
    await numberOf(
      store,
      `select count(*) from campaign c where not is_historical and published_at < (select max(published_at) from campaign where is_historical)`,
    ),
  ).toBe(0)
})

test('a recount by plain SQL finds no difference in any stored count', async () => {
  expect(
    await numberOf(
      store,
      `select count(*) from campaign_stats s where s.supporters <> (select count(*) from pledge p where p.campaign_id = s.campaign_id and state = 'counted')`,
    ),
  ).toBe(0)
  expect(
    await numberOf(
      store,
      `select count(*) from campaign c left join campaign_stats s on s.campaign_id = c.id where s.is_open is distinct from (c.status = 'active')`,
    ),
  ).toBe(0)
  expect(await numberOf(store, 'select count(*) from pledge_log')).toBe(0)
  const subjects = `with subject as (
      select c.id, c.yearly_cents, s.subject_id, s.kind from campaign c join target t on t.id = c.target_id cross join lateral (
        select '00000000-0000-0000-0000-000000000000'::uuid as subject_id, 'platform' as kind union all select t.id, 'target'
        union all select t.industry_id, 'industry' union all select cause_id, 'cause' from campaign_cause where campaign_id = c.id) s
      where c.status = 'active' and s.subject_id is not null)`
  const recount = await rowsOf(
    store,
    `${subjects} select subject_id, kind, count(distinct p.person_id) as supporters, count(distinct s.id) as campaigns, sum(coalesce(s.yearly_cents, 0)) as yearly_cents
     from subject s join pledge p on p.campaign_id = s.id and p.state = 'counted' group by 1, 2 order by 1`,
  )
  expect(await rowsOf(store, 'select subject_id, kind, supporters, campaigns, yearly_cents from tally order by 1')).toEqual(recount)
  const people = await rowsOf(
    store,
    `${subjects} select subject_id, person_id, count(*)::int as n from subject s join pledge p on p.campaign_id = s.id and p.state = 'counted' group by 1, 2 order by 1, 2`,
  )
  expect(await rowsOf(store, 'select subject_id, person_id, n from tally_supporter order by 1, 2')).toEqual(people)
  const ranks = await rowsOf<{ score: number }>(store, 'select * from campaign_rank')
  expect(ranks).toHaveLength(39)
  expect(ranks.filter(({ score }) => score > 50).length).toBeGreaterThan(2)
})

test('a public site begins with industries, causes and targets alone', async () => {
  const fresh = await aNewStore()
  expect(await prepare({ store: fresh, dataDir: aFolder(), demo: false, isPublic: true })).toEqual({ isDemo: false, demoPassword: null })
  expect(await numberOf(fresh, 'select count(*) from target')).toBe(300)
  for (const table of ['person', 'campaign', 'pledge']) expect(await numberOf(fresh, `select count(*) from ${table}`)).toBe(0)

  await fresh.db.insertInto('person').values({ id: crypto.randomUUID(), email: 'real@people.example', display_name: 'Real P.' }).execute()
  const dataDir = aFolder()
  expect(await prepare({ store: fresh, dataDir })).toEqual({ isDemo: false, demoPassword: null })
  expect(await numberOf(fresh, 'select count(*) from person')).toBe(1)
})
