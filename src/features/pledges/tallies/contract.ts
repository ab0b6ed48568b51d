import { oc } from '@orpc/contract'
import { z } from 'zod'

/** Totals of all active campaigns: distinct people, and the estimated yearly impact in integer cents. */
export const PlatformStats = z.object({
  activeCampaigns: z.int().nonnegative(),
  supporters: z.int().nonnegative(),
  yearlyCents: z.number().nonnegative(),
  currency: z.literal('USD'),
})
export type PlatformStats = z.infer<typeof PlatformStats>

/**
 * Numbers of a directory entry: active campaigns, distinct supporters, the estimated yearly impact of monetary
 * campaigns in integer cents, and the sum of the trending scores.
 */
export const EntryNumbers = z.object({
  campaigns: z.int().nonnegative(),
  supporters: z.int().nonnegative(),
  yearlyCents: z.number().nonnegative(),
  trendingScore: z.number().nonnegative(),
})
export type EntryNumbers = z.infer<typeof EntryNumbers>

export const liveStatsContract = {
  stats: oc
    .route({ method: 'GET', path: '/stats', summary: 'The platform in numbers', tags: ['Statistics'] })
    .input(z.strictObject({}).optional())
    .output(PlatformStats),
}
