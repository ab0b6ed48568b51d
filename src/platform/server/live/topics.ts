import type { IncomingMessage } from 'node:http'
import { idPattern } from '#platform/id.ts'

const topicLimit = 100
const knownTopic = new RegExp(`^(?:stats|me|(?:campaign|chat|talk|community|post):${idPattern})$`)

/** The topics of a request's `?topics=`, or null when one is not known or there are too many. */
export function topicsOf(address: string): string[] | null {
  const asked = queryOf(address).get('topics')?.split(',') ?? []
  const topics = [...new Set(asked)]
  if (topics.length === 0 || topics.length > topicLimit) return null
  return topics.every((topic) => knownTopic.test(topic)) ? topics : null
}

/** With whose `me` it is; a visitor's is nobody's and says nothing. */
export const withOwn = (topics: string[], personId: string | null) =>
  topics.flatMap((topic) => (topic !== 'me' ? [topic] : personId === null ? [] : [`me:${personId}`]))

/** What one person alone hears, of themselves. No reader may name it: it is made of `me`. */
export const isOwn = (topic: string) => topic.startsWith('me:')

/** How far a reader says it has come: the browser in its own header, our pages in the address. Null for one that is new. */
export function positionOf({ url, headers }: IncomingMessage): string | null {
  const header = headers['last-event-id']
  return (typeof header === 'string' && header) || queryOf(url ?? '').get('since') || null
}

/** Whether the stream sends `closed` for a topic that its person may not read. A community's id is public; a post's may be private. */
export const isGuarded = (topic: string) => topic.startsWith('community:') || topic.startsWith('post:')

/** Whether the stream reports that its person may not hear of it. The id of a community is public; that of a post inside may not be. */
export const isReportedClosed = (topic: string) => topic.startsWith('community:')

/** Whether its news say which are newer: they are of the moment of their write, and may be held while another process tells newer ones. */
export const hasVersion = (topic: string) => topic.startsWith('campaign:')

/** Whether people see how many others are there. */
export const isGathering = (topic: string) => topic.startsWith('chat:')

/** Whether what changes for `of` may change for this one too: a stream knows a campaign's chat, and of a post only that it is in some community. */
export const isPartOf = (topic: string, of: string) =>
  topic.startsWith('post:') ? of.startsWith('community:') : isGathering(topic) && of === topic.replace('chat:', 'campaign:')

const queryOf = (address: string) => new URL(address, 'http://localhost').searchParams
