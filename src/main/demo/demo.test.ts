import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore, type Store } from '#platform/server/store/open-store.ts'
import { makeDatabase } from '#tests/support/databases.ts'
import { differences } from '../operations/recount.ts'
import { readFiction, readModeration } from './demo-files.ts'
import { prepareData } from './prepare-data.ts'

const undo: (() => Promise<unknown> | unknown)[] = []
let store: Store
let dataDir: string

async function aNewStore() {
  const database = await makeDatabase()
  const opened = await openStore({ url: database.url, onError: () => {} })
  undo.push(database.drop, opened.close)
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
    print: (line) => given.said?.push(line),
    hashPassword: async (plain) => `hash of ${plain}`,
  })

const rowsOf = async <Row>(from: Store, text: string) => (await sql.raw<Row>(text).execute(from.db)).rows
const numberOf = async (from: Store, text: string) => Number((await rowsOf<{ n: number }>(from, `select (${text}) as n`))[0]?.n)

beforeAll(async () => {
  store = await aNewStore()
  dataDir = aFolder()
  expect(await prepare({ store, dataDir })).toMatchObject({ isDemo: true })
})
afterAll(async () => {
  for (const close of undo.reverse()) await close()
})

/** Returns the number of rows and a hash for every table. */
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

test('loading the demo again changes nothing, and the password stays known', async () => {
  const before = await everything(store)
  const first = await prepare({ store, dataDir })
  const again = await Promise.all([prepare({ store, dataDir }), prepare({ store, dataDir })])
  expect(new Set([first, ...again].map(({ demoPassword }) => demoPassword)).size).toBe(1)
  expect(await everything(store)).toEqual(before)
})

