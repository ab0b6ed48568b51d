import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { companyClaimsADay, visitorReportsAnHour } from '../../public-limits.ts'
import { siteOf } from './client-address.ts'

/** Rate limit of one caller: `points` within `seconds`. Wide enough for many people behind one address. */
export type Limit = { points: number; seconds: number }

export const limits = {
  request: { points: 6_000, seconds: 60 },
  // After a restart, a whole town reconnects at once; a client that reconnects in a loop has to wait.
  stream: { points: 1_500, seconds: 60 },
  write: { points: 3_000, seconds: 60 },
  person: { points: 600, seconds: 60 },
  signIn: { points: 25, seconds: 300 },
  // Each join keeps a row for an hour.
  join: { points: 300, seconds: 3_600 },
  signUp: { points: 20, seconds: 3_600 },
  // Mails that one caller may cause (`mailAsked`), and mails to one address (`mailTo`).
  mailAsked: { points: 20, seconds: 3_600 },
  mailTo: { points: 5, seconds: 3_600 },
  // Messages to the operators from one sender, and how many of all are mailed to them; the others are only stored.
  contact: { points: 5, seconds: 3_600 },
  contactMail: { points: 100, seconds: 3_600 },
  // Sign-ups, messages and reports of visitors from one network, and of the site, beyond which a form needs a proof of work; uses of a proof.
  formsOfNetwork: { points: 10, seconds: 300 },
  formsOfSite: { points: 60, seconds: 60 },
  proof: { points: 1, seconds: 900 },
  // Reports of visitors, each of which sends a mail.
  visitorReport: { points: visitorReportsAnHour, seconds: 3_600 },
  // Claims to speak for a company, looks at its TXT record, and mails to its addresses, of one person. About one target more are possible, so that no
  // single person can use them up.
  companyClaim: { points: companyClaimsADay, seconds: 86_400 },
  companyClaimAbout: { points: 200, seconds: 86_400 },
  dnsCheck: { points: 30, seconds: 3_600 },
  companyMail: { points: 5, seconds: 86_400 },
  companyMailAbout: { points: 50, seconds: 86_400 },
  // Requests for a statement, of one person and about one target.
  companyRequest: { points: 5, seconds: 86_400 },
  // Confirmation mails that one person may request.
  confirmation: { points: 1, seconds: 60 },
  // Each attempt costs two hashes and a mail.
  passwordChange: { points: 10, seconds: 3_600 },
} as const satisfies Record<string, Limit>
export type LimitName = keyof typeof limits

export type Limiter = {
  /** Takes one point; returns null if there was one, else the seconds to wait. */
  take: (name: LimitName, caller: string) => Promise<number | null>
}

/** All callers of one /48 together may do this many times as much as one of them. */
const siteFactor = 4

/**
 * Limits on load, not on abuse: each process counts for itself, from zero after a restart, so that no request waits for a
 * shared counter.
 */
const perProcess: readonly string[] = ['request', 'stream', 'write', 'person'] satisfies LimitName[]

/** Rejects with a `RateLimiterRes` when a caller has no points left. */
type Counter = { consume: (caller: string) => Promise<unknown> }
export type CounterOf = (limit: { name: string; points: number; seconds: number }) => Counter

const inMemory: CounterOf = ({ points, seconds }) => new RateLimiterMemory({ points, duration: seconds })

/** `exempt` callers are never refused. `shared` makes the counters that all processes share; without it they are in memory. */
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
      // A caller who is refused here takes no points of its /48.
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

/**
 * True for programs on the same machine, such as tests, which a local site does not count. Behind a proxy, the proxy's callers
 * are counted.
 */
export const isLoopback = (caller: string) => caller.startsWith('127.') || caller === '0000000000000000::/64'
