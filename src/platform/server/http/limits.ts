import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** How often one caller may do a thing: `points` within `seconds`. Wide enough for many people behind one address. */
export type Limit = { points: number; seconds: number }

export const limits = {
  request: { points: 3_000, seconds: 60 },
  signIn: { points: 25, seconds: 300 },
  signUp: { points: 20, seconds: 3_600 },
  write: { points: 120, seconds: 60 },
  upload: { points: 30, seconds: 600 },
} as const satisfies Record<string, Limit>
export type LimitName = keyof typeof limits

export type Limiter = {
  /** Takes one point; null when there was one, else the seconds to wait. */
  take: (name: LimitName, caller: string) => Promise<number | null>
}

export function openLimiter(factor: number): Limiter {
  const limiters = new Map(
    Object.entries(limits).map(([name, { points, seconds }]) => [name, new RateLimiterMemory({ points: points * factor, duration: seconds })]),
  )
  return {
    async take(name, caller) {
      try {
        await limiters.get(name)?.consume(caller)
        return null
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
        throw refused
      }
    },
  }
}
