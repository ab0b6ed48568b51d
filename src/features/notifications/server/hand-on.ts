import { sql } from 'kysely'
import { inTransaction, type Tx } from '#platform/server/idempotency.ts'
import type { Log } from '#platform/server/log.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { NotificationType } from '../terms.ts'
import { duringDelivery } from './gate.ts'
import { pauseAfter, triesAtMost } from './trouble.ts'

const peopleAtOnce = 500
const eventsAtOnce = 20

/** An event whose people have all been told of it in their bells. */
export type ToldEvent = { id: string; type: NotificationType; through: string | null }

/** A way in which people are told besides the bell. Each goes through the events by itself: a mail server that is away keeps no push waiting. */
export type Channel = {
  name: 'mail' | 'push'
  /** Writes what is to be sent to these people, in the transaction that remembers how far it came. */
  queue: (tx: Tx, event: ToldEvent, personIds: readonly string[]) => Promise<void>
  /** False while so much waits already that no more is to be written. */
  hasRoom: (db: Db) => Promise<boolean>
}

type Given = { db: Db; channel: Channel; log: Log; isStopped: () => boolean }

/**
 * Hands on what waits, to five hundred people at a time and to one event after the other: one with a million of them
 * keeps no other waiting, holds nothing for long, and after a kill goes on where it was. Whoever has read a notification
 * already is told of it nowhere else. Gives how many people there were.
 */
export async function handOn({ db, channel, log, isStopped }: Given): Promise<number> {
  let handed = 0
  while (!isStopped()) {
    const events = await waitingFor(db, channel)
    for (const id of events) {
      if (isStopped() || !(await channel.hasRoom(db))) return handed
      handed += await inTransaction(db, (tx) => portion(tx, channel, id)).catch(async (error: unknown) => {
        log.warn({ err: error, event: id, channel: channel.name }, 'an event could not be handed on; it is tried again')
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
  const { rows } = await sql<ToldEvent>`
    select id, type, ${through} as through from notification_event where id = ${id} and ${doneAt} is null and ${failedAt} is null for update`.execute(tx)
  const event = rows[0]
  // Done by another process meanwhile, or deleted.
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
  // To the end of the line: the others have their turn before the next portion.
  await sql`
    update notification_event set ${through} = ${people.at(-1)?.person_id ?? event.through}::uuid, ${doneAt} = case when ${isLast} then now() end,
      ${tries} = 0, ${nextAt} = now()
    where id = ${id}`.execute(tx)
  return people.length
}

/** After ever longer pauses again, this way alone; after eight times the operator is shown it. */
async function putOff(db: Db, { channel, id, error }: { channel: Channel; id: string; error: unknown }) {
  const { tries, nextAt, failedAt } = columns(channel)
  const { code, name }: { code?: unknown; name?: unknown } = Object(error)
  const reason = `${channel.name}: ${String(code ?? name ?? 'Error')}`.slice(0, 500)
  await sql`
    update notification_event set ${tries} = ${tries} + 1, last_error = ${reason},
      ${nextAt} = now() + ${pauseAfter(tries)},
      ${failedAt} = case when ${tries} + 1 >= ${triesAtMost} then now() end
    where id = ${id}`.execute(db)
}
