import { Kysely, PostgresDialect } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { campaignsMatching } from '#features/campaigns/server/public.ts'
import type { DB } from '#platform/server/store/schema.gen.ts'
import { findSearchWords } from '#platform/server/words.ts'
import { ownSite } from '#tests/support/own-site.ts'
import { call, theSite } from '#tests/support/site.ts'

ownSite({}, { isPatient: true })

beforeAll(async () => {
  const { store } = await theSite()
  await store.pool.query(`insert into target (id, slug, name) select gen_random_uuid(), 'of-plans', 'Of plans'`)
  // Drafts with a rare word, older than the campaigns that have it.
  await store.pool.query(`
    insert into campaign (id, status, title, summary, impact_mode, non_monetary_unit, is_historical, target_id)
    select gen_random_uuid(), 'draft', 'Boycott plan', 'Until they listen rarely', 'non_monetary', 'visits', true, t.id
    from generate_series(1, 600) i, target t where t.slug = 'of-plans'`)
  const made = `
    insert into campaign (id, slug, status, title, summary, impact_mode, non_monetary_unit, is_historical, target_id, published_at)
    select gen_random_uuid(), 'plan-' || i, 'active', 'Boycott plan' || i || case when i % 3 = 0 then ' third' else '' end,
      'Until they listen' || case when i % 500 = 1 then ' rarely' else '' end || case when i % 40 = 3 then ' sometimes' else '' end, 'non_monetary', 'visits', true, t.id, now() - i * interval '1 minute'
    from generate_series(1, 3000) i, target t where t.slug = 'of-plans'`
  await store.unhurried(() => store.pool.query(made))
  await store.pool.query("insert into campaign_stats (campaign_id, is_open) select id, true from campaign where slug like 'plan-%'")
  await store.pool.query(`
    insert into campaign_rank (campaign_id, status, target_id, cause_ids, supporters, score, published_at)
    select id, status, target_id, '{}', 0, 0, published_at from campaign where slug like 'plan-%'`)
  await store.pool.query('analyze')
}, 120_000)

test('no search scans all campaigns, whether its words occur in none, some or all of them', async () => {
  const { store } = await theSite()
  const asked: { text: string; values: readonly unknown[]; byWords: boolean }[] = []
  let byWords = false
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: store.pool }),
    log: ({ query: { sql: text, parameters: values } }) => {
      if (text.includes('set_config')) byWords = true
      if (text === 'commit') byWords = false
      if (/^\s*(select|with)/.test(text) && !text.includes('set_config')) asked.push({ text, values, byWords })
    },
  })
  for (const text of [
    'b',
    'p',
    'z',
    'bo',
    'boycott',
    'boycot',
    'third',
    'rarely',
    'boycott rarely',
    'third rarely',
    'plan',
    'lan12',
    'absent',
    'boycott plan17',
    'b p u t',
  ]) {
    const words = await findSearchWords(db, text)
    for (const sort of ['newest', 'trending', 'most_pledged'] as const) {
      const filter = { asked: words, statuses: ['active', 'victory'] as const, sort, limit: 20 }
      const first = await campaignsMatching(db, filter)
      if (first.nextCursor) await campaignsMatching(db, { ...filter, cursor: first.nextCursor })
    }
  }
  expect(asked.length).toBeGreaterThan(100)
  const seen = new Set<string>()
  const client = await store.pool.connect()
  try {
    for (const { text, values, byWords } of asked) {
      const key = JSON.stringify([text, values])
      if (seen.has(key) || !text.includes('campaign')) continue
      seen.add(key)
      await client.query('begin')
      if (byWords) await client.query("select set_config('enable_seqscan', 'off', true)")
      const { rows } = await client.query(`explain (costs off) ${text}`, [...values])
      await client.query('rollback')
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect([plan, plan.match(/Seq Scan on campaign( |$)/m)]).toEqual([plan, null])
    }
  } finally {
    client.release()
  }
  expect(seen.size).toBeGreaterThan(50)
}, 120_000)

const find = async (q: string, more = '') => (await call(null, 'GET', `/search?q=${encodeURIComponent(q)}&sort=newest&limit=50${more}`)).body
const slugs = ({ items }: { items: { slug: string }[] }) => items.map(({ slug }) => slug)
const slugsOf = (numbers: number[]) => numbers.map((number) => `plan-${number}`)

test('a word of few campaigns finds all of them, however far down the list they are and however many drafts have it', async () => {
  const rarely = slugsOf([1, 501, 1001, 1501, 2001, 2501])
  expect(await find('rarely').then((page) => ({ found: slugs(page), total: page.total }))).toEqual({ found: rarely, total: 6 })
  for (const q of ['rarel', 'arely', 'plan rarely', 'p rarely', 'boycot rarely']) expect({ q, found: slugs(await find(q)) }).toEqual({ q, found: rarely })
  expect(slugs(await find('plan2999'))[0]).toBe('plan-2999')
  expect(slugs(await find('plam2999'))).toEqual(['plan-2999'])
  expect(slugs(await find('third rarely'))).toEqual(slugsOf([501, 2001]))
})

test('pages of a word that is in some campaigns have all of them once and in order, also beyond the first thousand', async () => {
  const found: string[] = []
  let cursor: string | null = ''
  do {
    const page: { items: { slug: string }[]; nextCursor: string | null } = await find('sometimes', cursor && `&cursor=${encodeURIComponent(cursor)}`)
    found.push(...slugs(page))
    cursor = page.nextCursor
  } while (cursor)
  expect(found).toEqual(slugsOf(Array.from({ length: 75 }, (_, n) => n * 40 + 3)))
})

test('the number of results is exact up to a hundred, and 101 for more', async () => {
  expect([(await find('sometimes')).total, (await find('third')).total, (await find('absent')).total]).toEqual([75, 101, 0])
})
