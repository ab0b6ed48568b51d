import { sql } from 'kysely'
import { cardsOf, statusOf } from '#features/campaigns/server/public.ts'
import { countProfileCommunities } from '#features/communities/server/public.ts'
import { shownAsCounted } from '#features/pledges/policy.ts'
import { decodeCursor, pageOfRows } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Viewer } from '#platform/viewer.ts'
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
    .where('p.id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const isDeleted = row.deleted_at !== null
  return {
    id: row.id,
    displayName: row.display_name,
    avatarUrl: showsItself(row) ? row.avatar_url : null,
    bio: showsItself(row) ? row.bio : '',
    isDeleted,
    memberSince: isDeleted ? null : row.since,
    counts: isDeleted ? null : { campaigns: row.campaigns, pledges: row.pledges, communities: await countProfileCommunities(db, { personId: id, viewer }) },
  }
}

export async function isSomebody(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('person').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
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

export async function pledgesBy(db: Db, { id, cursor, limit }: Page) {
  const from = decodeCursor(cursor, 'time')
  const rows = await publicPledges(db, id)
    .innerJoin('target as t', 't.id', 'c.target_id')
    .select([
      'c.id',
      // Never null, because only published campaigns can be joined.
      sql<string>`c.slug`.as('slug'),
      'c.title',
      'c.status',
      't.slug as target_slug',
      't.name as target_name',
      'o.created_at',
      sql<string>`o.created_at::text`.as('at'),
    ])
    .$if(from !== null, (query) => query.where(sql<boolean>`(o.created_at, o.campaign_id) < (${from?.after}::timestamptz, ${from?.id}::uuid)`))
    .orderBy('o.created_at', 'desc')
    .orderBy('o.campaign_id', 'desc')
    .limit(limit + 1)
    .execute()
  return pageOfRows(rows, limit, {
    item: ({ id: campaignId, slug, title, status, target_slug, target_name, created_at }): ProfilePledge => ({
      campaign: { id: campaignId, slug, title, status: statusOf(status), target: { slug: target_slug, name: target_name } },
      joinedAt: created_at,
    }),
    position: (row) => ({ after: row.at, id: row.id }),
  })
}

const publicCampaigns = (db: Db, id: string) =>
  db
    .selectFrom('campaign as c')
    .where('c.creator_id', '=', id)
    .where('c.status', 'in', shownCampaigns)
    .where('c.published_at', 'is not', null)
    .where('c.moderation', 'is', null)

/** Excludes private pledges and pledges of deleted people. */
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