test('the demo’s password is in a file for its owner only, and in the database as a hash only', async () => {
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

test('everything in the demo’s files is in the database, as often as the files contain it', async () => {
  const { campaigns } = readFiction()
  const sum = (count: (campaign: (typeof campaigns)[number]) => number) => campaigns.reduce((total, campaign) => total + count(campaign), 0)
  expect(await numberOf(store, 'select count(*) from industry')).toBe(25)
  expect(await numberOf(store, 'select count(*) from cause')).toBe(30)
  expect(await numberOf(store, 'select count(*) from target where is_fictional')).toBe(12)
  expect(await numberOf(store, 'select count(*) from target')).toBe(300 + 12 + 17)
  expect(await numberOf(store, 'select count(*) from campaign where is_historical and creator_id is null')).toBe(24)
  expect(await numberOf(store, "select count(*) from pledge where state = 'counted'")).toBe(sum(({ supporters }) => supporters))
  const { reports, burst, correction } = readModeration()
  expect(await numberOf(store, 'select count(*) from report_case where opened_at is not null')).toBe(reports.length)
  expect(await numberOf(store, "select count(*) from pledge join join_signal using (campaign_id, person_id) where state = 'held'")).toBe(burst.people)
  expect(await numberOf(store, "select count(*) from pledge join pledge_correction using (campaign_id, person_id) where state = 'invalid'")).toBe(
    correction.people,
  )
  expect(await numberOf(store, 'select count(*) from campaign_update')).toBe(sum(({ updates }) => updates.length))
  expect(await numberOf(store, 'select count(*) from comment where campaign_id is not null')).toBe(120)
  expect(await numberOf(store, 'select max(depth) from comment')).toBe(3)
  const shown = await rowsOf<{ slug: string; supporters: number }>(
    store,
    'select slug, supporters from campaign join campaign_stats on campaign_id = id where not is_historical',
  )
  expect(new Map(shown.map(({ slug, supporters }) => [slug, supporters]))).toEqual(new Map(campaigns.map(({ slug, supporters }) => [slug, supporters])))
})

test('communities are as in the files, private ones too, with their people, texts and campaigns, and every stored count is right', async () => {
  const { communities } = readFiction()
  const rows = await rowsOf<Record<string, unknown>>(
    store,
    `select c.slug, c.privacy, r.members, r.posts_week,
      (select count(*) from community_post p where p.community_id = c.id) as posts,
      (select count(*) from community_post p where p.community_id = c.id and p.is_pinned) as pinned,
      (select count(*) from comment s join community_post p on p.id = s.post_id where p.community_id = c.id) as comments,
      (select count(*) from community_member m where m.community_id = c.id and m.status = 'pending') as waiting,
      (select count(*) from community_member m where m.community_id = c.id and m.role = 'mod') as mods,
      (select count(*) from community_campaign l where l.community_id = c.id) as campaigns
     from community c join community_rank r on r.community_id = c.id order by c.slug`,
  )
  expect(rows).toEqual(
    communities
      .map((story) => ({
        slug: story.slug,
        privacy: story.privacy,
        members: 1 + story.mods.length + story.members.length,
        posts_week: story.posts.filter(({ daysAgo }) => daysAgo < 7).length,
        posts: story.posts.length,
        pinned: story.posts.filter(({ isPinned }) => isPinned).length,
        comments: story.posts.reduce((sum, { comments }) => sum + comments.length, 0),
        waiting: story.requests.length,
        mods: story.mods.length,
        campaigns: story.campaigns.length,
      }))
      .sort((one, other) => (one.slug < other.slug ? -1 : 1)),
  )
  expect(await numberOf(store, 'select count(*) from community_post_like')).toBeGreaterThan(40)
  expect(await differences(store)).toEqual([])
})

test('in communities nobody writes or likes before becoming a member, nor before the content exists', async () => {
  const untimely = [
    `select count(*) from community_post p join community c on c.id = p.community_id left join community_member m
      on m.community_id = p.community_id and m.person_id = p.author_id and m.status = 'active' where m.person_id is null or p.created_at < m.created_at`,
    `select count(*) from comment s join community_post p on p.id = s.post_id left join community_member m
      on m.community_id = p.community_id and m.person_id = s.author_id and m.status = 'active' where m.person_id is null or s.created_at < greatest(m.created_at, p.created_at)`,
    `select count(*) from community_post_like l join community_post p on p.id = l.post_id left join community_member m
      on m.community_id = p.community_id and m.person_id = l.person_id and m.status = 'active' where m.person_id is null or l.created_at < greatest(m.created_at, p.created_at) or l.created_at > now()`,
    `select count(*) from community_member m join community c on c.id = m.community_id where m.created_at < c.created_at or m.created_at > now()`,
    `select count(*) from community_post p join community_member m on m.community_id = p.community_id and m.person_id = p.author_id
      where (p.is_pinned or p.is_announcement) and m.role = 'member'`,
  ]
  expect(await Promise.all(untimely.map((text) => numberOf(store, text)))).toEqual(untimely.map(() => 0))
})

test.each(['ada', 'bao'])('%s has about a dozen notifications of several kinds about others, some unread, and none is delivered again', async (key) => {
  const notified = await rowsOf<{ type: string; number: number; is_read: boolean; own: boolean; at: Date }>(
    store,
    `select e.type, e.number, n.is_read, e.actor_id is not distinct from p.id as own, e.created_at as at from notification n
     join notification_event e on e.id = n.event_id join person p on p.id = n.person_id where p.email = '${key}@demo.test' order by n.event_id desc`,
  )
  expect(notified.length).toBeGreaterThanOrEqual(8)
  expect(new Set(notified.map(({ type }) => type)).size).toBeGreaterThanOrEqual(4)
  expect(notified.filter(({ number }) => number > 1).length).toBeGreaterThan(0)
  expect(notified.map(({ is_read }) => is_read)).toEqual(notified.map((_, n) => n >= 5))
  expect(notified.filter(({ own, at }) => own || at > new Date())).toEqual([])
  expect(notified.map(({ at }) => at.getTime())).toEqual(notified.map(({ at }) => at.getTime()).toSorted((one, other) => other - one))
  expect(await numberOf(store, 'select count(*) from notification_event where delivered_at is null or mailed_at is null or pushed_at is null')).toBe(0)
  expect(await numberOf(store, 'select count(*) from mail')).toBe(0)
})

test('in the last seven days as many people joined each campaign as the files state, and nobody before its publication or in the future', async () => {
  const { campaigns } = readFiction()
  const published = await rowsOf<{ slug: string; at: Date }>(store, 'select slug, published_at as at from campaign')
  for (const { slug, supporters, recentShare, publishedDaysAgo } of campaigns) {
    // Counted from the time of the load: some pledges are older than seven days by now.
    const at = published.find((row) => row.slug === slug)?.at.getTime() ?? 0
    const since = new Date(at + (publishedDaysAgo - 7) * 86_400_000).toISOString()
    const recent = await numberOf(store, `select count(*) from pledge join campaign on campaign_id = id where slug = '${slug}' and counted_at > '${since}'`)
    expect(Math.abs(recent - supporters * recentShare), slug).toBeLessThanOrEqual(1)
  }
  expect(
    await numberOf(store, 'select count(*) from campaign c join pledge p on p.campaign_id = c.id where p.counted_at < c.published_at or p.counted_at > now()'),
  ).toBe(0)
  expect(await numberOf(store, 'select count(*) from comment c join comment p on p.id = c.parent_id where c.created_at <= p.created_at')).toBe(0)
  expect(
    await numberOf(
      store,
      'select count(*) from comment_like l join comment c on c.id = l.comment_id where l.created_at < c.created_at or l.created_at > now()',
    ),
  ).toBe(0)
  expect(
    await numberOf(
      store,
      `select count(*) from campaign c where not is_historical and published_at < (select max(published_at) from campaign where is_historical)`,
    ),
  ).toBe(0)
})

test('a recount in plain SQL finds no difference in any stored count', async () => {
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

test('a public site begins with industries, causes and targets only', async () => {
  const fresh = await aNewStore()
  expect(await prepare({ store: fresh, dataDir: aFolder(), demo: false, isPublic: true })).toEqual({ isDemo: false, demoPassword: null })
  expect(await numberOf(fresh, 'select count(*) from target')).toBe(300)
  for (const table of ['person', 'campaign', 'pledge']) expect(await numberOf(fresh, `select count(*) from ${table}`)).toBe(0)

  await fresh.db.insertInto('person').values({ id: crypto.randomUUID(), email: 'real@people.example', display_name: 'Real P.' }).execute()
  const dataDir = aFolder()
  expect(await prepare({ store: fresh, dataDir })).toEqual({ isDemo: false, demoPassword: null })
  expect(await numberOf(fresh, 'select count(*) from person')).toBe(1)
})
