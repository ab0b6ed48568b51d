import { openStreamStates } from '#features/communities/server/public.ts'
import { newsOf } from '#features/discussion/server/public.ts'
import { bellStates } from '#features/notifications/server/public.ts'
import { countsOf } from '#features/pledges/server/public.ts'
import { platformStats } from '#features/pledges/tallies/server/public.ts'
import type { LiveEvent } from '#platform/server/live/events.ts'
import type { Snapshot } from '#platform/server/live/guard.ts'
import { isGuarded } from '#platform/server/live/topics.ts'
import type { Db } from '#platform/server/store/open-store.ts'

/**
 * Returns the current state of a stream's topics as events, in the requested order and limited to what the person may receive. A draft has no
 * count, so it has no event. Closed topics are communities and posts that do not exist or that the person may not read.
 */
export function openSnapshots(db: Db) {
  const receivedBy = openStreamStates(db)
  return async ({ topics, personId }: { topics: string[]; personId: string | null }): Promise<Snapshot> => {
    const idsOf = (kind: string) => topics.flatMap((topic) => (topic.startsWith(`${kind}:`) ? [topic.slice(kind.length + 1)] : []))
    const [counts, news, bells, { communities, posts }] = await Promise.all([
      countsOf(db, idsOf('campaign')),
      newsOf(db, idsOf('talk')),
      bellsOf(db, idsOf('me')),
      receivedBy({ personId, communities: idsOf('community'), posts: idsOf('post') }),
    ])
    const states: Record<string, ReadonlyMap<string, unknown>> = { campaign: counts, talk: news, community: communities, post: posts, me: bells }
    const stateOf = (topic: string) => states[topic.split(':')[0] ?? '']?.get(topic.split(':')[1] ?? '')
    const events: LiveEvent[] = topics.flatMap((topic) => {
      const data = stateOf(topic)
      return data ? [{ topic, data }] : []
    })
    if (topics.includes('stats')) events.push({ topic: 'stats', data: await platformStats(db) })
    return { events, closed: topics.filter((topic) => isGuarded(topic) && stateOf(topic) === undefined) }
  }
}

const bellsOf = async (db: Db, personIds: string[]) => (personIds.length > 0 ? bellStates(db, personIds) : new Map<string, unknown>())
