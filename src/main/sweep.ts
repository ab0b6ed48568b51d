import { sql } from 'kysely'
import { type Stoppable, startJob } from '#platform/server/job.ts'
import type { Leadership } from '#platform/server/leader.ts'
import type { Log } from '#platform/server/log.ts'
import type { Db, Store } from '#platform/server/store/open-store.ts'

/** Removes what is only kept for a while: idempotency keys after a day, sessions and links past their end, invite links and turns in chats that are over, counts of limits whose time is over, messages to the operator after two years. */
export async function sweepRows(db: Db): Promise<void> {
  await db.deleteFrom('idempotency_key').where('created_at', '<', sql<Date>`now() - interval '24 hours'`).execute()
  await db.deleteFrom('auth_session').where('expires_at', '<', sql<Date>`now()`).execute()
  await db.deleteFrom('auth_verification').where('expires_at', '<', sql<Date>`now()`).execute()
  const nobodys = db.selectFrom('person').select('id').where('deleted_at', 'is not', null)
  // Written in the moment in which their person left, before the store refused that.
  await db.deleteFrom('auth_account').where('person_id', 'in', nobodys).execute()
  await db.deleteFrom('auth_session').where('person_id', 'in', nobodys).execute()
  // Begun in the moment in which its creator left: nobody could open or delete it.
  await db.deleteFrom('campaign').where('status', '=', 'draft').where('creator_id', 'in', nobodys).execute()
  await db.deleteFrom('campaign_chat_pace').where('spoke_at', '<', sql<Date>`now() - interval '1 minute'`).execute()
  await db.deleteFrom('rate_limit').where('expire', '<', Date.now()).execute()
  await db.deleteFrom('sign_in_attempt').where('last_at', '<', sql<Date>`now() - interval '1 hour'`).execute()
  await db.deleteFrom('community_invite').where('expires_at', '<', sql<Date>`now()`).execute()
  await db.deleteFrom('contact_submission').where('created_at', '<', sql<Date>`now() - interval '2 years'`).execute()
}

/** Sweeps every ten minutes. */
export const startSweep = ({ store, log, leadership }: { store: Store; log: Log; leadership: Leadership }): Stoppable =>
  startJob({ name: 'sweep', everyMs: 10 * 60_000, work: () => sweepRows(store.db), failed: 'the sweep failed', log, leadership })
