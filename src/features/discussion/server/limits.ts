import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import { lockedAccess } from '#features/campaigns/server/public.ts'
import type { DiscussionLimits } from '#features/moderation/contract.ts'
import { mayDecide, reasonProblems } from '#features/moderation/policy.ts'
import { isSlowed } from '#features/moderation/switches/policy.ts'
import { type SlowContext, startSitePause, tooEarly } from '#features/moderation/switches/server/public.ts'
import { m } from '#messages'
import { sentence } from '#platform/refusal.ts'
import { writeAudit } from '#platform/server/audit.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { normalized } from '#platform/text.ts'
import type { Viewer } from '#platform/viewer.ts'

async function limitsOf(db: Db, campaignId: string): Promise<DiscussionLimits> {
  const row = await db.selectFrom('campaign').select(['is_discussion_locked', 'slow_mode_seconds']).where('id', '=', campaignId).executeTakeFirst()
  return { isLocked: row?.is_discussion_locked ?? false, slowSeconds: row?.slow_mode_seconds ?? null }
}

type Limiting = DiscussionLimits & { campaignId: string; moderator: Viewer; reason: string }

/** Limits the discussion of a campaign. Returns the reason if it is refused. */
export async function limitDiscussion(tx: Tx, { campaignId, moderator, reason, isLocked, slowSeconds }: Limiting): Promise<'absent' | 'forbidden' | null> {
  // An exclusive lock before the share lock of `lockedAccess`, so that nobody writes meanwhile.
  await tx.selectFrom('campaign').select('id').where('id', '=', campaignId).forNoKeyUpdate().execute()
  const access = await lockedAccess(tx, { id: campaignId, viewer: moderator, forDecision: true })
  if (!access) return 'absent'
  if (!mayDecide(moderator, { isAuthor: access.viewer.isCreator })) return 'forbidden'
  refuseFields(reasonProblems(reason))
  await tx.updateTable('campaign').set({ is_discussion_locked: isLocked, slow_mode_seconds: slowSeconds }).where('id', '=', campaignId).execute()
  await writeAudit(tx, {
    actorId: moderator.id,
    action: 'discussion.limit',
    subject: { kind: 'campaign', id: campaignId },
    reason: normalized(reason),
    details: { isLocked, slowSeconds },
  })
  return null
}

type Writing = { campaignId: string; context: SlowContext /** Pause between two texts without slow mode; 0: none. */; pauseMs?: number }

/**
 * Throws the refusal of a text that the limits of the discussion do not allow. Otherwise starts the person's pause in it and returns the
 * time of its start, or the milliseconds that are left of a pause without slow mode. The caller has locked the campaign.
 */
export async function enforceDiscussionLimits(tx: Tx, { campaignId, context, pauseMs = 0 }: Writing): Promise<{ waitMs: number } | { at: Date | null }> {
  const { viewer } = context
  const { isLocked, slowSeconds } = isSlowed(viewer) ? await limitsOf(tx, campaignId) : { isLocked: false, slowSeconds: null }
  if (isLocked) {
    const data = { text: m.comments_closed() }
    throw new ORPCError('DISCUSSION_LOCKED', { status: 409, defined: true, message: sentence('DISCUSSION_LOCKED'), data })
  }
  await startSitePause(tx, context)
  const pause = Math.max(pauseMs, (slowSeconds ?? 0) * 1_000)
  if (pause === 0) return { at: null }
  const turn = await startPause(tx, { campaignId, personId: viewer.id, pause })
  if ('waitMs' in turn && slowSeconds !== null) throw tooEarly(turn.waitMs)
  return turn
}

/**
 * Starts the person's pause and returns the time of its start, or the milliseconds that are left of an earlier one. Concurrent calls wait for
 * the same row, so that only one of them succeeds.
 */
async function startPause(tx: Tx, { campaignId, personId, pause }: { campaignId: string; personId: string; pause: number }) {
  const length = sql`make_interval(secs => ${pause / 1_000}::float8)`
  const { rows: taken } = await sql<{ at: Date }>`
    insert into campaign_chat_pace as pace (campaign_id, person_id, spoke_at) values (${campaignId}, ${personId}, clock_timestamp())
    on conflict (campaign_id, person_id) do update set spoke_at = clock_timestamp() where pace.spoke_at <= clock_timestamp() - ${length}
    returning spoke_at as at`.execute(tx)
  if (taken[0]) return taken[0]
  const { rows: waits } = await sql<{ ms: number }>`
    select ceil(extract(epoch from spoke_at + ${length} - clock_timestamp()) * 1000)::int as ms from campaign_chat_pace
    where campaign_id = ${campaignId} and person_id = ${personId}`.execute(tx)
  return { waitMs: Math.max(1, waits[0]?.ms ?? 1) }
}
