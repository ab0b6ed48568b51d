import { oc } from '@orpc/contract'
import { z } from 'zod'
import { EntryNumbers } from '#features/pledges/tallies/contract.ts'
import { pageOf } from '#platform/page.ts'
import { badCursor, notFound } from '#platform/refusal.ts'
import { EntryListInput, IsVerified } from '../list-input.ts'

export const Cause = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  icon: z.string().nullable(),
  numbers: EntryNumbers,
})
export type Cause = z.infer<typeof Cause>

export const causesContract = {
  list: oc
    .route({ method: 'GET', path: '/causes', summary: 'Causes, filtered and sorted', tags: ['Causes'] })
    .input(z.strictObject(EntryListInput))
    .output(pageOf(Cause))
    .errors(badCursor),

  get: oc
    .route({ method: 'GET', path: '/causes/{slug}', summary: 'A cause with its numbers', tags: ['Causes'] })
    .input(z.strictObject({ slug: z.string().max(200) }))
    .output(Cause.extend({ isVerified: IsVerified }))
    .errors(notFound),
}
