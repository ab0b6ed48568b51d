import { setTimeout } from 'node:timers/promises'
import type { Log } from '#platform/server/log.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { PushService } from './push-service.ts'
import { type DuePush, dropPush, settlePush, takePushes } from './queue.ts'

const atOnce = 32
const atOnceEach = 8
const lookMs = 1_000

/** The content of a push message; `url` is a path of this site. */
export type Shown = { title: string; body: string; url: string }
/** Composes the text at the time of sending; null if the message must no longer be sent. */
export type Compose = (db: Db, about: { personId: string; eventId: string }) => Promise<Shown | null>

type Options = { db: Db; compose: Compose; service: PushService; stopping: AbortSignal; log: Log }

/**
 * Sends the due messages, several at a time; returns when none is left. A concurrency limit per service keeps a slow one from
 * delaying the others.
 */
export async function sendPushes(given: Options): Promise<void> {
  const { db, log, stopping } = given
  const underWay = new Map<Promise<void>, string>()
  while (!stopping.aborted) {
    const free = Math.min(atOnceEach, atOnce - underWay.size)
    const rows = free > 0 ? await takePushes(db, { count: free, except: busyAmong([...underWay.values()]) }) : []
    for (const row of rows) {
      const sending = sendOne(given, row)
        .catch((error: unknown) => log.warn({ err: error }, 'a browser notification could not be sent; it will be retried'))
        .finally(() => underWay.delete(sending))
      underWay.set(sending, row.service)
    }
    if (rows.length > 0 && underWay.size < atOnce) continue
    if (underWay.size === 0) return
    await Promise.race([...underWay.keys(), setTimeout(lookMs, null, { ref: false })])
  }
  await Promise.all(underWay.keys())
}

/** Services that have reached their concurrency limit. */
function busyAmong(services: string[]): string[] {
  return [...new Set(services)].filter((service) => services.filter((each) => each === service).length >= atOnceEach)
}

async function sendOne({ db, compose, service, stopping, log }: Options, row: DuePush): Promise<void> {
  const shown = row.is_stopped ? null : await compose(db, { personId: row.person_id, eventId: row.event_id })
  if (shown === null) return dropPush(db, row)
  const outcome = await service({ to: row, text: JSON.stringify({ ...shown, tag: row.event_id }), stopping })
  if (typeof outcome === 'object') log.info({ event: row.event_id, tries: row.tries, ...outcome }, 'a push service rejected a notification')
  await settlePush(db, row, outcome)
}
