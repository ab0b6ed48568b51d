import { idPattern } from '#platform/id.ts'

const topicLimit = 100
const knownTopic = new RegExp(`^(?:stats|me|(?:campaign|chat|talk|community|post):${idPattern})$`)

/** Reads the topics of a request's `?topics=`; null if there are none, too many, or an unknown one. */
export function topicsOf(address: string): string[] | null {
  const asked = new URL(address, 'http://localhost').searchParams.get('topics')?.split(',') ?? []
  const topics = [...new Set(asked)]
  if (topics.length === 0 || topics.length > topicLimit) return null
  return topics.every((topic) => knownTopic.test(topic)) ? topics : null
}

/** Replaces `me` with the person's own topic, and removes it for a visitor. */
export const withOwn = (topics: string[], personId: string | null) =>
  topics.flatMap((topic) => (topic !== 'me' ? [topic] : personId === null ? [] : [`me:${personId}`]))

/** True for a topic that only one person receives. Readers cannot request it by name; `withOwn` makes it from `me`. */
export const isOwn = (topic: string) => topic.startsWith('me:')

/** True for a topic that not everybody may read. */
export const isGuarded = (topic: string) => topic.startsWith('community:') || topic.startsWith('post:')

/**
 * True if the stream sends `closed` for a topic that its person may not read. A community's id is public; a post's may be
 * private.
 */
export const isReportedClosed = (topic: string) => topic.startsWith('community:')

/** True if events have a version. They contain the data of their own write, so an older event can arrive after a newer one. */
export const hasVersion = (topic: string) => topic.startsWith('campaign:')

/** True if a change of `of` may affect this topic. A community affects all posts, because the community of a post is unknown here. */
export const isPartOf = (topic: string, of: string) => topic.startsWith('post:') && of.startsWith('community:')
