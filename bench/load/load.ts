import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { refreshRanks } from '#features/campaigns/server/jobs.ts'
import { refreshSummaries } from '#features/directory/server/jobs.ts'
import { fillDays } from '#features/pledges/server/days.ts'
import { refreshEntryRanks } from '#features/pledges/tallies/server/entry-ranks.ts'
import { migrate } from '#platform/server/store/migrate.ts'
import { openStore } from '#platform/server/store/open-store.ts'
import type { DB } from '#platform/server/store/schema.gen.ts'
import { campaignRows } from './campaign-rows.ts'
import { communityRows, type LoadedPost } from './community-rows.ts'
import { copyInto } from './copy.ts'
import { fillCommunities, fillSearchWords, fillStats, fillTally, fillTallySupporters } from './derived.ts'
import { discussionRows } from './discussion-rows.ts'
import { indexStatements, putConstraintsBack, type TakenOff, takeOff } from './indexes.ts'
import { pledgeRows } from './pledge-rows.ts'
import { referenceRows } from './reference-rows.ts'
import type { Size } from './size.ts'
import { makeWorld } from './world.ts'

export type LoadTimes = { what: string; seconds: number }[]

const derivedTables = ['campaign_stats', 'campaign_day', 'tally_supporter', 'tally_day', 'campaign_rank', 'community_rank', 'community_post_stats']
const memory = { work_mem: '512MB', maintenance_work_mem: '512MB', synchronous_commit: 'off', jit: 'off' }

/**
 * Fills an empty database: rows by COPY, then indexes and the counts that the product keeps, derived from the rows. The same size gives the same rows
 * each time, except for times, which are relative to now.
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
    const rows = [...referenceRows(world), ...campaignRows(world), pledgeRows(world), ...communityRows(world, posts), ...discussionRows(world, posts)]
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

/** Uses two connections for two cores: the counts, which need only one index, run in parallel with the other indexes. */
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
  // The counts look up causes by campaign, so this index comes first.
  await index('campaign_cause')
  await Promise.all([counts(), rest()])
  await timed('  tallies', () => fillTally(db))
  await timed('  ranks of subjects', () => refreshEntryRanks(db))
  await pool.query('analyze campaign_rank, campaign_alternative')
  await timed('  digests', () => refreshSummaries(db))
}

async function withClient<T>(pool: pg.Pool, act: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await act(client)
  } finally {
    client.release()
  }
}
