import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { LiveHub } from './live/hub.ts'
import type { Log } from './log.ts'
import { isLiveSession } from './session.ts'
import type { Db, Store } from './store/open-store.ts'
import { prepared } from './store/prepared.ts'

/** A topic that no reader may ask for: it is between processes. */
const topic = '!sessions'
const checkMs = 600
/** Where a look takes long, it rests so many times as long: very many readers do not keep a busy store busier. */
const restShare = 4
const idsAtOnce = 500

/** Where sessions end, and what is still open in their name with them. */
export type Sessions = {
  /** Ends all sessions of a person but one; how many it were. */
  end: (of: { personId: string; except?: string | null | undefined }) => Promise<number>
  /** Ends one; false where this person has no such session. */
  endOne: (of: { id: string; personId: string }) => Promise<boolean>
  /** Ends the one with this token. */
  endToken: (token: string) => Promise<void>
  /** For whoever deleted the rows in a transaction of its own, after its commit. */
  haveEnded: (ids: readonly string[]) => void
  /** Calls `cut` once when this session has ended, wherever and however. Returns how to stop watching. */
  watch: (id: string, cut: () => void) => () => void
  stop: () => Promise<void>
}

/**
 * A request reads its session from the store, so it sees at once that it has ended. An open stream does not ask: every
 * process hears of each end and cuts the streams it has of it, and because a word may be lost, and time or a suspension
 * ends a session without one, each looks again every 600 ms at the sessions that it has streams of; less often only where
 * a look takes longer than 150 ms.
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
    // A scalar question and planned once: of ten thousand at once each is read by its id, and not the whole table of people.
    const ended = await prepared(
      store.db,
      sql<{ id: string }>`
      select w.id from unnest(${ids}::uuid[]) as w(id) where
        (select true from auth_session s join person p on p.id = s.person_id where s.id = w.id and ${sql.raw(isLiveSession)}) is not true`,
    )
    restsUntil = performance.now() + restShare * (performance.now() - began)
    cutAll(ended.map(({ id }) => id))
  }
  function lookSoon() {
    // Without the store nobody knows; requests are refused meanwhile, and it is asked again.
    looking ??= look()
      .catch((error: unknown) => log.debug({ err: error }, 'open sessions could not be looked at'))
      .finally(() => {
        looking = null
      })
  }
  const timer = setInterval(() => performance.now() < restsUntil || lookSoon(), checkMs)
  const stopListening = live.listen([topic], {
    onEvent: ({ data }) => cutAll(idsIn(data)),
    onGap: lookSoon,
  })

  function haveEnded(ids: readonly string[]) {
    cutAll(ids)
    for (let from = 0; from < ids.length; from += idsAtOnce) {
      const name = randomUUID()
      live.say({ topic, name, about: name, data: ids.slice(from, from + idsAtOnce) })
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
 * Deletes all sessions of a person but one, for a transaction that tells `haveEnded` of these ids after its commit. With
 * them go the browsers that were told of things in any other session, also in one that ran out and is long gone.
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
