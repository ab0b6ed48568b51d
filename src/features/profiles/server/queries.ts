import { sql } from 'kysely'
import { cardsOf, joinedCampaign } from '#features/campaigns/server/public.ts'
import { countProfileCommunities } from '#features/communities/server/public.ts'
import { moderationFrom, moderationOf } from '#features/moderation/server/public.ts'
import { shownAsCounted } from '#features/pledges/policy.ts'
import { decodeCursor, pageOfRows } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { removedName } from '#platform/terms.ts'
import { mayReadModerated, type Viewer } from '#platform/viewer.ts'
import type { Profile, ProfilePledge } from '../contract.ts'
import { shownCampaigns, showsItself } from '../policy.ts'

/** A person's profile as this viewer may see it. */
export async function profileOf(db: Db, { id, viewer }: { id: string; viewer: Viewer | null }): Promise<Profile | null> {
  const row = await db
    .selectFrom('person as p')
    .select([
      'p.id',
      'p.display_name',
      'p.avatar_url',
      'p.bio',
      'p.deleted_at',
      'p.suspended_at',
      sql<string>`to_char(p.created_at at time zone 'UTC', 'YYYY-MM')`.as('since'),
      sql<number>`(${publicCampaigns(db, id).select(sql`count(*)`.as('n'))})`.as('campaigns'),
      sql<number>`(${publicPledges(db, id).select(sql`count(*)`.as('n'))})`.as('pledges'),
    ])
    .leftJoin('moderated_profile as h', 'h.person_id', 'p.id')
    .select(['h.bio as hidden_bio', 'h.avatar_url as hidden_avatar', 'h.display_name as hidden_name', moderationOf('h.state', 'p.id', 'p.id').as('moderation')])
    .where('p.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const moderation = row.moderation && mayReadModerated(viewer, { isAuthor: viewer?.id === id }) ? moderationFrom(row.moderation) : null
  const [avatarUrl, bio] = moderation ? [row.avatar_url ?? row.hidden_avatar, row.bio || (row.hidden_bio ?? '')] : [row.avatar_url, row.bio]
  const displayName = moderation && row.display_name === removedName ? (row.hidden_name ?? row.display_name) : row.display_name
  const isDeleted = row.deleted_at !== null
  return {
    id: row.id,
    displayName,
    avatarUrl: showsItself(row) ? avatarUrl : null,
    bio: showsItself(row) ? bio : '',
    moderation,
    isDeleted,
    memberSince: isDeleted ? null : row.since,
    counts: isDeleted ? null : { campaigns: row.campaigns, pledges: row.pledges, communities: await countProfileCommunities(db, { personId: id, viewer }) },
  }
}

type Page = { id: string; cursor?: string | undefined; limit: number }

export async function campaignsBy(db: Db, { id, cursor, limit }: Page) {
  const from = decodeCursor(cursor, 'time')
  const rows = await publicCampaigns(db, id)
    .select(['c.id', sql<string>`c.published_at::text`.as('at')])
    .$if(from !== null, (query) => query.where(sql<boolean>`(c.published_at, c.id) < (${from?.after}::timestamptz, ${from?.id}::uuid)`))
    .orderBy('c.published_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = pageOfRows(rows, limit, { item: (row) => row.id, position: (row) => ({ after: row.at, id: row.id }) })
  return { items: await cardsOf(db, page.items), nextCursor: page.nextCursor }
}

/** SQL: the day on which somebody joined. Times and cursors of public lists do not tell more, because the number of a quiet campaign hides it. */
const joinedDay = sql<Date>`date_trunc('day', o.created_at, 'UTC')`

export async function pledgesBy(db: Db, { id, cursor, limit }: Page) {
  const from = decodeCursor(cursor, 'time')
  const rows = await publicPledges(db, id)
    .innerJoin('target as t', 't.id', 'c.target_id')
    .select([joinedCampaign.as('campaign'), joinedDay.as('joined_on'), sql<string>`${joinedDay}::text`.as('at')])
    .$if(from !== null, (query) => query.where(sql<boolean>`(${joinedDay}, o.campaign_id) < (${from?.after}::timestamptz, ${from?.id}::uuid)`))
    .orderBy(joinedDay, 'desc')
    .orderBy('o.campaign_id', 'desc')
    .limit(limit + 1)
    .execute()
  return pageOfRows(rows, limit, {
    item: ({ campaign, joined_on }): ProfilePledge => ({ campaign, joinedAt: joined_on }),
    position: ({ at, campaign }) => ({ after: at, id: campaign.id }),
  })
}

const publicCampaigns = (db: Db, id: string) =>
  db
    .selectFrom('campaign as c')
    .where('c.creator_id', '=', id)
    .where('c.status', 'in', shownCampaigns)
    .where('c.published_at', 'is not', null)
    .where('c.moderation', 'is', null)

/** Excludes private pledges, pledges of deleted people, and those that wait for the next step of a campaign that counts quietly. */
const publicPledges = (db: Db, id: string) =>
  db
    .selectFrom('pledge as o')
    .innerJoin('campaign as c', 'c.id', 'o.campaign_id')
    .innerJoin('person as who', 'who.id', 'o.person_id')
    .where('o.person_id', '=', id)
    .where('o.is_private', '=', false)
    .where(sql`coalesce(o.own_state, o.state)`, 'in', shownAsCounted)
    .where('c.status', 'in', shownCampaigns)
    .where('c.moderation', 'is', null)
    .where('who.deleted_at', 'is', null)
    .where(
      sql<boolean>`not exists (select from campaign_stats q where q.campaign_id = o.campaign_id and q.quiet_at < greatest(o.created_at, who.counting_from))`,
    )
