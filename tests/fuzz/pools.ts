import { v7 as uuidv7 } from 'uuid'
import { type Actor, personId } from './people.ts'

/** Placeholder in a generated request for the id of a thing. It is resolved when the request is sent. */
export class Ref {
  readonly noun: string
  readonly whose: 'own' | 'any' | 'absent'
  readonly pick: number
  constructor(noun: string, whose: 'own' | 'any' | 'absent', pick: number) {
    this.noun = noun
    this.whose = whose
    this.pick = pick
  }
  toString() {
    return `<${this.whose} ${this.noun} ${this.pick}>`
  }
}

type Thing = { value: string; owner: Actor | null }

// Large enough to keep things of every kind, small enough that the newest are used often.
const mostKept = 400

/** Ids that are known to exist, by noun. The preparation and every response add their new ids. */
export function openPools() {
  const pools = new Map<string, Thing[]>()

  function add(noun: string, value: string, owner: Actor | null) {
    const things = pools.get(noun) ?? []
    pools.set(noun, things)
    if (things.length >= mostKept) things.splice(Math.floor(mostKept / 2), 1)
    things.push({ value, owner })
  }

  /** The known things of a noun. If none has the noun's state (as in `campaigns draft`), returns those in any state. */
  const of = (noun: string) => pools.get(noun) ?? pools.get(noun.split(' ')[0] ?? '') ?? []

  return {
    add,
    /** The id that a reference stands for now; a random id if there is none. */
    resolve({ noun, whose, pick }: Ref, actor: Actor): string {
      const things = whose === 'absent' ? [] : of(noun)
      const own = whose === 'own' ? things.filter(({ owner }) => owner !== null && personId(owner) === personId(actor)) : []
      const from = own.length ? own : things
      return from[pick % from.length]?.value ?? (noun === 'cursor' ? 'none' : uuidv7())
    },
    all: (noun: string): string[] => of(noun).map(({ value }) => value),
    /** A thing of this noun that has an owner, with its owner. */
    owned(noun: string, pick: number): { value: string; owner: Actor } | null {
      const things = of(noun).flatMap(({ value, owner }) => (owner ? [{ value, owner }] : []))
      return things[pick % things.length] ?? null
    },
  }
}
export type Pools = ReturnType<typeof openPools>

const stems: [stem: string, noun: string][] = [
  ['actionid', 'actions'],
  ['campaign', 'campaigns'],
  ['target', 'targets'],
  ['industr', 'industries'],
  ['cause', 'causes'],
  ['media', 'media'],
  ['comment', 'comments'],
  ['updates', 'updates'],
  ['parent', 'comments'],
  ['chat', 'chat messages'],
  ['profile', 'people'],
  ['session', 'sessions'],
  ['communit', 'communities'],
  ['post', 'posts'],
  ['invite', 'invites'],
  ['person', 'people'],
  ['notification', 'notifications'],
  ['jobs', 'given up'],
  ['invalidation', 'invalidations'],
  ['people', 'others'],
  ['decision', 'content decisions'],
  ['appeal', 'appeals'],
  ['claim', 'cases'],
  ['context', 'cases'],
  ['caseid', 'community cases'],
  ['statement', 'company statements'],
  ['representation', 'representations'],
  ['representative', 'open claims'],
  ['entries', 'entries'],
  ['merges', 'merges'],
  ['suspensions', 'decisions'],
  ['suspension', 'others'],
  ['slug', 'slugs'],
  ['cursor', 'cursor'],
]

/** The noun that a name in the contract refers to: coverMediaId to media, campaign_comment to comments. */
export function nounIn(word: string): string | null {
  const lower = word.toLowerCase()
  const found = stems.map(([stem, noun]) => ({ at: lower.lastIndexOf(stem), noun })).filter(({ at }) => at >= 0)
  return found.sort((a, b) => b.at - a.at)[0]?.noun ?? null
}
