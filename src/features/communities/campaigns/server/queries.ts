import { sql } from 'kysely'
import { cardsOf } from '#features/campaigns/server/public.ts'
import type { CommunityCard } from '#features/communities/contract.ts'
import { cardOf, cardRows } from '#features/communities/server/public.ts'
import { decodeCursor, pageOfRows } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { isVisible } from '#platform/server/store/visible.ts'
import type { Viewer } from '#platform/viewer.ts'
import { linkLimits } from '../terms.ts'

/** Cards of a community's campaigns, last linked first, with current data. */
export async function campaignsOf(db: Db, { communityId, cursor, limit }: { communityId: string; cursor?: string | undefined; limit: number }) {
  const from = decodeCursor(cursor, 'time')
  const rows = await db
    .selectFrom('community_campaign as l')
    .innerJoin('campaign as c', 'c.id', 'l.campaign_id')
    // The campaign's page shows the community only while its creator is a member, so that nobody can add a community to a stranger's page.
    .leftJoin('community_member as m', (on) =>
      on.onRef('m.community_id', '=', 'l.community_id').onRef('m.person_id', '=', 'c.creator_id').on('m.status', '=', 'active'),
    )
    .select(['l.campaign_id', 'm.person_id as fellow', sql<string>`l.created_at::text`.as('at')])
    .where('l.community_id', '=', communityId)
    .where(isVisible('campaign', sql`c.id`, null))
    .$if(from !== null, (query) => query.where(sql<boolean>`(l.created_at, l.campaign_id) < (${from?.after}::timestamptz, ${from?.id}::uuid)`))
    .orderBy('l.created_at', 'desc')
    .orderBy('l.campaign_id', 'desc')
    .limit(limit + 1)
    .execute()
  const { items, nextCursor } = pageOfRows(rows, limit, { item: (row) => row, position: (row) => ({ after: row.at, id: row.campaign_id }) })
  const shown = new Map(items.map((row) => [row.campaign_id, row.fellow !== null]))
  const cards = await cardsOf(db, [...shown.keys()])
  return { items: cards.map((card) => ({ ...card, isShownThere: shown.get(card.id) ?? false })), nextCursor }
}

/**
 * Communities that the campaign's page shows, those with the most members first. The campaign's creator must be a member; a private community is
 * shown to its members only.
 */
export async function communitiesBehind(db: Db, { campaignId, viewer }: { campaignId: string; viewer: Viewer | null }): Promise<CommunityCard[]> {
  const rows = await cardRows(db)
    .innerJoin('community_campaign as l', 'l.community_id', 'c.id')
    .innerJoin('campaign as k', 'k.id', 'l.campaign_id')
    .innerJoin('community_member as creator', (on) =>
      on.onRef('creator.community_id', '=', 'l.community_id').onRef('creator.person_id', '=', 'k.creator_id').on('creator.status', '=', 'active'),
    )
    .where('l.campaign_id', '=', campaignId)
    .where('k.moderation', 'is', null)
    .where(isVisible('community', sql`c.id`, viewer?.id ?? null))
    .orderBy('r.members', 'desc')
    .orderBy('c.id', 'desc')
    .limit(linkLimits.communities)
    .execute()
  return rows.map(cardOf)
}
