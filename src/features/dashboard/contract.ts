import { oc } from '@orpc/contract'
import { z } from 'zod'
import { JoinedCampaign } from '#features/campaigns/contract.ts'
import { Count, Detaching, OwnAction, OwnPledge } from '#features/pledges/contract.ts'
import { PageInput, pageOf } from '#platform/page.ts'
import { badCursor, signInFirst } from '#platform/refusal.ts'
import { units } from '#platform/time-steps.ts'

/** One of the viewer's own pledges, with its campaign and the actions that the campaign suggests. */
export const PledgeWithCampaign = z.object({
  campaign: JoinedCampaign.extend({ actions: z.array(OwnAction) }),
  pledge: OwnPledge,
  pledgedAt: z.date(),
  detaching: Detaching,
})
export type PledgeWithCampaign = z.infer<typeof PledgeWithCampaign>

/** Estimated monthly impact of the viewer's own pledges in integer cents. */
export const OwnImpact = z.object({
  monthlyCents: z.number(),
  /** Number of counted pledges to active campaigns. */
  pledges: z.int().nonnegative(),
  /** Number of pledges to active campaigns that will count once the viewer's email address is confirmed. */
  waiting: z.int().nonnegative(),
  /** Growth in consecutive days, weeks or months (`unit`) in UTC. `from` is the first day of a step, `monthlyCents` the impact at the end of the step. */
  unit: z.enum(units),
  steps: z.array(z.object({ from: z.iso.date(), monthlyCents: z.number() })),
  /** The steps as SVG paths in a box of 1000 x 400, with marks at percentages (`at`) of its width or height. Null if there is nothing to plot. */
  plot: z
    .object({
      line: z.string(),
      area: z.string(),
      days: z.array(z.object({ at: z.number(), day: z.iso.date() })),
      amounts: z.array(z.object({ at: z.number(), cents: z.number() })),
    })
    .nullable(),
})
export type OwnImpact = z.infer<typeof OwnImpact>

/** An active campaign that the viewer has joined, with its count and its updates. */
export const JoinedNews = z.object({
  campaign: JoinedCampaign,
  count: Count,
  /** Number of updates that were posted after `since`. */
  updates: z.int().nonnegative(),
  latestUpdate: z.object({ id: z.uuid(), title: z.string(), createdAt: z.date() }).nullable(),
})
export type JoinedNews = z.infer<typeof JoinedNews>

export const dashboardContract = {
  news: oc
    .route({
      method: 'GET',
      path: '/me/news',
      summary: 'Active campaigns that you have joined, those with the latest update or pledge first',
      tags: ['Dashboard'],
    })
    .input(z.strictObject({ since: z.iso.datetime().optional().describe('The time of the last visit; without it, no update counts as new.') }))
    .output(z.object({ total: z.int().nonnegative(), items: z.array(JoinedNews).max(3) }))
    .errors(signInFirst),

  get: oc
    .route({
      method: 'GET',
      path: '/me/dashboard',
      summary: 'Your own impact, your latest pledges, and the latest updates of joined campaigns',
      tags: ['Dashboard'],
    })
    .input(z.strictObject({}).optional())
    .output(
      z.object({
        impact: OwnImpact,
        pledges: z.object({
          total: z.int().nonnegative(),
          latest: z.array(PledgeWithCampaign).max(3),
          hasShownNotice: z
            .boolean()
            .describe(
              'True if the profile shows pledges that were made before pledges became private by default, and the notice about them was not dismissed.',
            ),
        }),
        updates: z
          .array(z.object({ id: z.uuid(), title: z.string(), createdAt: z.date(), campaign: z.object({ id: z.uuid(), slug: z.string(), title: z.string() }) }))
          .max(3),
      }),
    )
    .errors(signInFirst),

  pledges: oc
    .route({ method: 'GET', path: '/me/pledges', summary: 'Your own pledges, including private ones, newest first', tags: ['Dashboard'] })
    .input(z.strictObject(PageInput))
    .output(pageOf(PledgeWithCampaign))
    .errors({ ...signInFirst, ...badCursor }),
}
