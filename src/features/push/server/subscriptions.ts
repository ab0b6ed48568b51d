import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { inTransaction } from '#platform/server/idempotency.ts'
import { notSignedIn } from '#platform/server/rpc.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Subscription } from '../contract.ts'
import { browsersAtMost } from '../terms.ts'

/**
 * The person's subscribed browsers, as SHA-256 hashes of their endpoints: an endpoint is a secret that lets others send to the
 * browser. A browser recognizes its own hash.
 */
export async function browsersOf(db: Db, personId: string): Promise<string[]> {
  const rows = await db.selectFrom('push_subscription').select('endpoint').where('person_id', '=', personId).orderBy('created_at').orderBy('id').execute()
  return rows.map(({ endpoint }) => createHash('sha256').update(endpoint).digest('base64url'))
}

type Options = { personId: string; sessionId: string | null; subscription: Subscription }

/**
 * Subscribes the browser to this person's notifications. If it was subscribed for another person, that subscription is deleted together
 * with its queued messages. Returns false if `replaces` is not an endpoint of this person.
 */
export function addSubscription(db: Db, { personId, sessionId, subscription }: Options): Promise<boolean> {
  const { endpoint, keys, replaces } = subscription
  return inTransaction(db, async (tx) => {
    // Locks person and session, so that concurrent calls cannot exceed the limit, and nothing is added after account deletion or sign-out.
    const person = await tx.selectFrom('person').select('id').where('id', '=', personId).where('deleted_at', 'is', null).forNoKeyUpdate().executeTakeFirst()
    if (!person) throw notSignedIn()
    if (sessionId !== null && !(await tx.selectFrom('auth_session').select('id').where('id', '=', sessionId).forKeyShare().executeTakeFirst()))
      throw notSignedIn()
    if (replaces !== undefined && !(await removeSubscription(tx, { personId, endpoint: replaces }))) return false
    await tx.deleteFrom('push_subscription').where('endpoint', '=', endpoint).where('person_id', '<>', personId).execute()
    const now = { person_id: personId, session_id: sessionId, p256dh: keys.p256dh, auth: keys.auth }
    await tx
      .insertInto('push_subscription')
      .values({ id: uuidv7(), endpoint, ...now })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(now))
      .execute()
    await sql`
      delete from push_subscription where id in (
        select id from push_subscription where person_id = ${personId} order by created_at desc, id desc offset ${browsersAtMost})`.execute(tx)
    return true
  })
}

/** Returns true if this person had the subscription. */
export async function removeSubscription(db: Db, { personId, endpoint }: { personId: string; endpoint: string }): Promise<boolean> {
  const removed = await db.deleteFrom('push_subscription').where('person_id', '=', personId).where('endpoint', '=', endpoint).executeTakeFirst()
  return removed.numDeletedRows > 0n
}
