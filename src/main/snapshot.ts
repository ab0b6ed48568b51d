import { platformStats } from '#features/live-stats/server/public.ts'
import { countsOf } from '#features/pledges/server/public.ts'
import type { LiveEvent } from '#platform/server/live/hub.ts'
import type { Db } from '#platform/server/store/open-store.ts'

/** The present state of a stream's topics, in the form of their events and in the order asked. A draft has no count and so no event. */
export async function liveSnapshot(db: Db, topics: string[]): Promise<LiveEvent[]> {
  const ids = topics.flatMap((topic) => (topic.startsWith('campaign:') ? [topic.slice('campaign:'.length)] : []))
  const counts = await countsOf(db, ids)
  const events: LiveEvent[] = ids.flatMap((id) => {
    const count = counts.get(id)
    return count ? [{ topic: `campaign:${id}`, data: count }] : []
  })
  return topics.includes('stats') ? [...events, { topic: 'stats', data: await platformStats(db) }] : events
}
