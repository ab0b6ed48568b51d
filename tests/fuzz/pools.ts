import { v7 as uuidv7 } from 'uuid'
import { type Actor, personId } from './people.ts'

/** Stands in a generated request for the id of something that is there when it is sent. */
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

// Long enough for every kind of thing to be there, short enough that the newest are met often.
const mostKept = 400

/** What the run knows to be there: ids by noun, filled by the preparation and by every answer that tells of one. */
export function openPools() {
  const pools = new Map<string, Thing[]>()

  function add(noun: string, value: string, owner: Actor | null) {
    const things = pools.get(noun) ?? []
    pools.set(noun, things)
    if (things.length >= mostKept) things.splice(Math.floor(mostKept / 2), 1)
    things.push({ value, owner })
  }

  /** Of a noun with a state, such as campaigns draft, those of the noun where none is known. */
  const of = (noun: string) => pools.get(noun) ?? pools.get(noun.split(' ')[0] ?? '') ?? []

  return {
    add,
    /** The id that a reference stands for now; one that never was where there is none. */
    resolve({ noun, whose, pick }: Ref, actor: Actor): string {
      const things = whose === 'absent' ? [] : of(noun)
      const own = whose === 'own' ? things.filter(({ owner }) => owner !== null && personId(owner) === personId(actor)) : []
      const from = own.length ? own : things
      return from[pick % from.length]?.value ?? (noun === 'cursor' ? 'none' : uuidv7())
    },
    /** One of these that has an owner, with its owner. */
    owned(noun: string, pick: number): { value: string; owner: Actor } | null {
      const things = of(noun).flatMap(({ value, owner }) => (owner ? [{ value, owner }] : []))
      return things[pick % things.length] ?? null
    },
  }
}
export type Pools = ReturnType<typeof openPools>

const stems: [stem: string, noun: string][] = [
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
  ['slug', 'slugs'],
  ['cursor', 'cursor'],
]

/** The noun that a word of the contract speaks of: coverMediaId is of media, campaign_comment of comments. */
export function nounIn(word: string): string | null {
  const lower = word.toLowerCase()
  const found = stems.map(([stem, noun]) => ({ at: lower.lastIndexOf(stem), noun })).filter(({ at }) => at >= 0)
  return found.sort((a, b) => b.at - a.at)[0]?.noun ?? null
}
