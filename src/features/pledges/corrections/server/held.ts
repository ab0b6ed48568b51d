import { sql } from 'kysely'
import { reasonProblems } from '#features/moderation/policy.ts'
import { writeAudit } from '#platform/server/audit.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { roundedCount, smallestShown } from '#platform/shown-count.ts'
import { normalized } from '#platform/text.ts'
import { groupOf, undecided } from '../../holding/server/release.ts'
import { burstSize } from '../../holding/terms.ts'
import type { HeldGroup } from '../contract.ts'
import { refuseOwnCampaigns, startInvalidation } from './invalidations.ts'

type GroupRow = { campaign: HeldGroup['campaign']; network: string; pledges: number; looks: number; held_since: Date }

/** The largest groups of held pledges, those whose people have asked for a look first. */
export async function heldGroups(db: Db): Promise<HeldGroup[]> {
  const { rows } = await sql<GroupRow>`
    with groups as (
      select s.campaign_id, ${groupOf} as network, count(*)::int as pledges, count(s.look_asked_at)::int as looks, date_trunc(case when count(*) < ${smallestShown} then 'day' else 'hour' end, min(s.held_at), 'UTC') as held_since
      from ${undecided} and not s.is_let_in group by 1, 2)
    select json_build_object('id', c.id, 'slug', c.slug, 'title', c.title) as campaign, g.network, g.pledges, g.looks, g.held_since
    from groups g join campaign c on c.id = g.campaign_id order by g.looks > 0 desc, g.pledges desc, c.id, g.network limit 50`.execute(db)
  return rows.map(({ campaign, network, pledges, looks, held_since }) => ({
    campaign,
    network,
    pledges: roundedCount(pledges),
    heldSince: held_since,
    isBurst: pledges >= burstSize,
    looksAsked: roundedCount(looks),
    isLookAsked: looks > 0,
  }))
}

type Decision = { campaignId: string; network: string; reason: string; moderatorId: string }

/** Marks the held pledges of a group, which the job then counts. Returns false if there are none. */
export async function letGroupIn(tx: Tx, { campaignId, network, reason, moderatorId }: Decision): Promise<boolean> {
  refuseFields(reasonProblems(reason))
  if (!(await isGroup(tx, { campaignId, network }))) return false
  await refuseOwnCampaigns(tx, { campaignIds: [campaignId], moderatorId, field: 'campaignId' })
  await sql`
    update join_signal j set is_let_in = true from ${undecided} and s.campaign_id = ${campaignId} and ${groupOf} = ${network}
      and j.campaign_id = s.campaign_id and j.person_id = s.person_id`.execute(tx)
  await writeAudit(tx, { actorId: moderatorId, action: 'pledges.let_in', subject: { kind: 'campaign', id: campaignId }, reason: normalized(reason) })
  return true
}

/** Starts an invalidation of the held pledges of a group. Null if there are none. */
export async function rejectGroup(tx: Tx, { campaignId, network, reason, moderatorId }: Decision): Promise<{ id: string } | null> {
  if (!(await isGroup(tx, { campaignId, network }))) return null
  const { id } = await startInvalidation(tx, { selection: { campaignId, network }, reason, note: null, parts: [], moderatorId })
  return { id }
}

async function isGroup(tx: Tx, { campaignId, network }: Pick<Decision, 'campaignId' | 'network'>): Promise<boolean> {
  const { rows } = await sql`select from ${undecided} and not s.is_let_in and s.campaign_id = ${campaignId} and ${groupOf} = ${network} limit 1`.execute(tx)
  return rows.length > 0
}
