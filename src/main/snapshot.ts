import { openChats } from '#features/chat/server/public.ts'
import { platformStats } from '#features/live-stats/server/public.ts'
import { countsOf } from '#features/pledges/server/public.ts'
import { newsOf } from '#features/talk/server/public.ts'
import type { LiveEvent } from '#platform/server/live/events.ts'
import type { Snapshot } from '#platform/server/live/stream.ts'
import type { Db } from '#platform/server/store/open-store.ts'

/**
 * The present state of a stream's topics, in the form of their events and in the order asked. A draft has no count and so
 * no event; the chat of what is not active is closed.
 */
export async function liveSnapshot(db: Db, topics: string[]): Promise<Snapshot> {
  const idsOf = (kind: string) => topics.flatMap((topic) => (topic.startsWith(`${kind}:`) ? [topic.slice(kind.length + 1)] : []))
  const chats = idsOf('chat')
  const [counts, news, open] = await Promise.all([countsOf(db, idsOf('campaign')), newsOf(db, idsOf('talk')), openChats(db, chats)])
  const events: LiveEvent[] = topics.flatMap((topic) => {
    const [kind, id = ''] = topic.split(':')
    const data = kind === 'campaign' ? counts.get(id) : kind === 'talk' ? news.get(id) : undefined
    return data ? [{ topic, data }] : []
  })
  if (topics.includes('stats')) events.push({ topic: 'stats', data: await platformStats(db) })
  return { events, closed: chats.filter((id) => !open.has(id)).map((id) => `chat:${id}`) }
}
