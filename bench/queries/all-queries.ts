import type { Kysely } from 'kysely'
import type pg from 'pg'
import { campaignLife, growthIn } from '#features/campaigns/growth/server/queries.ts'
import { editsOf } from '#features/campaigns/server/history.ts'
import { refreshRanks } from '#features/campaigns/server/jobs.ts'
import { ownCampaigns } from '#features/campaigns/server/own-campaigns.ts'
import { campaignPage } from '#features/campaigns/server/page.ts'
import { listCampaigns } from '#features/campaigns/server/queries.ts'
import { answersOf, linkedComment, threadsOf } from '#features/comments/server/queries.ts'
import { impactOf } from '#features/dashboard/server/impact.ts'
import { latestUpdates, takenPledges } from '#features/dashboard/server/queries.ts'
import { listTargets } from '#features/directory/targets/server/queries.ts'
import { newsOf } from '#features/discussion/server/public.ts'
import { countsOf } from '#features/pledges/server/public.ts'
import { platformStats } from '#features/pledges/tallies/server/public.ts'
import { applyPledgeLog } from '#features/pledges/tallies/server/tally.ts'
import { campaignsBy, pledgesBy, profileOf } from '#features/profiles/server/queries.ts'
import { updatesOf } from '#features/updates/server/queries.ts'
import type { DB } from '#platform/server/store/schema.gen.ts'
import { type Choices, combinations, pageSize, variants } from './filters.ts'

type Db = Kysely<DB>
/** One query of the product. `query` groups those that should have the same plan; where it `varies`, the planner may choose by the values. */
export type MeasuredQuery = { query: string; act: (db: Db) => Promise<unknown>; varies?: boolean }
/** Parameters of the queries: the rows with the most of everything in the set. */
export type Subjects = { creator: string; campaign: string; campaigns: string[]; slug: string; person: string; thread: string; target: string }

export async function subjectsIn(pool: pg.Pool): Promise<Subjects> {
  const one = async (text: string) => String((await pool.query<{ id: string }>(text)).rows[0]?.id)
  const campaign = await one('select campaign_id as id from campaign_stats where is_open order by supporters desc limit 1')
  return {
    campaign,
    creator: await one('select creator_id as id from campaign group by creator_id order by count(*) desc, creator_id limit 1'),
    campaigns: (await pool.query<{ id: string }>('select campaign_id as id from campaign_stats order by supporters desc limit 24')).rows.map(({ id }) => id),
    slug: await one(`select slug as id from campaign where id = '${campaign}'`),
    person: await one(`select person_id as id from pledge where campaign_id = '${campaign}' limit 1`),
    thread: await one('select root_id as id from comment group by root_id order by count(*) desc, root_id limit 1'),
    target: await one('select slug as id from target order by id limit 1'),
  }
}

const searches = {
  'one letter': 'a',
  'two letters': 'no',
  'three letters': 'nor',
  'a word': 'Foods',
  'nowhere found': 'xqzzy',
  'two letters, nowhere found': 'q9',
}

