import { oc } from '@orpc/contract'
import { z } from 'zod'
import { EntryNumbers } from '#features/pledges/tallies/contract.ts'
import { pageOf } from '#platform/page.ts'
import { badCursor, notFound } from '#platform/refusal.ts'
import { EntryListInput, IsVerified } from '../list-input.ts'

export const Industry = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  numbers: EntryNumbers,
  /** The three targets with the most supporters. */
  topTargets: z.array(z.object({ slug: z.string(), name: z.string(), logoUrl: z.string().nullable(), supporters: z.int().nonnegative() })),
})
export type Industry = z.infer<typeof Industry>

export const industriesContract = {
  list: oc
    .route({ method: 'GET', path: '/industries', summary: 'Industries, filtered and sorted', tags: ['Industries'] })
    .input(z.strictObject(EntryListInput))
    .output(pageOf(Industry))
    .errors(badCursor),

  get: oc
    .route({ method: 'GET', path: '/industries/{slug}', summary: 'An industry with its numbers', tags: ['Industries'] })
    .input(z.strictObject({ slug: z.string().max(200) }))
    .output(Industry.extend({ isVerified: IsVerified }))
    .errors(notFound),
}
