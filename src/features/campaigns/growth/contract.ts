import { oc } from '@orpc/contract'
import { z } from 'zod'
import { FileAnswer } from '#platform/csv.ts'
import { Id } from '#platform/page.ts'
import { notFound } from '#platform/refusal.ts'
import { units } from '#platform/time-steps.ts'

/** Growth of a campaign, without personal data. One step per day, week (from Monday) or month in UTC, without gaps; `from` is its first day. */
export const Growth = z.object({
  unit: z.enum(units),
  steps: z.array(z.object({ from: z.iso.date(), added: z.int().nonnegative(), supporters: z.int().nonnegative() })),
  /** The same as a plot: paths in a box of 1000 x 400, and label positions in percent of its width and height. Null if there is nothing to draw. */
  plot: z
    .object({
      line: z.string(),
      area: z.string(),
      days: z.array(z.object({ at: z.number(), day: z.iso.date() })),
      counts: z.array(z.object({ at: z.number(), supporters: z.int().nonnegative() })),
    })
    .nullable(),
})
export type Growth = z.infer<typeof Growth>

export const supportersContract = {
  growth: oc
    .route({ method: 'GET', path: '/campaigns/{id}/supporters', summary: 'Supporters of a campaign over time', tags: ['Campaigns'] })
    .input(z.strictObject({ id: Id }))
    .output(Growth)
    .errors(notFound),

  csv: oc
    .route({
      method: 'GET',
      path: '/campaigns/{id}/supporters.csv',
      summary: 'The same day by day as CSV: day, supporters added, supporters total, estimated impact in cents',
      tags: ['Campaigns'],
      outputStructure: 'detailed',
    })
    .input(z.strictObject({ id: Id }))
    .output(FileAnswer)
    .errors(notFound),
}
