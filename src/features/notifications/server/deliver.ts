import { sql } from 'kysely'
import type { Leadership } from '#platform/server/leader.ts'
import type { Log } from '#platform/server/log.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { BellNews } from './bell-news.ts'
import { duringDelivery, tellsFewAlone } from './gate.ts'
import { tellFew } from './tell-few.ts'
import { tellMany } from './tell-many.ts'
import { isAboutEvent, postpone } from './trouble.ts'

const eventsAtOnce = 500
/** What concerns as many as a campaign or a community has. */
const forMany = ['campaign_update', 'campaign_victory', 'campaign_milestone', 'community_announcement']
/** So often at most all bells are looked at while many are told. */
const manyMs = 2_000
const pause = { share: 0.5, mostMs: 100 }

export type Delivering = {
  db: Db
  news: BellNews
  log: Log
  /** How many are told in one transaction. */
  portion: number
  /** The product ends: what waits, waits for the next start. */
  isEnding: () => boolean
  /** Asked again and again: a million may take longer to tell than this process leads. */
  leadership: Pick<Leadership, 'isMine'>
}

/**
 * Tells everybody who is to be told of what waits; returns when nothing does any more. Events that tell a few go together
 * and first, those that tell many in portions and by turns. One that cannot be delivered waits, longer each time, and keeps no other.
 */
export async function deliverWaiting(given: Delivering): Promise<void> {
  const manyBells = gathered(given.news)
  try {
    while (!given.isEnding() && (await given.leadership.isMine())) {
      const few = await dueEvents(given.db, { forMany: false, atMost: eventsAtOnce })
      const toldFew = few.length > 0 && (await deliverFew(given, few))
      // One portion, and then those again that tell a few: however many campaigns tell all their people, an answer is told at once.
      const [many] = await dueEvents(given.db, { forMany: true, atMost: 1 })
      const toldMany = many !== undefined && (await deliverPortion(given, { id: many, manyBells }))
      // Nothing waits, or somebody else is at all of it.
      if (!toldFew && !toldMany) return
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

/** In one transaction; where one of them stands in the way, each in its own. False where somebody else is at all of them. */
async function deliverFew(given: Delivering, ids: readonly string[]): Promise<boolean> {
  try {
    const told = await given.db.transaction().execute(async (tx) => {
      await duringDelivery(tx)
      if (!(await tellsFewAlone(tx))) return null
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
        ? tellFew(
            tx,
            mine.map(({ id }) => id),
          )
        : null
    })
    if (told) given.news.changed(told)
    return told !== null
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
    const told = await given.db.transaction().execute(async (tx) => {
      await duringDelivery(tx)
      return tellMany(tx, { id, portion: given.portion })
    })
    if (!told) return false
    if (told.told === 'many') manyBells.changed()
    else given.news.changed(told.told)
    // Pages and joins need the store meanwhile.
    if (!told.isDone) await new Promise((resolve) => setTimeout(resolve, Math.min(pause.mostMs, (performance.now() - began) * pause.share)))
  } catch (error) {
    if (!isAboutEvent(error)) throw error
    await postpone(given, { id, error })
  }
  return true
}

/** All bells together, not more often than is good for those who read. */
function gathered(news: BellNews) {
  let waiting = false
  let toldAt = Number.NEGATIVE_INFINITY
  function tell() {
    if (!waiting) return
    waiting = false
    toldAt = performance.now()
    news.changedForMany()
  }
  return {
    changed() {
      waiting = true
      if (performance.now() - toldAt > manyMs) tell()
    },
    tell,
  }
}
