import { sql } from 'kysely'
import type { Leadership } from '#platform/server/leader.ts'
import type { Log } from '#platform/server/log.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { BellNews } from './bell-news.ts'
import { deliverDirect } from './deliver-direct.ts'
import { fanOut } from './fan-out.ts'
import { duringDelivery, isDirectOnly } from './gate.ts'
import { isAboutEvent, postpone } from './trouble.ts'

const eventsAtOnce = 500
/** Types that are fanned out to all supporters of a campaign or members of a community. */
const forMany = ['campaign_update', 'campaign_victory', 'campaign_milestone', 'community_announcement', 'target_response', 'campaign_removed']
/** Minimum time between two refreshes of all bells during a fan-out. */
const manyMs = 2_000
const pause = { share: 0.5, mostMs: 100 }

export type Delivering = {
  db: Db
  news: BellNews
  log: Log
  /** Number of people per transaction. */
  portion: number
  /** True when the process stops; the remaining events are delivered after the next start. */
  isEnding: () => boolean
  /** Checked before each batch: this process may lose the leadership during a fan-out to a million people. */
  leadership: Pick<Leadership, 'isMine'>
}

/**
 * Delivers all due events; returns when none is left. Events with few recipients are delivered together and first; the others are
 * fanned out in batches, one batch of each event after the other. An event that fails is retried with back-off and delays no other.
 */
export async function deliverWaiting(given: Delivering): Promise<void> {
  const manyBells = gathered(given.news)
  try {
    while (!given.isEnding() && (await given.leadership.isMine())) {
      const few = await dueEvents(given.db, { forMany: false, atMost: eventsAtOnce })
      const deliveredDirect = few.length > 0 && (await deliverFew(given, few))
      // Delivers only one batch before the next direct deliveries, so that many fan-outs do not delay a reply.
      const [many] = await dueEvents(given.db, { forMany: true, atMost: 1 })
      const fannedOut = many !== undefined && (await deliverPortion(given, { id: many, manyBells }))
      // Nothing is due, or another process has locked all due events.
      if (!deliveredDirect && !fannedOut) return
    }
  } finally {
    manyBells.tell()
  }
}

async function dueEvents(db: Db, asked: { forMany: boolean; atMost: number }): Promise<string[]> {
  const due = await db
    .selectFrom('notification_event')
    .select('id')
    .where('type', asked.forMany ? 'in' : 'not in', forMany)
    .where('delivered_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('next_try_at', '<=', sql<Date>`clock_timestamp()`)
    .orderBy('next_try_at')
    .orderBy('id')
    .limit(asked.atMost)
    .execute()
  return due.map(({ id }) => id)
}

/** Delivers the events in one transaction; if that fails, each event in its own. False if another process delivers them. */
async function deliverFew(given: Delivering, ids: readonly string[]): Promise<boolean> {
  try {
    const notified = await given.db.transaction().execute(async (tx) => {
      await duringDelivery(tx)
      if (!(await isDirectOnly(tx))) return null
      const mine = await tx
        .selectFrom('notification_event')
        .select('id')
        .where('id', 'in', ids)
        .where('delivered_at', 'is', null)
        .orderBy('id')
        .forUpdate()
        .skipLocked()
        .execute()
      return mine.length > 0
        ? deliverDirect(
            tx,
            mine.map(({ id }) => id),
          )
        : null
    })
    if (notified) given.news.changed(notified)
    return notified !== null
  } catch (error) {
    if (!isAboutEvent(error)) throw error
    const [only] = ids
    if (ids.length === 1 && only !== undefined) await postpone(given, { id: only, error })
    else for (const id of ids) await deliverFew(given, [id])
    return true
  }
}

type Gathered = ReturnType<typeof gathered>

async function deliverPortion(given: Delivering, { id, manyBells }: { id: string; manyBells: Gathered }): Promise<boolean> {
  const began = performance.now()
  try {
    const notified = await given.db.transaction().execute(async (tx) => {
      await duringDelivery(tx)
      return fanOut(tx, { id, portion: given.portion })
    })
    if (!notified) return false
    if (notified.notified === 'many') manyBells.changed()
    else given.news.changed(notified.notified)
    // Pauses, so that the database has capacity for page requests and joins.
    if (!notified.isDone) await new Promise((resolve) => setTimeout(resolve, Math.min(pause.mostMs, (performance.now() - began) * pause.share)))
  } catch (error) {
    if (!isAboutEvent(error)) throw error
    await postpone(given, { id, error })
  }
  return true
}

/** Refreshes all bells together, at most once per `manyMs`, to limit the load of the open pages. */
function gathered(news: BellNews) {
  let waiting = false
  let notifiedAt = Number.NEGATIVE_INFINITY
  function publish() {
    if (!waiting) return
    waiting = false
    notifiedAt = performance.now()
    news.changedForMany()
  }
  return {
    changed() {
      waiting = true
      if (performance.now() - notifiedAt > manyMs) publish()
    },
    tell: publish,
  }
}
