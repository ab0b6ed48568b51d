import { gather } from '#platform/server/gather.ts'
import type { LiveHub } from '#platform/server/live/hub.ts'
import type { Log } from '#platform/server/log.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { bellStates } from './bell-queries.ts'

const gatherMs = 100
const topic = '!bell'
const idsAtOnce = 200
const personsAtOnce = 500

/** Publishes the unread counts of people to their open pages. */
export type BellNews = {
  /** Call it after the commit that changed the bells of these people. */
  changed: (personIds: readonly string[]) => void
  /** Call it after a fan-out: refreshes every open bell. */
  changedForMany: () => void
  /**
   * Call it when texts in these bells changed but their counts did not, for example because a pledge became private. Open lists are
   * refetched.
   */
  reworded: (personIds: readonly string[]) => void
}

/**
 * Processes send each other only the ids of people whose bells have changed. Each process collects them for `gatherMs`, queries the
 * counts of those whose pages are open there, and publishes them on the topic `me`, which only the person receives.
 */
export function openBellNews({ db, live, log }: { db: Db; live: LiveHub; log: Log }): BellNews & { stop: () => void } {
  let concerned = new Set<string>()
  let reworded = new Set<string>()
  let everybody = false
  const gathering = gather(() => void look())
  let looking = false

  function readers(): string[] {
    const open = live.topics('me:').map((each) => each.slice('me:'.length))
    return everybody ? open : open.filter((id) => concerned.has(id))
  }
  async function look() {
    if (looking) return schedule()
    const ids = readers()
    const anew = reworded
    concerned = new Set()
    reworded = new Set()
    everybody = false
    if (ids.length === 0) return
    looking = true
    try {
      for (let from = 0; from < ids.length; from += personsAtOnce) {
        const states = await bellStates(db, ids.slice(from, from + personsAtOnce))
        for (const [id, state] of states) live.deliverLocally({ topic: `me:${id}`, data: anew.has(id) ? { ...state, isReworded: true } : state })
      }
    } catch (error) {
      // Not retried: the next change queries the count again, and so does every page that reconnects.
      log.debug({ err: error }, 'counts of unread notifications could not be loaded')
    } finally {
      looking = false
    }
  }
  function schedule() {
    gathering.soon(gatherMs)
  }

  const stopListening = live.listen([topic], {
    onEvent({ data }) {
      const { ids }: { ids?: unknown } = Object(data)
      const named = Array.isArray(data) ? data : ids
      if (!Array.isArray(named)) everybody = true
      else for (const id of named) concerned.add(String(id))
      if (Array.isArray(ids)) for (const id of ids) reworded.add(String(id))
      schedule()
    },
    onGap() {
      everybody = true
      schedule()
    },
  })
  let words = 0
  /** Publishes events, because a state would replace the previous one. The names are unique, because repeated names are dropped. */
  const publish = (data: string[] | { ids: readonly string[] } | null) => {
    const name = `${process.pid}-${Date.now()}-${++words}`
    live.publishReliably({ topic, name, data })
  }

  return {
    changed(personIds) {
      for (let from = 0; from < personIds.length; from += idsAtOnce) publish(personIds.slice(from, from + idsAtOnce))
    },
    changedForMany: () => publish(null),
    reworded: (ids) => publish({ ids }),
    stop() {
      gathering.stop()
      stopListening()
    },
  }
}
