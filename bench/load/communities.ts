import { type Chance, idOf, zipf } from './chance.ts'
import type { Size } from './size.ts'

const dayMs = 86_400_000

export type LoadedCommunity = {
  n: number
  id: string
  privacy: 'public' | 'private'
  tags: string[]
  owner: number
  createdAt: number
  /** The number of members, and which: the j-th is (owner + j x step) among all people. */
  members: number
  step: number
  posts: number
}

export const tagWords = [
  'food',
  'shops',
  'wages',
  'plastic',
  'water',
  'fashion',
  'banks',
  'energy',
  'toys',
  'travel',
  'phones',
  'games',
  'coffee',
  'meat',
  'soap',
]

type Options = { size: Size; chance: Chance; now: number; kind: number; stepOf: () => number }

/** The first community has by far the most of everything; the others share the rest unevenly, as on a real site. */
export function makeCommunities({ size, chance, now, kind, stepOf }: Options): LoadedCommunity[] {
  const { communities, members, posts } = size
  if (communities === 0) return []
  const rest = zipf(Math.max(1, communities - 1), 0.9)
  const memberShares = rest.shares(members.others, members.first / 10)
  const postShares = rest.shares(posts.others, posts.first / 10)
  const tagOf = zipf(tagWords.length, 0.9)
  return Array.from({ length: communities }, (_, n) => {
    const createdAt = now - Math.floor((n === 0 ? 1 : chance.next()) * 700 * dayMs)
    return {
      n,
      id: idOf(kind, n, createdAt),
      privacy: n % 5 === 4 ? 'private' : 'public',
      tags: [...new Set(Array.from({ length: chance.below(5) }, () => tagWords[tagOf.draw(chance)] ?? ''))],
      owner: chance.below(size.people),
      createdAt,
      members: n === 0 ? members.first : (memberShares[n - 1] ?? 1),
      step: stepOf(),
      posts: n === 0 ? posts.first : (postShares[n - 1] ?? 0),
    }
  })
}
