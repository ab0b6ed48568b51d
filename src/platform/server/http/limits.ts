import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { siteOf } from './client-address.ts'

/** How often one caller may do a thing: `points` within `seconds`. Wide enough for many people behind one address. */
export type Limit = { points: number; seconds: number }

export const limits = {
  request: { points: 6_000, seconds: 60 },
  // A town comes back at once when a process is started anew; whoever comes back in a loop waits.
  stream: { points: 1_500, seconds: 60 },
  write: { points: 3_000, seconds: 60 },
  person: { points: 600, seconds: 60 },
  signIn: { points: 25, seconds: 300 },
  signUp: { points: 20, seconds: 3_600 },
  // Mails that one caller may cause, that go to one address, and confirmations that one person may ask for.
  mailAsked: { points: 20, seconds: 3_600 },
  mailTo: { points: 5, seconds: 3_600 },
  // Messages to those who run the site, of one sender, and how many of all are mailed to them: the others are kept all the same.
  contact: { points: 5, seconds: 3_600 },
  contactMail: { points: 100, seconds: 3_600 },
  confirmation: { points: 1, seconds: 60 },
  // Each costs two hashes and a mail.
  passwordChange: { points: 10, seconds: 3_600 },
} as const satisfies Record<string, Limit>
export type LimitName = keyof typeof limits

export type Limiter = {
  /** Takes one point; null when there was one, else the seconds to wait. */
  take: (name: LimitName, caller: string) => Promise<number | null>
}

/** The callers of one /48 together may do this many times what one of them may. */
const siteFactor = 4

/** Limits on load, not on abuse: each process counts for itself, from zero after a restart, and no request waits for a count elsewhere. */
const perProcess: readonly string[] = ['request', 'stream', 'write', 'person'] satisfies LimitName[]

/** Rejects with a `RateLimiterRes` when a caller has no points left. */
type Counter = { consume: (caller: string) => Promise<unknown> }
export type CounterOf = (limit: { name: string; points: number; seconds: number }) => Counter

const inMemory: CounterOf = ({ points, seconds }) => new RateLimiterMemory({ points, duration: seconds })

/** `exempt` callers are never refused. `shared`: makes counters for what all processes count together; absent, they are in memory. */
export function openLimiter({ exempt, shared = inMemory }: { exempt: (caller: string) => boolean; shared?: CounterOf }): Limiter {
  const entries = Object.entries(limits).map(([name, limit]) => ({ name, ...limit, counterOf: perProcess.includes(name) ? inMemory : shared }))
  const narrow = new Map(entries.map(({ counterOf, ...limit }) => [limit.name, counterOf(limit)]))
  const wide = new Map(
    entries.map(({ counterOf, ...limit }) => [limit.name, counterOf({ ...limit, name: `${limit.name}_48`, points: limit.points * siteFactor })]),
  )

  return {
    async take(name, caller) {
      if (exempt(caller)) return null
      const wait = await consume(narrow.get(name), caller)
      const site = siteOf(caller)
      // A caller who is refused uses up nothing of the neighbours'.
      return wait !== null || site === null ? wait : consume(wide.get(name), site)
    },
  }
}

async function consume(counter: Counter | undefined, caller: string): Promise<number | null> {
  try {
    await counter?.consume(caller)
    return null
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
    throw refused
  }
}

/** On a site of one's own machine, its own programs and tests are not counted; behind a proxy the proxy's callers are. */
export const isLoopback = (caller: string) => caller.startsWith('127.') || caller === '0000000000000000::/64'
