import { oc } from '@orpc/contract'
import { z } from 'zod'
import { JoinedCampaign } from '#features/campaigns/contract.ts'
import { OwnPledge } from '#features/pledges/contract.ts'
import { PageInput, pageOf } from '#platform/page.ts'
import { badCursor, signInFirst } from '#platform/refusal.ts'
import { units } from '#platform/time-steps.ts'

/** One's own pledge with what one took on by it. */
export const TakenPledge = z.object({
  campaign: JoinedCampaign.extend({ actions: z.array(z.string()) }),
  pledge: OwnPledge,
  pledgedAt: z.date(),
})
export type TakenPledge = z.infer<typeof TakenPledge>

/** Estimated impact of one's own pledges in a month, in integer cents. */
export const OwnImpact = z.object({
  monthlyCents: z.number(),
  /** Counted pledges to active campaigns. */
  pledges: z.int().nonnegative(),
  /** Pledges to active campaigns that wait for the address to be confirmed. */
  waiting: z.int().nonnegative(),
  /** How it grew: days, weeks or months by UTC, `from` their first day, `monthlyCents` at their end; none is left out. */
  unit: z.enum(units),
  steps: z.array(z.object({ from: z.iso.date(), monthlyCents: z.number() })),
  /** The same drawn: paths in a box of 1000 x 400, marks in hundredths of its width and height. Null where there is nothing to draw. */
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

export const dashboardContract = {
  get: oc
    .route({ method: 'GET', path: '/me/dashboard', summary: 'Own impact, latest pledges, and the latest news of joined campaigns', tags: ['Dashboard'] })
    .input(z.strictObject({}).optional())
    .output(
      z.object({
        impact: OwnImpact,
        pledges: z.object({ total: z.int().nonnegative(), latest: z.array(TakenPledge).max(3) }),
        updates: z
          .array(z.object({ id: z.uuid(), title: z.string(), createdAt: z.date(), campaign: z.object({ id: z.uuid(), slug: z.string(), title: z.string() }) }))
          .max(3),
      }),
    )
    .errors(signInFirst),

  pledges: oc
    .route({ method: 'GET', path: '/me/pledges', summary: 'Own pledges, private ones included, newest first', tags: ['Dashboard'] })
    .input(z.strictObject(PageInput))
    .output(pageOf(TakenPledge))
    .errors({ ...signInFirst, ...badCursor }),
}
