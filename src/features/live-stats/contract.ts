import { oc } from '@orpc/contract'
import { z } from 'zod'
import { PageInput } from '#platform/page.ts'
import { subjectSorts } from './terms.ts'

/** What the whole platform withholds: distinct people in active campaigns, and the yearly estimate in integer cents. */
export const PlatformStats = z.object({
  activeCampaigns: z.int().nonnegative(),
  supporters: z.int().nonnegative(),
  yearlyCents: z.number().nonnegative(),
  currency: z.literal('USD'),
})
export type PlatformStats = z.infer<typeof PlatformStats>

/**
 * What a target, an industry or a cause has: active campaigns, distinct people in them, the yearly estimate of the
 * monetary ones in integer cents, and the sum of their trending scores.
 */
export const SubjectNumbers = z.object({
  campaigns: z.int().nonnegative(),
  supporters: z.int().nonnegative(),
  yearlyCents: z.number().nonnegative(),
  trendingScore: z.number().nonnegative(),
})
export type SubjectNumbers = z.infer<typeof SubjectNumbers>

/** How the lists of industries and of causes are asked for. */
export const SubjectListInput = {
  /** Only those with active campaigns. */
  active: z.union([z.boolean(), z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'], case: 'sensitive' })]).default(false),
  sort: z.enum(subjectSorts).default('trending'),
  ...PageInput,
}

export const liveStatsContract = {
  stats: oc
    .route({ method: 'GET', path: '/stats', summary: 'The platform in numbers', tags: ['Statistics'] })
    .input(z.strictObject({}).optional())
    .output(PlatformStats),
}
