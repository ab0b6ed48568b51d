import { oc } from '@orpc/contract'
import { z } from 'zod'
import { EntryNumbers } from '#features/pledges/tallies/contract.ts'
import { PageInput, pageOf } from '#platform/page.ts'
import { badCursor, notFound } from '#platform/refusal.ts'
import { IsVerified } from '../list-input.ts'
import { targetHas, targetSorts } from './terms.ts'

export const Target = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  industry: z.object({ slug: z.string(), name: z.string() }).nullable(),
  websiteUrl: z.string().nullable(),
  logoUrl: z.string().nullable(),
  /** True for invented targets of the demo. */
  isFictional: z.boolean(),
  numbers: EntryNumbers,
})
export type Target = z.infer<typeof Target>

const name = z.string().max(200).optional()
const narrowing = {
  search: name.describe('Text in the name, ignoring case and accents. If no name contains it, names with its words are found, allowing for a typo.'),
  industry: name.describe('The name of an industry.'),
  cause: name.describe('The name of a cause: only targets of published campaigns for this cause.'),
}

export const targetsContract = {
  list: oc
    .route({ method: 'GET', path: '/targets', summary: 'Targets, filtered and sorted', tags: ['Targets'] })
    .input(
      z.strictObject({
        ...narrowing,
        slug: z.string().max(200).optional(),
        has: z.enum(targetHas).default('all'),
        sort: z.enum(targetSorts).default('az'),
        ...PageInput,
      }),
    )
    .output(pageOf(Target))
    .errors(badCursor),

  counts: oc
    .route({ method: 'GET', path: '/target-counts', summary: 'How many targets there are, with and without active campaigns', tags: ['Targets'] })
    .input(z.strictObject(narrowing))
    .output(z.object({ all: z.int().nonnegative(), campaigns: z.int().nonnegative(), none: z.int().nonnegative() })),

  get: oc
    .route({ method: 'GET', path: '/targets/{slug}', summary: 'A target with its numbers', tags: ['Targets'] })
    .input(z.strictObject({ slug: z.string().max(200) }))
    .output(Target.extend({ createdAt: z.date(), isVerified: IsVerified }))
    .errors(notFound),
}
