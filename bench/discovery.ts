import pg from 'pg'
import { causeProcedures } from '#features/directory/causes/server/procedures.ts'
import { industryProcedures } from '#features/directory/industries/server/procedures.ts'
import { entryProcedures } from '#features/directory/server/procedures.ts'
import { targetProcedures } from '#features/directory/targets/server/procedures.ts'
import { searchProcedures } from '#features/search/server/procedures.ts'
import { differences } from '#main/operations/recount.ts'
import { openStore } from '#platform/server/store/open-store.ts'
import { type LoadedSet, theSet } from './load/sets.ts'
import { CannotRun, median, percentile } from './measure.ts'
import { type DiscoveryOptions, discoveryQueries } from './queries/discovery-queries.ts'
import { planOf } from './queries/plan.ts'
import { isPlanned, recordedCall, type Statement, timeOf } from './queries/recorded.ts'
import { atMost, type Row, reported, type Section } from './table.ts'

const router = { targets: targetProcedures, industries: industryProcedures, causes: causeProcedures, subjects: entryProcedures, search: searchProcedures }
const limits = { 'lists and details': 15, 'search preview': 30, 'search page': 50 } as const
const askedGrowth = 2
const rounds = 12
const slowest = 4

type Options = DiscoveryOptions & { statements: Statement[]; times: number[]; scansCampaigns: boolean }

/** Measures lists, details and search in the database by the statements that the product's own procedures send, at two set sizes. */
export async function discovery(): Promise<Omit<Section, 'name' | 'failure'>> {
  const [small, large] = [await theSet('small'), await theSet('large')]
  const sets = [await askedOn(small), await askedOn(large)]
  for (let round = 0; round <= rounds; round++)
    for (const { client, asked } of sets)
      for (const one of asked) {
        const ms = await timeOf(client, one.statements)
        // The first round only warms the database's cache.
        if (round > 0) one.times.push(ms)
      }
  const [before, now] = sets.map(({ asked }) => asked)
  for (const { client } of sets) await client.end()
  if (!before || !now) throw new CannotRun('no sets')
  const wrong = await recounted(large)
  return {
    notes: [
      `${now.length} questions on ${large.size.campaigns.toLocaleString('en-US')} campaigns and ${large.size.targets.toLocaleString('en-US')} targets, ${rounds} rounds, the sizes in turn. A time is all that the store does for one answer, its statements one after the other over one connection.`,
    ],
    rows: [
      ...Object.entries(limits).flatMap(([of, limit]) =>
        groupRows({ of, limit, before: before.filter((one) => one.of === of), now: now.filter((one) => one.of === of) }),
      ),
      atMost('questions that read all campaigns', now.filter(({ scansCampaigns }) => scansCampaigns).length, '', 0),
      atMost('differences that a recount finds', wrong, '', 0),
    ],
  }
}

async function askedOn(set: LoadedSet): Promise<{ client: pg.Client; asked: Options[] }> {
  const client = new pg.Client({ connectionString: set.url })
  await client.connect()
  const asked: Options[] = []
  for (const options of await discoveryQueries(set.pool)) {
    const { statements } = await recordedCall(set.pool, { router, context: { viewer: null }, ...options })
    asked.push({ ...options, statements, times: [], scansCampaigns: await scansCampaigns(client, statements) })
  }
  return { client, asked }
}

async function scansCampaigns(client: pg.Client, statements: Statement[]): Promise<boolean> {
  let scans = false
  // Statements that are not queries run as they are, because settings within a transaction affect the plans.
  for (const statement of statements)
    if (!isPlanned(statement)) await client.query(statement.text, [...statement.values])
    else if ((await planOf(client, statement)).scanned.includes('campaign')) scans = true
  return scans
}

/** Counts the stored counts of the set that differ from a recount in one snapshot. */
async function recounted(set: LoadedSet): Promise<number> {
  const store = await openStore({ url: set.url, onError: () => {} })
  try {
    return (await differences(store)).length
  } finally {
    await store.close()
  }
}

function groupRows({ of, limit, before, now }: { of: string; limit: number; before: Options[]; now: Options[] }): Row[] {
  const all = (asked: Options[]) => asked.flatMap(({ times }) => times)
  const small = { what: '1,000 campaigns', value: percentile(all(before), 0.99) }
  // The search texts differ between the sizes, so growth is measured on each group's medians and not query by query.
  const medians = (asked: Options[]) => asked.map(({ times }) => median(times))
  const grown = percentile(medians(now), 0.99) / percentile(medians(before), 0.99)
  return [
    atMost(`${of}, p99 of ${now.length} questions`, percentile(all(now), 0.99), 'ms', limit, small),
    reported(`${of}, p50`, median(all(now)), 'ms', { what: '1,000 campaigns', value: median(all(before)) }),
    { ...reported(`${of}, p99 over the medians, times that at 1,000`, grown, ''), asked: `under ${askedGrowth}`, reached: grown < askedGrowth },
    ...now
      .toSorted((a, b) => median(b.times) - median(a.times))
      .slice(0, slowest)
      .map((one) => reported(`slowest: ${one.what.slice(0, 110)}, p50`, median(one.times), 'ms')),
  ]
}
