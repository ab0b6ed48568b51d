import type { LiveHub } from '#platform/server/live/hub.ts'
import type { Log } from '#platform/server/log.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { bellStates } from './bell-queries.ts'

const gatherMs = 100
const topic = '!bell'
const idsAtOnce = 200
const personsAtOnce = 500

/** Tells open pages how many notifications their person has unread. */
export type BellNews = {
  /** After the commit: the bells of these people are other than before. */
  changed: (personIds: readonly string[]) => void
  /** The bell's texts changed and its state did not, for example because a pledge became private: open lists are fetched again. */
  changedForMany: () => void
  /** The same bells in other words, as where somebody is not named any more: the lists that are shown are fetched again. */
  reworded: (personIds: readonly string[]) => void
}

/**
 * Names travel between the processes only as a hint; each looks up the counts of the people whose pages it has open, in
 * one question for all that came within a moment, and tells them on `me`. Nobody else hears anything.
 */
export function openBellNews({ db, live, log }: { db: Db; live: LiveHub; log: Log }): BellNews & { stop: () => void } {
  let concerned = new Set<string>()
  let reworded = new Set<string>()
  let everybody = false
  let timer: NodeJS.Timeout | null = null
  let looking = false

  function readers(): string[] {
    const open = live.topics('me:').map((each) => each.slice('me:'.length))
    return everybody ? open : open.filter((id) => concerned.has(id))
  }
  async function look() {
    timer = null
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
        for (const [id, state] of states) live.tell({ topic: `me:${id}`, data: anew.has(id) ? { ...state, isReworded: true } : state })
      }
    } catch (error) {
      // The next change asks again, and so does every page that comes back.
      log.debug({ err: error }, 'bells could not be looked at')
    } finally {
      looking = false
    }
  }
  function schedule() {
    timer ??= setTimeout(() => void look(), gatherMs)
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
  /** Each is to arrive; a state would replace the one before it. */
  const say = (data: string[] | { ids: readonly string[] } | null) => {
    const name = `${process.pid}-${Date.now()}-${++words}`
    live.say({ topic, name, about: topic, data })
  }

  return {
    changed(personIds) {
      for (let from = 0; from < personIds.length; from += idsAtOnce) say(personIds.slice(from, from + idsAtOnce))
    },
    changedForMany: () => say(null),
    reworded: (ids) => say({ ids }),
    stop() {
      if (timer) clearTimeout(timer)
      stopListening()
    },
  }
}
