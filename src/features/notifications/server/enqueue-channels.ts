import { sql } from 'kysely'
import { inTransaction, type Tx } from '#platform/server/idempotency.ts'
import type { Log } from '#platform/server/log.ts'
import { backOff, triesAtMost } from '#platform/server/queue.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { NotificationType } from '../terms.ts'
import { duringDelivery } from './gate.ts'

const peopleAtOnce = 500
const eventsAtOnce = 20

/** An event that was delivered to the bells of all recipients. `through` is the id of the last person that this channel has processed. */
export type NotifiedEvent = { id: string; type: NotificationType; through: string | null }

/** A delivery channel other than the bell. Channels process the events independently: a mail server that is down does not delay push messages. */
export type Channel = {
  name: 'mail' | 'push'
  /** Enqueues messages to these people, in the transaction that stores the progress. */
  queue: (tx: Tx, event: NotifiedEvent, personIds: readonly string[]) => Promise<void>
  /** False while the queue is full. */
  hasRoom: (db: Db) => Promise<boolean>
}

type Options = { db: Db; channel: Channel; log: Log; isStopped: () => boolean }

/**
 * Enqueues delivered events in batches of five hundred people, one batch of each event after the other, and a transaction per batch. So
 * an event with a million recipients delays no other, locks no row for long, and resumes after a crash. Skips people who have read the
 * notification. Returns the number of people processed.
 */
export async function enqueueChannels({ db, channel, log, isStopped }: Options): Promise<number> {
  let handed = 0
  while (!isStopped()) {
    const events = await waitingFor(db, channel)
    for (const id of events) {
      if (isStopped() || !(await channel.hasRoom(db))) return handed
      handed += await inTransaction(db, (tx) => portion(tx, channel, id)).catch(async (error: unknown) => {
        log.warn({ err: error, event: id, channel: channel.name }, 'an event could not be queued for a channel; it will be retried')
        await putOff(db, { channel, id, error })
        return 0
      })
    }
    if (events.length === 0) return handed
  }
  return handed
}

const columns = ({ name }: Channel) => ({
  through: sql.ref(`${name}ed_through`),
  doneAt: sql.ref(`${name}ed_at`),
  tries: sql.ref(`${name}_tries`),
  nextAt: sql.ref(`${name}_next_at`),
  failedAt: sql.ref(`${name}_failed_at`),
})

async function waitingFor(db: Db, channel: Channel): Promise<string[]> {
  const { doneAt, nextAt, failedAt } = columns(channel)
  const { rows } = await sql<{ id: string }>`
    select id from notification_event
    where delivered_at is not null and ${doneAt} is null and ${failedAt} is null and ${nextAt} <= now()
    order by ${nextAt}, id limit ${eventsAtOnce}`.execute(db)
  return rows.map(({ id }) => id)
}

async function portion(tx: Tx, channel: Channel, id: string): Promise<number> {
  await duringDelivery(tx)
  const { through, doneAt, tries, nextAt, failedAt } = columns(channel)
  const { rows } = await sql<NotifiedEvent>`
    select id, type, ${through} as through from notification_event where id = ${id} and ${doneAt} is null and ${failedAt} is null for update`.execute(tx)
  const event = rows[0]
  // Another process has finished the event meanwhile, or it was deleted.
  if (!event) return 0
  const people = await tx
    .selectFrom('notification')
    .select(['person_id', 'is_read'])
    .where('event_id', '=', id)
    .$if(event.through !== null, (query) => query.where('person_id', '>', event.through))
    .orderBy('person_id')
    .limit(peopleAtOnce)
    .execute()
  const unread = people.filter(({ is_read }) => !is_read).map(({ person_id }) => person_id)
  if (unread.length > 0) await channel.queue(tx, event, unread)
  const isLast = people.length < peopleAtOnce
  // Moves the event to the end of the queue, so that the others are processed before its next batch.
  await sql`
    update notification_event set ${through} = ${people.at(-1)?.person_id ?? event.through}::uuid, ${doneAt} = case when ${isLast} then now() end,
      ${tries} = 0, ${nextAt} = now()
    where id = ${id}`.execute(tx)
  return people.length
}

/** Schedules a retry with back-off, for this channel only. After `triesAtMost` tries the event has failed and is shown to the operator. */
async function putOff(db: Db, { channel, id, error }: { channel: Channel; id: string; error: unknown }) {
  const { tries, nextAt, failedAt } = columns(channel)
  const { code, name }: { code?: unknown; name?: unknown } = Object(error)
  const reason = `${channel.name}: ${String(code ?? name ?? 'Error')}`.slice(0, 500)
  await sql`
    update notification_event set ${tries} = ${tries} + 1, last_error = ${reason},
      ${nextAt} = now() + ${backOff(sql`(${tries} + 1)`)},
      ${failedAt} = case when ${tries} + 1 >= ${triesAtMost} then now() end
    where id = ${id}`.execute(db)
}
