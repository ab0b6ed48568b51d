import { sql } from 'kysely'
import { forgetWords } from '#features/moderation/server/public.ts'
import { slowMode } from '#features/moderation/terms.ts'
import { forgetDetachedKeys, forgetLeaves, forgetSignals } from '#features/pledges/server/public.ts'
import { unverifiedDays } from '#features/replies/terms.ts'
import { visitorReportDays } from '#features/reports/terms.ts'
import { type Stoppable, startJob } from '#platform/server/job.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { Log } from '#platform/server/log.ts'
import type { Db, Store } from '#platform/server/store/open-store.ts'

/**
 * Deletes rows that are kept for a limited time: idempotency keys after a day, expired sessions, links, invite links and join intentions of visitors,
 * cooldowns of chats, the times of what people wrote, expired counts of limits, unconfirmed reports of visitors, messages to the operator and closed reports after two years,
 * signals of how new accounts joined, keys of the mailboxes of disconnected pledges, leaves of daily lists, and the words of reasons and appeals.
 */
export async function sweepRows(db: Db): Promise<void> {
  await db.deleteFrom('idempotency_key').where('created_at', '<', sql<Date>`now() - interval '24 hours'`).execute()
  await db.deleteFrom('auth_session').where('expires_at', '<', sql<Date>`now()`).execute()
  await db.deleteFrom('auth_verification').where('expires_at', '<', sql<Date>`now()`).execute()
  const nobodys = db.selectFrom('person').select('id').where('deleted_at', 'is not', null)
  // Rows that were inserted while the account was being deleted, before the database refused that.
  await db.deleteFrom('auth_account').where('person_id', 'in', nobodys).execute()
  await db.deleteFrom('auth_session').where('person_id', 'in', nobodys).execute()
  // Drafts that were begun while the creator's account was being deleted: nobody could open or delete them.
  await db.deleteFrom('campaign').where('status', '=', 'draft').where('creator_id', 'in', nobodys).execute()
  await db.deleteFrom('campaign_chat_pace').where('spoke_at', '<', sql<Date>`now() - make_interval(secs => ${slowMode.most})`).execute()
  await db.deleteFrom('person_pace').where('wrote_at', '<', sql<Date>`now() - interval '1 minute'`).execute()
  await db.deleteFrom('written_text').where('written_at', '<', sql<Date>`now() - interval '24 hours'`).execute()
  await db.deleteFrom('join_intention').where('expires_at', '<', sql<Date>`now()`).execute()
  await db.deleteFrom('rate_limit').where('expire', '<', Date.now()).execute()
  await db.deleteFrom('sign_in_attempt').where('last_at', '<', sql<Date>`now() - interval '1 hour'`).execute()
  await db.deleteFrom('community_invite').where('expires_at', '<', sql<Date>`now()`).execute()
  await db.deleteFrom('report').where('closed_at', '<', sql<Date>`now() - interval '2 years'`).execute()
  await db.deleteFrom('unconfirmed_report').where('created_at', '<', sql<Date>`now() - make_interval(days => ${visitorReportDays})`).execute()
  await db
    .deleteFrom('representative')
    .where('state', '=', 'unverified')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${unverifiedDays})`)
    .execute()
  await forgetSignals(db)
  await forgetDetachedKeys(db)
  await forgetLeaves(db)
  await forgetWords(db)
  await db.deleteFrom('contact_submission').where('created_at', '<', sql<Date>`now() - interval '2 years'`).execute()
}

export const startSweep = ({ store, log, leadership }: { store: Store; log: Log; leadership: Leadership }): Stoppable =>
  startJob({ name: 'sweep', everyMs: 10 * 60_000, work: () => sweepRows(store.db), failed: 'the cleanup failed', log, leadership })
