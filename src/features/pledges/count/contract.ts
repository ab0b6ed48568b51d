import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Id } from '#platform/page.ts'
import { notFound } from '#platform/refusal.ts'
import { correctionReasons } from './terms.ts'

const Figure = z.object({ value: z.int().nullable().describe('Null for a campaign that is younger than a day.'), definition: z.string() })

/** A correction of at least 10 pledges. */
export const CountCorrection = z.object({
  id: z.uuid(),
  corrected_on: z.iso.date(),
  reason: z.enum(correctionReasons),
  note: z.string().nullable().describe('Why, in the words of a moderator; null for one_mailbox.'),
  removed: z.int().describe('Pledges that no longer count; negative if pledges were restored.'),
  count_before: z.int().nonnegative(),
  count_after: z.int().nonnegative(),
})
export type CountCorrection = z.infer<typeof CountCorrection>

/** The names follow the public definition of these figures, for programs on other sites. */
export const CampaignCount = z.object({
  as_of: z.date().nullable().describe('The midnight UTC at which all figures held. Null for a campaign that is younger than a day.'),
  counted: Figure,
  unconfirmed: Figure,
  removed_total: Figure,
  corrections: z.array(CountCorrection).describe('The corrections of the last year, newest first.'),
  small_corrections: z
    .array(z.object({ month: z.string(), removed: z.int() }))
    .describe('Corrections of fewer than 10 pledges in the last year, summed up by month (YYYY-MM), newest first.'),
})
export type CampaignCount = z.infer<typeof CampaignCount>

export const countContract = {
  get: oc
    .route({
      method: 'GET',
      path: '/campaigns/{id}/count',
      summary: 'How a campaign’s pledges are counted, as of midnight UTC',
      description: 'Pages of other sites may read this address (CORS). The figures change once a day. Their sum has no meaning.',
      tags: ['Campaigns'],
    })
    .input(z.strictObject({ id: Id }))
    .output(CampaignCount)
    .errors(notFound),
}
