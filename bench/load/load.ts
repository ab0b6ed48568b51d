import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { refreshRanks } from '#features/campaigns/server/jobs.ts'
import { refreshSubjectRanks } from '#features/live-stats/server/subject-ranks.ts'
import { fillDays } from '#features/pledges/server/days.ts'
import { refreshDigests } from '#features/subjects/server/jobs.ts'
import { migrate } from '#platform/server/store/migrate.ts'
import { openStore } from '#platform/server/store/open-store.ts'
import type { DB } from '#platform/server/store/schema.gen.ts'
import { campaignRows } from './campaign-rows.ts'
import { communityRows, type LoadedPost } from './community-rows.ts'
import { copyInto } from './copy.ts'
import { fillCommunities, fillSearchWords, fillStats, fillTally, fillTallySupporters } from './derived.ts'
import { indexStatements, putConstraintsBack, type TakenOff, takeOff } from './indexes.ts'
import { pledgeRows } from './pledge-rows.ts'
import { referenceRows } from './reference-rows.ts'
import type { Size } from './size.ts'
import { talkRows } from './talk-rows.ts'
import { makeWorld } from './world.ts'

export type LoadTimes = { what: string; seconds: number }[]

const derivedTables = ['campaign_stats', 'campaign_day', 'tally_supporter', 'tally_day', 'campaign_rank', 'community_rank', 'community_post_stats']
const memory = { work_mem: '512MB', maintenance_work_mem: '512MB', synchronous_commit: 'off', jit: 'off' }

/**
 * Fills an empty database: rows by COPY, then indexes and the counts that the product keeps, made from the rows. The
 * same size gives the same rows each time, but for the moments, which are counted back from now.
 */
export async function load(url: string, size: Size): Promise<LoadTimes> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    options: Object.entries(memory)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const times: LoadTimes = []
  async function timed(what: string, act: () => Promise<unknown>) {
    const before = performance.now()
    await act()
    times.push({ what, seconds: (performance.now() - before) / 1_000 })
  }
  try {
    await makeSchema(url)
    const world = makeWorld(size, Date.now())
    const posts: LoadedPost[] = []
    const rows = [...referenceRows(world), ...campaignRows(world), pledgeRows(world), ...communityRows(world, posts), ...talkRows(world, posts)]
    const tables = [...rows.map(({ table }) => table), ...derivedTables]
    const off = await withClient(pool, (client) => takeOff(client, tables))
    await withClient(pool, async (client) => {
      for (const { table, ...lines } of rows) await timed(`copy ${table}`, () => copyInto(client, table, lines))
    })
    await pool.query('analyze')
    await timed('indexes and counts', () => buildAll({ pool, db, off, tables: rows.map(({ table }) => table), timed }))
    await timed('constraints', () => withClient(pool, (client) => putConstraintsBack(client, off)))
    await timed('vacuum', () => pool.query('vacuum analyze'))
    return times
  } finally {
    await db.destroy()
  }
}

async function makeSchema(url: string): Promise<void> {
  const store = await openStore({ url, onError: () => {} })
  await migrate(store)
  await store.close()
}

type Build = { pool: pg.Pool; db: Kysely<DB>; off: TakenOff; tables: readonly string[]; timed: (what: string, act: () => Promise<unknown>) => Promise<void> }

/** Two lanes for two cores: the counts, which need no index, beside the indexes. */
async function buildAll({ pool, db, off, tables, timed }: Build): Promise<void> {
  async function index(...of: string[]) {
    for (const table of of) for (const statement of indexStatements(off, table)) await pool.query(statement)
  }
  async function counts() {
    for (const kind of ['cause', 'target', 'industry', 'platform'] as const) await timed(`  supporters by ${kind}`, () => fillTallySupporters(db, kind))
    await timed('  indexes of supporters', () => index('tally_supporter', 'tally_day'))
  }
  async function rest() {
    await timed('  counters', () => fillStats(db))
    await index('campaign_day')
    await timed('  days', () => fillDays(db))
    await timed('  indexes', () =>
      index('campaign_stats', 'campaign_rank', 'community_rank', 'community_post_stats', ...tables.filter((table) => table !== 'campaign_cause')),
    )
    await pool.query('analyze campaign_stats')
    await timed('  ranks', () => refreshRanks(db))
    await timed('  communities', () => fillCommunities(db))
    await timed('  words', () => fillSearchWords(db))
  }
  // The counts look a campaign's causes up by it.
  await index('campaign_cause')
  await Promise.all([counts(), rest()])
  await timed('  tallies', () => fillTally(db))
  await timed('  ranks of subjects', () => refreshSubjectRanks(db))
  await pool.query('analyze campaign_rank, campaign_alternative')
  await timed('  digests', () => refreshDigests(db))
}

async function withClient<T>(pool: pg.Pool, act: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await act(client)
  } finally {
    client.release()
  }
}
