import { sql } from 'kysely'
import { joinedCampaign } from '#features/campaigns/server/public.ts'
import { actionsWithTicks, detachable, detachingFrom, ownState } from '#features/pledges/server/public.ts'
import type { Position } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { PledgeWithCampaign } from '../contract.ts'

type Page = { personId: string; from: Position | null; limit: number }

/** A person's own pledges, newest first. `at` is the exact time for the cursor. */
export async function takenPledges(db: Db, { personId, from, limit }: Page) {
  const rows = await db
    .selectFrom('pledge as o')
    .innerJoin('campaign as c', 'c.id', 'o.campaign_id')
    .innerJoin('person as q', 'q.id', 'o.person_id')
    .innerJoin('target as t', 't.id', 'c.target_id')
    .select([
      joinedCampaign.as('campaign'),
      ownState.as('state'),
      'o.is_private',
      'o.created_at',
      sql<string>`o.created_at::text`.as('at'),
      actionsWithTicks(sql.ref('c.id'), personId).as('actions'),
      detachable.as('detachable'),
    ])
    .where('o.person_id', '=', personId)
    .where('c.moderation', 'is', null)
    .$if(from !== null, (query) => query.where(sql<boolean>`(o.created_at, o.campaign_id) < (${from?.after}::timestamptz, ${from?.id}::uuid)`))
    .orderBy('o.created_at', 'desc')
    .orderBy('o.campaign_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    at: row.at,
    item: {
      campaign: { ...row.campaign, actions: row.actions },
      pledge: { state: row.state, isPrivate: row.is_private },
      pledgedAt: row.created_at,
      detaching: detachingFrom(row.detachable),
    } satisfies PledgeWithCampaign,
  }))
}

/** The number of pledges that `takenPledges` lists. */
export async function countPledges(db: Db, personId: string): Promise<number> {
  const row = await db
    .selectFrom('pledge as o')
    .innerJoin('public_campaign as c', 'c.id', 'o.campaign_id')
    .select(sql<number>`count(*)`.as('n'))
    .where('o.person_id', '=', personId)
    .executeTakeFirstOrThrow()
  return row.n
}

/** The newest updates of the campaigns that a person has joined. The limit applies to each campaign first, so that long histories cost no more. */
export async function latestUpdates(db: Db, { personId, limit }: { personId: string; limit: number }) {
  const { rows } = await sql<{ id: string; title: string; created_at: Date; campaign_id: string; slug: string; campaign_title: string }>`
    select u.id, u.title, u.created_at, c.id as campaign_id, c.slug, c.title as campaign_title
    from pledge o
    cross join lateral (
      select id, title, created_at from campaign_update where campaign_id = o.campaign_id and moderation is null order by created_at desc, id desc limit ${limit}) u
    join campaign c on c.id = o.campaign_id and c.moderation is null
    where o.person_id = ${personId}
    order by u.created_at desc, u.id desc limit ${limit}`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    createdAt: row.created_at,
    campaign: { id: row.campaign_id, slug: row.slug, title: row.campaign_title },
  }))
}
