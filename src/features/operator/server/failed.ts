import { sql } from 'kysely'
import { writeAudit } from '#platform/server/audit.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { decodeCursor, pageOfRows } from '#platform/server/keyset.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { FailedItem } from '../contract.ts'
import { plainError } from '../policy.ts'
import type { FailingQueue } from '../terms.ts'

type Row = FailedItem & { at: string }

/** A push message has no id of its own. This one is derived from its primary key and has the form of a UUID of version 8. */
const pushId = sql<string>`overlay(overlay(md5(m.subscription_id::text || m.event_id::text) placing '8' from 13) placing '8' from 17)::uuid`

/** Time at which enqueueing for mail, push or both was given up. */
const notEnqueuedAt = sql`greatest(e.mail_failed_at, e.push_failed_at)`
/** A mail that has lost its text cannot be sent again, because the text contained one-time links. A mail about a notification is rendered anew. */
const isWritable = sql`(m.letter is not null or m.person_id is not null)`
/** Minimum time to live of a mail that an operator retries. */
const retriedLifetime = sql`interval '1 day'`

/** Items that any queue has given up, the latest first. */
export async function failedItems(db: Db, { cursor, limit }: { cursor?: string | undefined; limit: number }) {
  const from = decodeCursor(cursor, 'time')
  const [after, id] = [from?.after ?? null, from?.id ?? null]
  const below = (itemId: ReturnType<typeof sql>, failedAt: ReturnType<typeof sql>) =>
    sql`(${after}::timestamptz is null or (${failedAt}, ${itemId}) < (${after}::timestamptz, ${id}::uuid)) order by ${failedAt} desc, ${itemId} desc limit ${limit + 1}`
  const { rows } = await sql<Row>`
    select queue, id, kind, subject, created_at as "createdAt", failed_at as "failedAt", failed_at::text as at, tries, last_error as error,
      can_retry as "canRetry"
    from (
      (select 'notifications' as queue, e.id, e.type as kind, null::uuid as subject, e.created_at, e.failed_at, e.tries, e.last_error, true as can_retry
      from notification_event e where e.failed_at is not null and ${below(sql`e.id`, sql`e.failed_at`)})
      union all
      (select 'handover', e.id, e.type, null, e.created_at, ${notEnqueuedAt}, greatest(e.mail_tries, e.push_tries), e.last_error, true
      from notification_event e where ${notEnqueuedAt} is not null and ${below(sql`e.id`, notEnqueuedAt)})
      union all
      (select 'mail', m.id, m.kind, m.event_id, m.created_at, m.failed_at, m.tries, m.last_error, ${isWritable}
      from mail m where m.failed_at is not null and ${below(sql`m.id`, sql`m.failed_at`)})
      union all
      (select 'push', ${pushId}, e.type, m.event_id, m.created_at, m.failed_at, m.tries, m.last_error, true
      from push_message m join notification_event e on e.id = m.event_id
      where m.failed_at is not null and ${below(pushId, sql`m.failed_at`)})
    ) as given_up
    order by given_up.failed_at desc, given_up.id desc limit ${limit + 1}`.execute(db)
  return pageOfRows(rows, limit, {
    item: ({ at: _at, ...item }): FailedItem => ({ ...item, error: item.error === null ? null : plainError(item.error) }),
    position: ({ at, id }) => ({ after: at, id }),
  })
}

type One = { queue: FailingQueue; id: string; actorId: string }

/** Resets the item so that it is tried again from the beginning. Returns false if no such item was given up. */
export const retryFailed = (tx: Tx, one: One) => settle(tx, { ...one, action: 'job.retried', statements: retrying })

/** Removes the item from its queue for good. Notifications that were delivered remain; no further ones are. */
export const dropFailed = (tx: Tx, one: One) => settle(tx, { ...one, action: 'job.dropped', statements: dropping })

type Statements = Record<FailingQueue, (id: string) => ReturnType<typeof sql<{ kind: string; tries: number }>>>
const anew = sql`failed_at = null, last_error = null, next_try_at = now()`

// `was` keeps the old values, because `returning` gives the values after the update.
const retrying: Statements = {
  notifications: (id) => sql`
    with was as materialized (select id, type, tries from notification_event where id = ${id} and failed_at is not null for update)
    update notification_event e set tries = 0, ${anew} from was where e.id = was.id returning was.type as kind, was.tries`,
  handover: (id) => sql`
    with was as materialized (
      select e.id, e.type, greatest(e.mail_tries, e.push_tries) as tries from notification_event e where e.id = ${id} and ${notEnqueuedAt} is not null for update)
    update notification_event e set last_error = null, mail_tries = 0, mail_failed_at = null, mail_next_at = now(), push_tries = 0, push_failed_at = null, push_next_at = now()
    from was where e.id = was.id returning was.type as kind, was.tries`,
  mail: (id) => sql`
    with was as materialized (select m.id, m.kind, m.tries from mail m where m.id = ${id} and m.failed_at is not null and ${isWritable} for update)
    update mail m set tries = 0, expires_at = greatest(m.expires_at, now() + ${retriedLifetime}), ${anew} from was where m.id = was.id returning was.kind, was.tries`,
  push: (id) => sql`
    with was as materialized (
      select m.subscription_id, m.event_id, m.tries from push_message m where ${pushId} = ${id} and m.failed_at is not null for update)
    update push_message m set tries = 0, created_at = now(), ${anew} from was
    where m.subscription_id = was.subscription_id and m.event_id = was.event_id returning 'push' as kind, was.tries`,
}

const dropping: Statements = {
  notifications: (id) => sql`
    update notification_event set delivered_at = now(), mailed_at = now(), pushed_at = now(), failed_at = null
    where id = ${id} and failed_at is not null returning type as kind, tries`,
  handover: (id) => sql`
    update notification_event e set mailed_at = case when e.mail_failed_at is null then e.mailed_at else now() end, mail_failed_at = null,
      pushed_at = case when e.push_failed_at is null then e.pushed_at else now() end, push_failed_at = null
    where e.id = ${id} and ${notEnqueuedAt} is not null returning e.type as kind, greatest(e.mail_tries, e.push_tries) as tries`,
  mail: (id) => sql`delete from mail where id = ${id} and failed_at is not null returning kind, tries`,
  push: (id) => sql`delete from push_message m where ${pushId} = ${id} and m.failed_at is not null returning 'push' as kind, m.tries`,
}

async function settle(tx: Tx, { queue, id, actorId, action, statements }: One & { action: string; statements: Statements }): Promise<boolean> {
  const { rows } = await statements[queue](id).execute(tx)
  const [row] = rows
  if (!row) return false
  await writeAudit(tx, { actorId, action, subject: { kind: queue, id }, reason: '', details: { kind: row.kind, tries: row.tries } })
  return true
}
