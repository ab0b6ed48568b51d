import { z } from 'zod'
import { PageInput } from '#platform/page.ts'
import { entrySorts } from './terms.ts'

export const IsVerified = z
  .boolean()
  .describe('False for an entry that a person named for a campaign and no moderator has verified yet. Lists omit such entries.')

/** Query parameters of the lists of industries and causes. */
export const EntryListInput = {
  /** True for only those with active campaigns. */
  active: z.union([z.boolean(), z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'], case: 'sensitive' })]).default(false),
  sort: z.enum(entrySorts).default('trending'),
  ...PageInput,
}
