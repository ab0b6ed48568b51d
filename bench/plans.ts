import type { LoadedSet } from './load/sets.ts'
import { theSet } from './load/sets.ts'
import { allQueries, jobs, type MeasuredQuery, subjectsIn } from './queries/all-queries.ts'
import { explained } from './queries/explained.ts'
import { choicesIn } from './queries/filters.ts'
import { type KnownPlans, knownPlans, recordPlans } from './queries/known-plans.ts'
import { type Row, reported, type Section } from './table.ts'

const bigRows = 10_000
const growth = { times: 10, always: 600 }
const isRecording = process.env.BENCH_RECORD === '1'

type Seen = { shapes: Set<string>; blocks: number; scanned: Set<string> }

/** Creates work for the jobs: a batch of pledges in the log and a thousand changed counts. */
const prepared = [
  `insert into pledge_log (campaign_id, person_id, delta)
   select p.campaign_id, p.person_id, 1 from (select * from pledge where state = 'counted' limit 50000) p join campaign c on c.id = p.campaign_id and c.status = 'active' limit 5000`,
  'update campaign_rank set supporters = supporters + 1 where campaign_id in (select campaign_id from campaign_rank order by campaign_id limit 1000)',
]

/** Compares the query plans of lists and look-ups with the recorded ones, and counts the blocks that they touch. */
export async function plans(): Promise<Omit<Section, 'name' | 'failure'>> {
  const [small, large] = [await theSet('small'), await theSet('large')]
  const before = await seenOn(small)
  const now = await seenOn(large)
  const shapes = Object.fromEntries([...now].map(([query, seen]) => [query, [...seen.shapes].sort()]))
  if (isRecording) recordPlans(shapes)
  const big = await bigTables(large)
  const known = knownPlans()
  const unknown = changes(shapes, known)
  return {
    notes: [
      'Each query as the product sends it, by EXPLAIN (ANALYZE, BUFFERS) at 100,000 campaigns and at 1,000: the most 8 kB blocks that one page of it touched, all its statements together. The list goes through all its combinations, the other queries ask for the campaign, the person and the thread that have the most.',
      `Reached: every plan (of the list and the jobs: every way to come at a table) is one of those in bench/results/plans.json, no table of ${bigRows.toLocaleString('en-US')} rows or more is read from end to end, and the blocks are at most ${growth.always} or ${growth.times} times those at 1,000. BENCH_RECORD=1 accepts what is seen.`,
      ...unknown.map((change) => `Changed: ${change}`),
    ],
    rows: [...now].map(([query, seen]) => rowOf({ query, seen, before: before.get(query), known: known[query], big })),
  }
}

async function seenOn(set: LoadedSet): Promise<Map<string, Seen>> {
  const seen = new Map<string, Seen>()
  async function look(measured: MeasuredQuery, prepare: readonly string[] = []) {
    const found = await explained(set.pool, measured, prepare)
    const of = seen.get(measured.query) ?? { shapes: new Set(), blocks: 0, scanned: new Set() }
    for (const { shape, ways, scanned } of found) {
      for (const one of measured.varies ? ways : [shape]) if (one) of.shapes.add(one)
      for (const table of scanned) of.scanned.add(table)
    }
    of.blocks = Math.max(
      of.blocks,
      found.reduce((sum, { blocks }) => sum + blocks, 0),
    )
    seen.set(measured.query, of)
  }
  for (const measured of allQueries(await subjectsIn(set.pool), await choicesIn(set.pool))) await look(measured)
  for (const job of jobs) await look(job, prepared)
  return seen
}

async function bigTables({ pool }: LoadedSet): Promise<Set<string>> {
  const { rows } = await pool.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples >= $1",
    [bigRows],
  )
  return new Set(rows.map(({ name }) => name))
}

function changes(shapes: KnownPlans, known: KnownPlans): string[] {
  return Object.entries(shapes).flatMap(([query, seen]) => seen.filter((shape) => !known[query]?.includes(shape)).map((shape) => `${query}: ${shape}`))
}

function rowOf(of: { query: string; seen: Seen; before: Seen | undefined; known: string[] | undefined; big: Set<string> }): Row {
  const { query, seen, before, known } = of
  const isJob = jobs.some((job) => job.query === query)
  const scanned = [...seen.scanned].filter((table) => of.big.has(table))
  const isKnown = [...seen.shapes].every((shape) => known?.includes(shape))
  const reference = before ? { what: '1,000 campaigns', value: before.blocks } : null
  const isSmall = seen.blocks <= Math.max(growth.always, growth.times * (before?.blocks ?? 0))
  const row = reported(
    `${query}${isKnown ? '' : ' (plan changed)'}${!isJob && scanned.length ? ` (reads all of ${scanned.join(', ')})` : ''}`,
    seen.blocks,
    'blocks',
    reference,
  )
  return {
    ...row,
    ratio: reference && seen.blocks ? reference.value / seen.blocks : null,
    asked: isJob ? 'known plan' : 'known plan, by index, little growth',
    reached: isKnown && (isJob || (!scanned.length && isSmall)),
  }
}
