import pg from 'pg'
import { listCampaigns } from '#features/campaigns/server/queries.ts'
import { type LoadedSet, theSet } from './load/sets.ts'
import { median, percentile } from './measure.ts'
import { type Choices, type Combination, choicesIn, combinations, variants } from './queries/filters.ts'
import { recorded, type Statement } from './queries/recorded.ts'
import { atMost, type Row, reported, type Section } from './table.ts'

const lasting = { seconds: 90, leastRounds: 3, mostRounds: 14 }
const askedMs = 15
const askedGrowth = 2
const worstShown = 6
const grownShown = 3

/**
 * One page of one combination with one set of filter values: the statements that the product sends for it, and their total time in ms for each round.
 */
type Options = { combination: number; statements: Statement[]; times: number[] }
/** `asked` is ordered by combination, then by variant; an entry is null where there is no such page. */
type Measured = { set: LoadedSet; client: pg.Client; asked: (Options | null)[] }

/** Measures the campaign list in the database for every combination of filters, orders and pages, at three set sizes. */
export async function browse(): Promise<Omit<Section, 'name' | 'failure'>> {
  const [small, middle, large] = [await measuredOn(await theSet('small')), await measuredOn(await theSet('middle')), await measuredOn(await theSet('large'))]
  const sets = [small, middle, large]
  try {
    for (const measured of sets) for (const asked of measured.asked) if (asked) await timeOf(measured, asked)
    const end = performance.now() + lasting.seconds * 1000
    let rounds = 0
    while (rounds < lasting.mostRounds && (rounds < lasting.leastRounds || performance.now() < end)) {
      // The sizes alternate query by query, so that a busy moment of the machine affects all of them.
      for (const n of large.asked.keys()) {
        for (const measured of rounds % 4 ? [small, large] : sets) {
          const asked = measured.asked[n]
          if (asked) asked.times.push(await timeOf(measured, asked))
        }
      }
      rounds++
    }
    return { notes: notesOf(large, rounds), rows: browseRows({ small, middle, large }) }
  } finally {
    for (const { client } of sets) await client.end()
  }
}

async function measuredOn(set: LoadedSet): Promise<Measured> {
  const choices = await choicesIn(set.pool)
  const asked: (Options | null)[] = []
  for (const [combination, of] of combinations.entries())
    for (let variant = 0; variant < variants; variant++) {
      const statements = await statementsOf({ set, choices, combination: of, variant })
      asked.push(statements && { combination, statements, times: [] })
    }
  const client = new pg.Client({ connectionString: set.url })
  await client.connect()
  return { set, client, asked }
}

/** Returns null when there is no next page. */
async function statementsOf(of: { set: LoadedSet; choices: Choices; combination: Combination; variant: number }): Promise<Statement[] | null> {
  const { set, choices, combination, variant } = of
  const filter = combination.filterOf(choices, variant)
  if (!combination.isNextPage) return (await recorded(set.pool, (db) => listCampaigns(db, filter))).statements
  // The next page begins after the first entry, so it exists wherever the list has at least two entries.
  const { nextCursor } = (await recorded(set.pool, (db) => listCampaigns(db, { ...filter, limit: 1 }))).made
  return nextCursor === null ? null : (await recorded(set.pool, (db) => listCampaigns(db, { ...filter, cursor: nextCursor }))).statements
}

async function timeOf({ client }: Measured, { statements }: Options): Promise<number> {
  const before = performance.now()
  for (const { text, values } of statements) await client.query(text, [...values])
  return performance.now() - before
}

function notesOf({ asked }: Measured, rounds: number): string[] {
  return [
    `${combinations.length} combinations: status (default, all, active, victory, archived) x target x industry x causes (none, one, any of three) x order x first and next page, each with up to ${variants} sets of values from the most used to the rarest; ${asked.filter(Boolean).length} queries, ${rounds} rounds, so ${rounds * variants} times a combination; the sizes in turn.`,
    'A time is all that the store does for a page: names to ids, ids in order, 24 cards, with the round trips of one connection on this machine. The statements are those that the product sends, parsed and planned anew each time, as it sends them. What another process does meanwhile is in each p99; it is not in the median of a query over its rounds.',
  ]
}

function browseRows({ small, middle, large }: { small: Measured; middle: Measured; large: Measured }): Row[] {
  const named = ({ set }: Measured) => `${set.size.campaigns.toLocaleString('en-US')} campaigns`
  const comparedWith = (value: number) => ({ what: named(small), value })
  const all = ({ asked }: Measured) => asked.flatMap((one) => one?.times ?? [])
  const p99 = (times: number[]) => percentile(times, 0.99)
  const medians = ({ asked }: Measured) => asked.flatMap((one) => (one ? [median(one.times)] : []))
  const growth = (row: Row): Row => ({ ...row, asked: `under ${askedGrowth}`, reached: row.value < askedGrowth })

  const byCombination = combinations.map(({ name }, n) => {
    const times = ({ asked }: Measured) => asked.flatMap((one) => (one?.combination === n ? one.times : []))
    return { name, small: times(small), large: times(large) }
  })
  const both = byCombination.filter((one) => one.large.length && one.small.length)
  const worst = both.toSorted((a, b) => p99(b.large) - p99(a.large)).slice(0, worstShown)
  const grownBy = (one: (typeof both)[number]) => median(one.large) / median(one.small)
  return [
    atMost(`all combinations, ${named(large)}, p99`, p99(all(large)), 'ms', askedMs, comparedWith(p99(all(small)))),
    growth(reported('the same, times that at 1,000', p99(all(large)) / p99(all(small)), '')),
    reported(`all combinations, ${named(middle)}, p99`, p99(all(middle)), 'ms', comparedWith(p99(all(small)))),
    reported(`all combinations, ${named(large)}, p50`, median(all(large)), 'ms', comparedWith(median(all(small)))),
    atMost('slowest query of all by its median', Math.max(...medians(large)), 'ms', askedMs, comparedWith(Math.max(...medians(small)))),
    growth(reported('p99 over the medians of all queries, times that at 1,000', p99(medians(large)) / p99(medians(small)), '')),
    atMost(`combinations whose p99 is over ${askedMs} ms, of ${both.length}`, both.filter((one) => p99(one.large) > askedMs).length, '', 0),
    reported(
      `combinations whose p50 is over ${askedGrowth} times that at 1,000, of ${both.length}`,
      both.filter((one) => grownBy(one) > askedGrowth).length,
      '',
    ),
    ...worst.map((one) => atMost(`worst: ${one.name}, p99`, p99(one.large), 'ms', askedMs, comparedWith(p99(one.small)))),
    ...both
      .toSorted((a, b) => grownBy(b) - grownBy(a))
      .slice(0, grownShown)
      .map((one) => reported(`grows most: ${one.name}, p50`, median(one.large), 'ms', comparedWith(median(one.small)))),
  ]
}
