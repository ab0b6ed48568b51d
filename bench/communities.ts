import pg from 'pg'
import { communityCampaignProcedures } from '#features/communities/campaigns/server/procedures.ts'
import { communityMemberProcedures } from '#features/communities/members/server/procedures.ts'
import { communityPostProcedures } from '#features/communities/posts/server/procedures.ts'
import { communityProcedures } from '#features/communities/server/procedures.ts'
import { openUrlSigner } from '#features/media/server/signed-url.ts'
import { differences } from '#main/operations/recount.ts'
import { openStore } from '#platform/server/store/open-store.ts'
import { rowsFound } from '#tests/support/recount.ts'
import { communityContradictions } from '#tests/support/recount-communities.ts'
import { type LoadedSet, theSet } from './load/sets.ts'
import { median, percentile } from './measure.ts'
import { type CommunityOptions, communityQueries } from './queries/community-queries.ts'
import { planOf } from './queries/plan.ts'
import { isPlanned, recordedCall, type Statement, timeOf } from './queries/recorded.ts'
import { atMost, type Row, reported, type Section } from './table.ts'

const router = {
  communities: communityProcedures,
  communityCampaigns: communityCampaignProcedures,
  communityMembers: communityMemberProcedures,
  communityPosts: communityPostProcedures,
}
const limits = { 'lists and details': 15, 'pages of posts': 15, 'pages of members': 10 } as const
/** Limit for one page of posts with pictures, likes, the viewer's own likes and the look-up of the viewer. */
const mostQueries = 3
const rounds = 20
const slowest = 5
const mostPatience = 500
const showsPlans = process.env.BENCH_PLANS === '1'

type Options = CommunityOptions & { statements: Statement[]; times: number[] }

/** Measures communities in the database by the statements that the product's own procedures send. */
export async function communities(): Promise<Omit<Section, 'name' | 'failure'>> {
  const set = await theSet('communities')
  const client = new pg.Client({ connectionString: set.url })
  await client.connect()
  try {
    const asked: Options[] = []
    for (const options of await communityQueries(set.pool)) asked.push({ ...options, statements: await statementsOf(set.pool, options), times: [] })
    for (let round = 0; round <= rounds; round++)
      for (const one of asked) {
        // A query whose median is over `mostPatience` after three rounds is known to be slow, so it is not repeated.
        if (one.times.length >= 3 && median(one.times) > mostPatience) continue
        const ms = await timeOf(client, one.statements)
        // The first round only warms the database's cache.
        if (round > 0) one.times.push(ms)
      }
    if (showsPlans) for (const one of slowestOf(asked)) await showPlans(client, one)
    const { size } = set
    return {
      notes: [
        `${asked.length} questions on ${size.communities.toLocaleString('en-US')} communities, one of ${size.members.first.toLocaleString('en-US')} members and ${size.posts.first.toLocaleString('en-US')} posts, ${rounds} rounds. A time is all that the store does for one answer, its statements one after the other over one connection.`,
      ],
      rows: [
        ...Object.entries(limits).flatMap(([of, limit]) => rowsOf({ of, limit, asked: asked.filter((one) => one.of === of) })),
        atMost(
          'queries of one page of posts',
          Math.max(...asked.filter(({ path }) => path.join('.') === 'communityPosts.list').map(queriesOf)),
          '',
          mostQueries,
        ),
        atMost('differences that a recount finds', await recounted(set), '', 0),
      ],
    }
  } finally {
    await client.end()
  }
}

type Group = { of: string; limit: number; asked: Options[] }

function rowsOf({ of, limit, asked }: Group): Row[] {
  const all = asked.flatMap(({ times }) => times)
  return [
    atMost(`${of}, p99 of ${asked.length} questions`, percentile(all, 0.99), 'ms', limit),
    reported(`${of}, p50`, median(all), 'ms'),
    atMost(`${of}, questions whose own p99 is over ${limit} ms`, asked.filter(({ times }) => percentile(times, 0.99) > limit).length, '', 0),
    ...slowestOf(asked).flatMap(({ what, times }) => [
      reported(`slowest: ${what.slice(0, 110)}, p50`, median(times), 'ms'),
      reported(`slowest: ${what.slice(0, 110)}, p99`, percentile(times, 0.99), 'ms'),
    ]),
  ]
}

const slowestOf = (asked: Options[]) => asked.toSorted((a, b) => median(b.times) - median(a.times)).slice(0, slowest)
const queriesOf = ({ statements }: Options) => statements.filter(isPlanned).length

async function statementsOf(pool: pg.Pool, options: CommunityOptions): Promise<Statement[]> {
  const context = { viewer: options.viewer, media: { urlSigner: openUrlSigner('of the benchmark') } }
  const call = (input: object) => recordedCall(pool, { router, path: options.path, context, input })
  const list = async (input: object) => (await call(input)).made
  return (await call(options.from === undefined ? options.input : { ...options.input, cursor: await cursorAt(list, options) })).statements
}

/**
 * Builds a cursor at the time `from`: takes the cursor after three pages, which is past the entries that sort first at any age, and replaces its
 * time.
 */
async function cursorAt(list: (input: object) => Promise<unknown>, { input, from }: CommunityOptions): Promise<string> {
  let cursor: string | undefined
  for (let pages = 0; pages < 3; pages++) cursor = String(Object(await list({ ...input, limit: 100, ...(cursor === undefined ? {} : { cursor }) })).nextCursor)
  const read = Buffer.from(cursor ?? '', 'base64url').toString('utf8')
  const moved = read.replace(/\d{4}-\d\d-\d\d[ T][\d:.]+(?:\+00(?::?00)?|Z)/, String(from))
  if (moved === read) throw new Error(`There is no time in the cursor ${read}`)
  return Buffer.from(moved).toString('base64url')
}

async function showPlans(client: pg.Client, { what, statements }: Options): Promise<void> {
  console.log(`\n${what}`)
  for (const statement of statements.filter(isPlanned)) {
    const { shape, blocks, rows } = await planOf(client, statement)
    console.log(`  ${blocks} blocks, ${rows} rows: ${shape}\n  ${statement.text.replaceAll(/\s+/g, ' ')}\n  ${JSON.stringify(statement.values)}`)
  }
}

/** The number of stored counts that differ from the product's recount or from an independent one. */
async function recounted(set: LoadedSet): Promise<number> {
  const store = await openStore({ url: set.url, onError: () => {} })
  try {
    const found = [...(await differences(store)), ...(await rowsFound(set.pool, communityContradictions))]
    for (const line of found.slice(0, 5)) console.log(`  ${line}`)
    return found.length
  } finally {
    await store.close()
  }
}
