import type { IncomingMessage } from 'node:http'
import { idPattern } from '#platform/id.ts'

const topicLimit = 100
const knownTopic = new RegExp(`^(?:stats|me|(?:campaign|chat|talk|community|post):${idPattern})$`)

/** Reads the topics of a request's `?topics=`; null if there are none, too many, or an unknown one. */
export function topicsOf(address: string): string[] | null {
  const asked = queryOf(address).get('topics')?.split(',') ?? []
  const topics = [...new Set(asked)]
  if (topics.length === 0 || topics.length > topicLimit) return null
  return topics.every((topic) => knownTopic.test(topic)) ? topics : null
}

/** Replaces `me` with the person's own topic, and removes it for a visitor. */
export const withOwn = (topics: string[], personId: string | null) =>
  topics.flatMap((topic) => (topic !== 'me' ? [topic] : personId === null ? [] : [`me:${personId}`]))

/** True for a topic that only one person receives. Readers cannot request it by name; `withOwn` makes it from `me`. */
export const isOwn = (topic: string) => topic.startsWith('me:')

/** The position that a reader has reached: the browser sends it in a header, our pages in the address. Null for a new reader. */
export function positionOf({ url, headers }: IncomingMessage): string | null {
  const header = headers['last-event-id']
  return (typeof header === 'string' && header) || queryOf(url ?? '').get('since') || null
}

/** True for a topic that not everybody may read. */
export const isGuarded = (topic: string) => topic.startsWith('community:') || topic.startsWith('post:')

/**
 * True if the stream sends `closed` for a topic that its person may not read. A community's id is public; a post's may be
 * private.
 */
export const isReportedClosed = (topic: string) => topic.startsWith('community:')

/** True if events have a version. They contain the data of their own write, so an older event can arrive after a newer one. */
export const hasVersion = (topic: string) => topic.startsWith('campaign:')

/** True for a topic whose number of readers is shown. */
export const isGathering = (topic: string) => topic.startsWith('chat:')

/**
 * True if a change of `of` may affect this topic. A campaign affects its chat. A community affects all posts, because the community of a
 * post is unknown here.
 */
export const isPartOf = (topic: string, of: string) =>
  topic.startsWith('post:') ? of.startsWith('community:') : isGathering(topic) && of === topic.replace('chat:', 'campaign:')

const queryOf = (address: string) => new URL(address, 'http://localhost').searchParams
