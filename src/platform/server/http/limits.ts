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
} as const satisfies Record<string, Limit>
export type LimitName = keyof typeof limits

export type Limiter = {
  /** Takes one point; null when there was one, else the seconds to wait. */
  take: (name: LimitName, caller: string) => Promise<number | null>
}

/** The callers of one /48 together may do this many times what one of them may. */
const siteFactor = 4

/** `exempt` callers are never refused. */
export function openLimiter(options: { exempt: (caller: string) => boolean }): Limiter {
  const entries = Object.entries(limits)
  const narrow = new Map(entries.map(([name, { points, seconds }]) => [name, new RateLimiterMemory({ points, duration: seconds })]))
  const wide = new Map(entries.map(([name, { points, seconds }]) => [name, new RateLimiterMemory({ points: points * siteFactor, duration: seconds })]))

  return {
    async take(name, caller) {
      if (options.exempt(caller)) return null
      const wait = await consume(narrow.get(name), caller)
      const site = siteOf(caller)
      // A caller who is refused uses up nothing of the neighbours'.
      return wait !== null || site === null ? wait : consume(wide.get(name), site)
    },
  }
}

async function consume(limiter: RateLimiterMemory | undefined, key: string): Promise<number | null> {
  try {
    await limiter?.consume(key)
    return null
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
    throw refused
  }
}

/** On a site of one's own machine, its own programs and tests are not counted; behind a proxy the proxy's callers are. */
export const isLoopback = (caller: string) => caller.startsWith('127.') || caller === '0000000000000000::/64'
