import { setTimeout } from 'node:timers/promises'
import type { Log } from '#platform/server/log.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { PushService } from './push-service.ts'
import { dropPush, settlePush, takePushes, type Waiting } from './queue.ts'

const atOnce = 32
const atOnceEach = 8
const lookMs = 1_000

/** What a browser shows: `url` is a path of this site. */
export type Shown = { title: string; body: string; url: string }
/** Writes the words when they are sent: null where the person may not see it any more, or has read it. */
export type Compose = (db: Db, about: { personId: string; eventId: string }) => Promise<Shown | null>

type Given = { db: Db; compose: Compose; service: PushService; stopping: AbortSignal; log: Log }

/**
 * Sends what is due, several at a time; returns when nothing is. A service that is slow has only a part of the turns, and
 * the others' messages go on beside it.
 */
export async function sendPushes(given: Given): Promise<void> {
  const { db, log, stopping } = given
  const underWay = new Map<Promise<void>, string>()
  while (!stopping.aborted) {
    const free = Math.min(atOnceEach, atOnce - underWay.size)
    const rows = free > 0 ? await takePushes(db, { count: free, except: busyAmong([...underWay.values()]) }) : []
    for (const row of rows) {
      const sending = sendOne(given, row)
        .catch((error: unknown) => log.warn({ err: error }, 'a notification in a browser could not be sent; it is tried again'))
        .finally(() => underWay.delete(sending))
      underWay.set(sending, row.service)
    }
    if (rows.length > 0 && underWay.size < atOnce) continue
    if (underWay.size === 0) return
    await Promise.race([...underWay.keys(), setTimeout(lookMs, null, { ref: false })])
  }
  await Promise.all(underWay.keys())
}

/** Those that have as many turns as one service may have. */
function busyAmong(services: string[]): string[] {
  return [...new Set(services)].filter((service) => services.filter((each) => each === service).length >= atOnceEach)
}

async function sendOne({ db, compose, service, stopping, log }: Given, row: Waiting): Promise<void> {
  const shown = row.is_stopped ? null : await compose(db, { personId: row.person_id, eventId: row.event_id })
  if (shown === null) return dropPush(db, row)
  const outcome = await service({ to: row, text: JSON.stringify({ ...shown, tag: row.event_id }), stopping })
  if (typeof outcome === 'object') log.info({ event: row.event_id, tries: row.tries, ...outcome }, 'a push service did not take a notification')
  await settlePush(db, row, outcome)
}
