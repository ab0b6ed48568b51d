import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { inTransaction } from '#platform/server/idempotency.ts'
import { notSignedIn } from '#platform/server/rpc.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Subscription } from '../contract.ts'
import { browsersAtMost } from '../terms.ts'

/** Which browsers of somebody are told. Their endpoints are secrets that let others send there; a browser knows its own by the digest. */
export async function browsersOf(db: Db, personId: string): Promise<string[]> {
  const rows = await db.selectFrom('push_subscription').select('endpoint').where('person_id', '=', personId).orderBy('created_at').orderBy('id').execute()
  return rows.map(({ endpoint }) => createHash('sha256').update(endpoint).digest('base64url'))
}

type Given = { personId: string; sessionId: string | null; subscription: Subscription }

/**
 * From now on the browser is told what its person is told. One that told somebody else moves over, and what waited for
 * that one is not sent. Returns false where it was to replace another that is not this person's.
 */
export function addSubscription(db: Db, { personId, sessionId, subscription }: Given): Promise<boolean> {
  const { endpoint, keys, replaces } = subscription
  return inTransaction(db, async (tx) => {
    // One after another, so that there are never more than may be; and nothing is added to who leaves or signs out meanwhile.
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

/** Whether this person had it. */
export async function removeSubscription(db: Db, { personId, endpoint }: { personId: string; endpoint: string }): Promise<boolean> {
  const removed = await db.deleteFrom('push_subscription').where('person_id', '=', personId).where('endpoint', '=', endpoint).executeTakeFirst()
  return removed.numDeletedRows > 0n
}
