import { oc } from '@orpc/contract'
import { z } from 'zod'
import { JoinedCampaign } from '#features/campaigns/contract.ts'
import { Count, OwnAction, OwnPledge } from '#features/pledges/contract.ts'
import { PageInput, pageOf } from '#platform/page.ts'
import { badCursor, signInFirst } from '#platform/refusal.ts'
import { units } from '#platform/time-steps.ts'

/** The viewer's own pledge, with the campaign's actions. */
export const TakenPledge = z.object({
  campaign: JoinedCampaign.extend({ actions: z.array(OwnAction) }),
  pledge: OwnPledge,
  pledgedAt: z.date(),
})
export type TakenPledge = z.infer<typeof TakenPledge>

/** Estimated monthly impact of the viewer's own pledges in integer cents. */
export const OwnImpact = z.object({
  monthlyCents: z.number(),
  /** Counted pledges to active campaigns. */
  pledges: z.int().nonnegative(),
  /** Pledges to active campaigns that count only after the address is confirmed. */
  waiting: z.int().nonnegative(),
  /** The growth: days, weeks or months in UTC without gaps; `from` is their first day, `monthlyCents` the value at their end. */
  unit: z.enum(units),
  steps: z.array(z.object({ from: z.iso.date(), monthlyCents: z.number() })),
  /** The same as a plot: paths in a box of 1000 x 400, marks in hundredths of its width and height. Null if there is nothing to plot. */
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

/** An active campaign that the viewer has joined, with its news. */
export const JoinedNews = z.object({
  campaign: JoinedCampaign,
  count: Count,
  /** Updates posted since the given time. */
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
          latest: z.array(TakenPledge).max(3),
          hasShownNotice: z
            .boolean()
            .describe('Whether pledges from before they became private by default are shown on the profile, and the notice was not dismissed.'),
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
    .output(pageOf(TakenPledge))
    .errors({ ...signInFirst, ...badCursor }),
}
