import type { IncomingMessage } from 'node:http'
import { idPattern } from '#platform/id.ts'

const topicLimit = 100
const knownTopic = new RegExp(`^(?:stats|(?:campaign|chat|talk):${idPattern})$`)

/** The topics of a request's `?topics=`, or null when one is not known or there are too many. */
export function topicsOf(address: string): string[] | null {
  const asked = queryOf(address).get('topics')?.split(',') ?? []
  const topics = [...new Set(asked)]
  if (topics.length === 0 || topics.length > topicLimit) return null
  return topics.every((topic) => knownTopic.test(topic)) ? topics : null
}

/** How far a reader says it has come: the browser in its own header, our pages in the address. Null for one that is new. */
export function positionOf({ url, headers }: IncomingMessage): string | null {
  const header = headers['last-event-id']
  return (typeof header === 'string' && header) || queryOf(url ?? '').get('since') || null
}

/** Whether people see how many others are there. */
export const isGathering = (topic: string) => topic.startsWith('chat:')

const queryOf = (address: string) => new URL(address, 'http://localhost').searchParams
