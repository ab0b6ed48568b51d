import type { Db } from '#platform/server/store/open-store.ts'
import type { CommunityState, PostState } from '../live-topics.ts'
import { communityStates, postStates, type Subscriber, visibleTopics } from './news-queries.ts'

/** States that a stream may receive now. An id is missing if it is private or does not exist; the result does not reveal which. */
export type StreamStates = { communities: Map<string, CommunityState>; posts: Map<string, PostState> }

type PendingRequest = Subscriber & { resolve: (received: StreamStates) => void; reject: (error: unknown) => void }

const askedAtOnce = 500

/**
 * Reads the states that streams may receive. Requests that arrive in one iteration of the event loop share a query, and queries run
 * one after another, because all streams of a large community request at once after an access change or a lost connection. A request
 * never gets data that was read before it arrived.
 */
export function openStreamStates(db: Db) {
  const waiting: PendingRequest[] = []
  let isReading = false

  async function read(turn: PendingRequest[]) {
    try {
      const allowed = await visibleTopics(db, turn)
      const any = new Set(allowed.flatMap((ids) => [...ids]))
      const [communities, posts] = await Promise.all([
        communityStates(
          db,
          [...new Set(turn.flatMap((asked) => asked.communities))].filter((id) => any.has(id)),
        ),
        postStates(
          db,
          [...new Set(turn.flatMap((asked) => asked.posts))].filter((id) => any.has(id)),
        ),
      ])
      for (const [at, asked] of turn.entries()) {
        const mine = allowed[at] ?? new Set()
        asked.resolve({
          communities: among(
            communities,
            asked.communities.filter((id) => mine.has(id)),
          ),
          posts: among(
            posts,
            asked.posts.filter((id) => mine.has(id)),
          ),
        })
      }
    } catch (error) {
      for (const { reject } of turn) reject(error)
    }
  }
  async function readAll() {
    isReading = true
    while (waiting.length > 0) {
      await new Promise((resolve) => setImmediate(resolve))
      await read(waiting.splice(0, askedAtOnce))
    }
    isReading = false
  }

  return function receivedBy(subscriber: Subscriber): Promise<StreamStates> {
    if (subscriber.communities.length + subscriber.posts.length === 0) return Promise.resolve({ communities: new Map(), posts: new Map() })
    return new Promise((resolve, reject) => {
      waiting.push({ ...subscriber, resolve, reject })
      if (!isReading) void readAll()
    })
  }
}

function among<State>(states: ReadonlyMap<string, State>, ids: readonly string[]): Map<string, State> {
  const found = new Map<string, State>()
  for (const id of ids) {
    const state = states.get(id)
    if (state !== undefined) found.set(id, state)
  }
  return found
}
