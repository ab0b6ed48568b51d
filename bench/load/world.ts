import { type Chance, idOf, seeded, zipf } from './chance.ts'
import { type LoadedCommunity, makeCommunities } from './communities.ts'
import { causeCount, industryCount, type Size } from './size.ts'
import { companyName } from './words.ts'

const dayMs = 86_400_000
export const kinds = {
  industry: 1,
  cause: 2,
  target: 3,
  person: 4,
  media: 5,
  campaign: 6,
  comment: 7,
  update: 8,
  edit: 9,
  community: 10,
  post: 11,
  postComment: 12,
} as const

type Named = { id: string; name: string }
export type Target = Named & { industry: number | null }
export type LoadedCampaign = {
  id: string
  status: 'draft' | 'active' | 'victory' | 'archived'
  target: number
  causes: number[]
  creator: number
  publishedAt: number
  /** The number of people who joined it, and which: the j-th is (creator + j x step) among all people. */
  pledges: number
  step: number
}
export type World = {
  size: Size
  chance: Chance
  now: number
  industries: Named[]
  causes: Named[]
  targets: Target[]
  people: string[]
  campaigns: LoadedCampaign[]
  communities: LoadedCommunity[]
}

/** One person in twenty has not confirmed the email address. */
export const isConfirmed = (person: number) => person % 20 !== 7

/** Generates all entities and their relations before any row is written. */
export function makeWorld(size: Size, now: number): World {
  const chance = seeded(size.campaigns)
  const named = (kind: number, count: number, word: string) =>
    Array.from({ length: count }, (_, n) => ({ id: idOf(kind, n, now - 900 * dayMs), name: `${word} ${n + 1}` }))
  const industryOf = zipf(industryCount, 0.9)
  const targets = Array.from({ length: size.targets }, (_, n) => ({
    id: idOf(kinds.target, n, now - 800 * dayMs + n * 1_000),
    name: companyName(chance, n),
    industry: chance.next() < 0.03 ? null : industryOf.draw(chance),
  }))
  const people = Array.from({ length: size.people }, (_, n) => idOf(kinds.person, n, now - 800 * dayMs + n * 60))
  return {
    size,
    chance,
    now,
    industries: named(kinds.industry, industryCount, 'Industry'),
    causes: named(kinds.cause, causeCount, 'Cause'),
    targets,
    people,
    campaigns: makeCampaigns({ size, chance, now, targets }),
    communities: makeCommunities({ size, chance, now, kind: kinds.community, stepOf: () => coprimeStep(size.people, chance) }),
  }
}

function makeCampaigns({ size, chance, now, targets }: Pick<World, 'size' | 'chance' | 'now' | 'targets'>): LoadedCampaign[] {
  const targetOf = zipf(size.targets, 0.9)
  const causeOf = zipf(causeCount, 0.9)
  const creatorOf = zipf(size.people / 10, 0.6)
  const statuses = Array.from({ length: size.campaigns }, () => statusOf(chance))
  const shares = zipf(statuses.filter((status) => status !== 'draft').length, 0.9).shares(size.pledges, size.people * 0.9)
  shuffle(shares, chance)
  return statuses.map((status, n) => {
    const publishedAt = now - Math.floor((status === 'active' ? chance.next() ** 1.5 : 0.1 + chance.next() * 0.9) * 730 * dayMs)
    const target = targetOf.draw(chance)
    const industry = targets[target]?.industry ?? 0
    // Half of an industry's campaigns have the few causes that are usual in it, so some pairs are very rare.
    const oneCause = () => (chance.next() < 0.5 ? (industry * 7 + chance.below(5)) % causeCount : causeOf.draw(chance))
    return {
      id: idOf(kinds.campaign, n, publishedAt - 3_600_000),
      status,
      target,
      causes: [...new Set(Array.from({ length: 1 + chance.below(3) }, oneCause))],
      creator: creatorOf.draw(chance),
      publishedAt,
      pledges: status === 'draft' ? 0 : (shares.pop() ?? 0),
      step: coprimeStep(size.people, chance),
    }
  })
}

function statusOf(chance: Chance): LoadedCampaign['status'] {
  const at = chance.next()
  if (at < 0.84) return 'active'
  if (at < 0.9) return 'victory'
  return at < 0.96 ? 'archived' : 'draft'
}

/** Returns a step that has no factor in common with `people`, which is a power of ten. */
function coprimeStep(people: number, chance: Chance): number {
  const step = 1 + 2 * chance.below(people / 2)
  return step % 5 === 0 ? step + 2 : step
}

export function shuffle(values: number[] | Uint32Array, chance: Chance): void {
  for (let at = values.length - 1; at > 0; at--) {
    const other = chance.below(at + 1)
    const kept = values[at] ?? 0
    values[at] = values[other] ?? 0
    values[other] = kept
  }
}
