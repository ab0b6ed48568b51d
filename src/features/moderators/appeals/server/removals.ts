import { sql } from 'kysely'
import { lockDecisions, newestAbout } from '#features/moderation/server/public.ts'
import { appealMonths } from '#features/moderation/terms.ts'
import { recordEvent } from '#features/notifications/server/public.ts'
import { inTransaction } from '#platform/server/idempotency.ts'
import { type Stoppable, startJob } from '#platform/server/job.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { Log } from '#platform/server/log.ts'
import type { Db, Store } from '#platform/server/store/open-store.ts'

/** Days in which a removal that has become final is notified. Events are kept longer, so each is notified once. */
const notifiedDays = 300

/** Campaigns whose removal is final, and of which their supporters have not been notified. `id`: this campaign alone. */
async function finalRemovals(db: Db, id: string | null = null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from campaign c cross join lateral (${newestAbout(sql`c.id`)}) d
    where c.moderation = 'removed' and d.state = 'removed' and (${id}::uuid is null or c.id = ${id}::uuid)
      and (d.created_at + make_interval(months => ${appealMonths}) between now() - make_interval(days => ${notifiedDays}) and now()
        or exists (select from moderation_appeal a where a.decision_id = d.id and a.outcome = 'declined' and a.decided_at > now() - make_interval(days => ${notifiedDays})))
      and not exists (select from moderation_appeal a join moderation_decision o on o.id = a.decision_id where o.subject_id = c.id and a.decided_at is null)
      and not exists (select from notification_event e where e.campaign_id = c.id and e.type = 'campaign_removed' and not exists (
        select from moderation_decision v where v.subject_id = c.id and v.state = 'visible' and v.created_at > e.created_at))`.execute(db)
  return rows.map((row) => row.id)
}

/** Records a notification for the supporters of each campaign whose removal is final. Returns the number of campaigns. */
export async function recordRemovals(db: Db): Promise<number> {
  let recorded = 0
  for (const campaignId of await finalRemovals(db)) {
    await inTransaction(db, async (tx) => {
      await lockDecisions(tx, campaignId)
      // Read again under the lock, because a moderator may have shown the campaign again meanwhile.
      if ((await finalRemovals(tx, campaignId)).length === 0) return
      await recordEvent(tx, { type: 'campaign_removed', campaignId })
      recorded++
    })
  }
  return recorded
}

type Options = { store: Store; onRecorded: () => void; log: Log; leadership: Leadership }

export const startRemovalJob = ({ store, onRecorded, log, leadership }: Options): Stoppable =>
  startJob({
    name: 'removals',
    everyMs: 10 * 60_000,
    work: async () => {
      if ((await recordRemovals(store.db)) > 0) onRecorded()
    },
    failed: 'supporters of removed campaigns could not be notified',
    log,
    leadership,
  })