/** The look-ups and lists of the product without the campaign list, with a first and a next page where there are pages. */
function singleQueries(of: Subjects): MeasuredQuery[] {
  const page = { limit: pageSize }
  const viewer = {
    id: of.person,
    name: 'Bench P.',
    displayName: 'Bench P.',
    avatarUrl: null,
    role: 'member',
    isCounted: true,
    pledgesPrivately: false,
  } as const
  const reader = { viewer, mayModerate: false, urlSigner: null }
  const late = { after: '2025-06-01 00:00:00+00', id: of.campaign }
  const cursor = (after: string) => Buffer.from(JSON.stringify([after, of.campaign])).toString('base64url')
  return [
    { query: 'campaigns.mine', act: (db) => ownCampaigns(db, { creatorId: of.creator, from: null, ...page }) },
    { query: 'campaigns.mine, next page', act: (db) => ownCampaigns(db, { creatorId: of.creator, from: late, ...page }) },
    { query: 'dashboard.get, impact', act: (db) => impactOf(db, of.person) },
    { query: 'dashboard.get, updates', act: (db) => latestUpdates(db, { personId: of.person, limit: 3 }) },
    { query: 'dashboard.pledges', act: (db) => takenPledges(db, { personId: of.person, from: null, ...page }) },
    { query: 'dashboard.pledges, next page', act: (db) => takenPledges(db, { personId: of.person, from: late, ...page }) },
    { query: 'profiles.get', act: (db) => profileOf(db, { id: of.creator, viewer: null }) },
    { query: 'profiles.campaigns', act: (db) => campaignsBy(db, { id: of.creator, ...page }) },
    { query: 'profiles.campaigns, next page', act: (db) => campaignsBy(db, { id: of.creator, cursor: cursor('2025-06-01 00:00:00+00'), ...page }) },
    { query: 'profiles.pledges', act: (db) => pledgesBy(db, { id: of.person, ...page }) },
    { query: 'profiles.pledges, next page', act: (db) => pledgesBy(db, { id: of.person, cursor: cursor('2025-06-01 00:00:00+00'), ...page }) },
    { query: 'campaigns.get', act: (db) => campaignPage(db, { idOrSlug: of.slug, viewer }) },
    { query: 'campaigns.history', act: (db) => editsOf(db, { campaignId: of.campaign, from: null, ...page }) },
    { query: 'campaigns.history, next page', act: (db) => editsOf(db, { campaignId: of.campaign, from: late, ...page }) },
    { query: 'supporters.growth', act: (db) => growthOf(db, of.campaign, 'week') },
    { query: 'supporters.csv', act: (db) => growthOf(db, of.campaign, 'day') },
    { query: 'comments.list', act: (db) => threadsOf(db, { place: { campaignId: of.campaign }, ...reader, ...page }) },
    {
      query: 'comments.list, next page',
      act: (db) => threadsOf(db, { place: { campaignId: of.campaign }, ...reader, cursor: cursor('2026-06-01 00:00:00+00'), ...page }),
    },
    { query: 'comments.list of a thread', act: (db) => answersOf(db, { rootId: of.thread, ...reader, ...page }) },
    { query: 'comments.get', act: (db) => linkedComment(db, { id: of.thread, ...reader }) },
    { query: 'updates.list', act: (db) => updatesOf(db, { campaignId: of.campaign, viewer, ...page }) },
    { query: 'updates.list, next page', act: (db) => updatesOf(db, { campaignId: of.campaign, viewer, cursor: cursor('2026-06-01 00:00:00+00'), ...page }) },
    { query: 'news of 24 campaigns', act: (db) => newsOf(db, of.campaigns) },
    { query: 'targets.list', act: (db) => listTargets(db, page) },
    { query: 'targets.list, next page', act: (db) => listTargets(db, { ...page, cursor: cursor('M') }) },
    { query: 'targets.list of one', act: (db) => listTargets(db, { ...page, slug: of.target }) },
    ...Object.entries(searches).map(([what, search]) => ({ query: `targets.list, search: ${what}`, act: (db: Db) => listTargets(db, { ...page, search }) })),
    { query: 'counts of 24 campaigns', act: (db) => countsOf(db, of.campaigns) },
    { query: 'stats', act: (db) => platformStats(db) },
  ]
}

async function growthOf(db: Db, id: string, unit: 'week' | 'day'): Promise<unknown> {
  const campaign = await campaignLife(db, { id, viewer: null })
  return campaign?.life ? growthIn(db, { id, life: campaign.life, unit }) : null
}

/** The campaign list in all its combinations, grouped by the filters in use. */
function listQueries(choices: Choices): MeasuredQuery[] {
  return combinations.flatMap((combination) =>
    // A sample of the sets of values: the most used, the rarest and some between.
    [0, 2, 4, variants - 1].map((variant) => ({
      query: `campaigns.list, ${combination.group}`,
      varies: true,
      act: async (db: Db) => {
        const filter = combination.filterOf(choices, variant)
        if (!combination.isNextPage) return listCampaigns(db, filter)
        const { nextCursor } = await listCampaigns(db, { ...filter, limit: 1 })
        return nextCursor === null ? null : listCampaigns(db, { ...filter, cursor: nextCursor })
      },
    })),
  )
}

export const allQueries = (subjects: Subjects, choices: Choices): MeasuredQuery[] => [...singleQueries(subjects), ...listQueries(choices)]

/** Background jobs, which read more than a page by design. */
export const jobs: MeasuredQuery[] = [
  { query: 'job: tally of 5,000 pledges', varies: true, act: (db) => applyPledgeLog(db) },
  { query: 'job: refresh of the ranks', varies: true, act: (db) => refreshRanks(db) },
]
