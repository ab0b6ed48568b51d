import type { Db } from '#platform/server/store/open-store.ts'
import type { CommunityState, PostState } from '../live-topics.ts'
import { communityStates, type Hearer, mayHear, postStates } from './news-queries.ts'

/** What a stream may hear of now; whatever is not in it is closed for its person, or not there at all, and nothing says which. */
export type Heard = { communities: Map<string, CommunityState>; posts: Map<string, PostState> }

type Asked = Hearer & { resolve: (heard: Heard) => void; reject: (error: unknown) => void }

const askedAtOnce = 500

/**
 * Reads for streams what they may hear. All that ask within one turn of the loop are one look into the store, and the next
 * look begins when it is over: a change that concerns everybody in a large community, or a lost connection between
 * processes, makes all of its streams ask at once. Nobody gets an answer that was read before the question.
 */
export function openHearing(db: Db) {
  const waiting: Asked[] = []
  let isReading = false

  async function read(turn: Asked[]) {
    try {
      const allowed = await mayHear(db, turn)
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

  return function heardBy(hearer: Hearer): Promise<Heard> {
    if (hearer.communities.length + hearer.posts.length === 0) return Promise.resolve({ communities: new Map(), posts: new Map() })
    return new Promise((resolve, reject) => {
      waiting.push({ ...hearer, resolve, reject })
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
