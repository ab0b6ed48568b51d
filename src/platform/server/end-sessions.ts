import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { LiveHub } from './live/hub.ts'
import type { Log } from './log.ts'
import { isLiveSession } from './session.ts'
import type { Db, Store } from './store/open-store.ts'
import { prepared } from './store/prepared.ts'

/** Internal topic between processes; no reader can subscribe to it. */
const topic = '!sessions'
const checkMs = 600
/** After a slow check, pauses this many times as long as the check took, so that many streams do not overload a busy database. */
const restShare = 4
const idsAtOnce = 500

/** Ends sessions and the open streams that belong to them. */
export type Sessions = {
  /** Ends all sessions of a person except one; returns their number. */
  end: (of: { personId: string; except?: string | null | undefined }) => Promise<number>
  /** Ends one session; returns false if this person has no such session. */
  endOne: (of: { id: string; personId: string }) => Promise<boolean>
  /** Ends the session with this token. */
  endToken: (token: string) => Promise<void>
  /** Call it after the commit of a transaction that has deleted session rows itself. */
  haveEnded: (ids: readonly string[]) => void
  /** Calls `cut` once when this session ends, in whichever way and process. Returns a function that stops watching. */
  watch: (id: string, cut: () => void) => () => void
  stop: () => Promise<void>
}

/**
 * A request reads its session from the database, so it notices its end at once. An open stream does not: every process receives
 * an event for each ended session and cuts its streams. An event may be lost, and expiry or a suspension sends none, so each
 * process also checks the sessions of its streams every 600 ms, less often only if a check takes longer than 150 ms.
 */
export function openSessions({ store, live, log }: { store: Store; live: LiveHub; log: Log }): Sessions {
  const watched = new Map<string, Set<() => void>>()
  let looking: Promise<void> | null = null
  let restsUntil = 0

  function cutAll(ids: Iterable<string>) {
    for (const id of ids) {
      const cuts = watched.get(id)
      watched.delete(id)
      for (const cut of cuts ?? []) cut()
    }
  }

  async function look(): Promise<void> {
    const ids = [...watched.keys()]
    if (ids.length === 0) return
    const began = performance.now()
    // A scalar subquery in a prepared statement: even for ten thousand sessions it reads each by id and never scans the whole
    // table of people.
    const ended = await prepared(
      store.db,
      sql<{ id: string }>`
      select w.id from unnest(${ids}::uuid[]) as w(id) where
        (select true from auth_session s join person p on p.id = s.person_id where s.id = w.id and ${sql.raw(isLiveSession)}) is not true`,
    )
    restsUntil = performance.now() + restShare * (performance.now() - began)
    cutAll(ended.map(({ id }) => id))
  }
  function checkSoon() {
    // If the database is unavailable, the check is repeated later; requests are refused meanwhile.
    looking ??= look()
      .catch((error: unknown) => log.debug({ err: error }, 'open sessions could not be checked'))
      .finally(() => {
        looking = null
      })
  }
  const timer = setInterval(() => performance.now() < restsUntil || checkSoon(), checkMs)
  const stopListening = live.listen([topic], {
    onEvent: ({ data }) => cutAll(idsIn(data)),
    onGap: checkSoon,
  })

  function haveEnded(ids: readonly string[]) {
    cutAll(ids)
    for (let from = 0; from < ids.length; from += idsAtOnce) {
      const name = randomUUID()
      live.publishReliably({ topic, name, data: ids.slice(from, from + idsAtOnce) })
    }
  }

  return {
    async end({ personId, except = null }) {
      const ended = await endWithin(store.db, { personId, except })
      haveEnded(ended)
      return ended.length
    },
    async endOne({ id, personId }) {
      const ended = await store.db.deleteFrom('auth_session').where('id', '=', id).where('person_id', '=', personId).returning('id').execute()
      haveEnded(ended.map((row) => row.id))
      return ended.length > 0
    },
    async endToken(token) {
      const ended = await store.db.deleteFrom('auth_session').where('token', '=', token).returning('id').execute()
      haveEnded(ended.map(({ id }) => id))
    },
    haveEnded,
    watch(id, cut) {
      watched.set(id, (watched.get(id) ?? new Set()).add(cut))
      return () => {
        const cuts = watched.get(id)
        cuts?.delete(cut)
        if (cuts?.size === 0) watched.delete(id)
      }
    },
    async stop() {
      clearInterval(timer)
      stopListening()
      await looking
    },
  }
}

/**
 * Deletes all sessions of a person except one, for a transaction that passes these ids to `haveEnded` after its commit. Also
 * deletes the push subscriptions of all other sessions, including sessions that expired long ago.
 */
export async function endWithin(db: Db, { personId, except = null }: { personId: string; except?: string | null }): Promise<string[]> {
  const ended = await db
    .deleteFrom('auth_session')
    .where('person_id', '=', personId)
    .$if(except !== null, (query) => query.where('id', '<>', except))
    .returning('id')
    .execute()
  await sql`delete from push_subscription where person_id = ${personId} and session_id is distinct from ${except}`.execute(db)
  return ended.map(({ id }) => id)
}

const idsIn = (data: unknown): string[] => (Array.isArray(data) ? data.filter((id) => typeof id === 'string') : [])
