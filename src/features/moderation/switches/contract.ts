import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Id } from '#platform/page.ts'
import { fieldRefusals, notFound, sentence, stateRefusal } from '#platform/refusal.ts'
import { switchNames } from '#platform/site-switches.ts'
import { closedCodes, switchCodes } from './terms.ts'

const Campaign = z.object({ id: Id, slug: z.string(), title: z.string() })

/** A switch that is on. */
export const OnSwitch = z.object({
  name: z.enum(switchNames),
  campaign: Campaign.nullable().describe('For joining_paused: the campaign that cannot be joined.'),
  text: z.string().describe('The text of the banner; empty for the others.'),
  since: z.date(),
})
export type OnSwitch = z.infer<typeof OnSwitch>

export const SwitchChange = z.object({
  id: Id,
  name: z.enum(switchNames),
  isOn: z.boolean(),
  campaign: Campaign.nullable(),
  text: z.string(),
  reason: z.string(),
  by: z.object({ id: Id, name: z.string() }).nullable().describe('Null for the command line.'),
  at: z.date(),
})
export type SwitchChange = z.infer<typeof SwitchChange>

const Switches = z.object({ on: z.array(OnSwitch), changes: z.array(SwitchChange).describe('The latest changes, newest first.') })
export type Switches = z.infer<typeof Switches>

/** Refusals of operations that a switch can prevent. Every operation that changes something can also be refused with READ_ONLY (409). */
export const joiningPaused = { [closedCodes.joining_paused]: closedRefusal(closedCodes.joining_paused) } as const
export const publishingClosed = { [closedCodes.no_new_campaigns]: closedRefusal(closedCodes.no_new_campaigns) } as const

/** Refusal of a comment, message or post in slow mode, everywhere or in one discussion. */
export const slowModeOn = {
  SLOW_MODE: { status: 429, message: sentence('SLOW_MODE'), data: z.object({ text: z.string(), retryAfterMs: z.int().positive() }) },
} as const

function closedRefusal(code: string) {
  return { ...stateRefusal, message: sentence(code), data: z.object({ text: z.string() }) }
}

const route = { tags: ['Switches'] }

/** For administrators only. Everybody else gets 404 for these paths, as for a path that does not exist. */
export const switchesContract = {
  list: oc
    .route({ ...route, method: 'GET', path: '/switches', summary: 'For administrators: the switches that are on, and the latest changes' })
    .input(z.strictObject({}).optional())
    .output(Switches)
    .errors(notFound),

  set: oc
    .route({ ...route, method: 'PUT', path: '/switches/{name}', summary: 'For administrators: turn a switch on or off, at once on all processes' })
    .input(
      z.strictObject({
        name: z.enum(switchNames),
        isOn: z.boolean(),
        campaign: z.string().max(200).optional().describe('For joining_paused: id or slug of a public campaign.'),
        text: z.string().max(5_000).optional().describe('For banner: its text.'),
        reason: z.string().max(10_000).describe('For the log. Only administrators read it.'),
      }),
    )
    .output(Switches)
    .errors({ ...notFound, ...fieldRefusals(switchCodes) }),
}
