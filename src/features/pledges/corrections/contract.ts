import { oc } from '@orpc/contract'
import { z } from 'zod'
import { moderationCodes } from '#features/moderation/terms.ts'
import { Id } from '#platform/page.ts'
import { fieldRefusals, keyReused, notFound, stateRefusal } from '#platform/refusal.ts'
import { accountAges, invalidationCodes, invalidationLimits, invalidationStates, selectionCodes } from './terms.ts'

const atLeastTen = (what: string) => z.int().nonnegative().nullable().describe(`${what} Null if there are fewer than 10.`)
const Hour = z.iso
  .datetime()
  .refine((text) => /^2[01]/.test(text), 'A year from 2000 to 2199')
  .describe('Rounded down to the hour.')
const selection = {
  campaignId: Id.optional().describe('All campaigns of the site without it.'),
  joinedFrom: Hour.optional(),
  joinedTo: Hour.optional().describe('Pledges from before this hour.'),
  mailDomain: z.string().trim().toLowerCase().min(1).max(invalidationLimits.domain).optional(),
  accountHours: z.coerce
    .number()
    .int()
    .min(1)
    .max(invalidationLimits.accountHours)
    .optional()
    .describe('Accounts that were younger than this when they joined.'),
}
/** Pledges that all of the given conditions apply to. */
export const Selection = z.strictObject(selection)
export type Selection = z.infer<typeof Selection>

export const InvalidationPreview = z.object({
  pledges: atLeastTen('Pledges that the selection applies to.'),
  counted: atLeastTen('How many of them count now.'),
  unconfirmed: atLeastTen('How many of them wait for a confirmation.'),
  sample: z
    .array(
      z.object({
        joinedAt: z.date().describe('The hour.'),
        mailDomain: z.string().nullable().describe('Null if fewer than 10 of these pledges have it.'),
        accountHours: z.int().nonnegative().describe('Age of the account when it joined.'),
        isConfirmed: z.boolean(),
      }),
    )
    .describe('Some of the pledges, without names. Empty if there are fewer than 10.'),
})
export type InvalidationPreview = z.infer<typeof InvalidationPreview>

export const Invalidation = z.object({
  id: z.uuid(),
  campaign: z.object({ id: z.uuid(), slug: z.string(), title: z.string() }).nullable().describe('Null: every campaign of the site.'),
  selection: z.object(selection).omit({ campaignId: true }),
  reason: z.string().describe('For moderators.'),
  note: z.string().describe('Public.'),
  state: z.enum(invalidationStates),
  startedAt: z.date(),
  startedBy: z.string(),
  progress: z.number().min(0).max(1),
  pledges: atLeastTen('Pledges that it has taken out so far.'),
  restored: atLeastTen('Pledges that its undo has brought back so far.'),
  undoableUntil: z.date().nullable().describe('Null if it cannot be undone.'),
})
export type Invalidation = z.infer<typeof Invalidation>

export const Joins = z.object({
  campaign: z.object({ id: z.uuid(), slug: z.string(), title: z.string(), supporters: z.int().nonnegative() }).nullable(),
  usualPerHour: z.number().nonnegative().describe('Mean of the 28 days before the hours that are listed.'),
  hours: z.array(z.object({ at: z.date(), joins: z.int().nonnegative(), isBurst: z.boolean() })).describe('The last hours, newest first.'),
  domains: z.array(z.object({ mailDomain: z.string(), joins: z.int() })).describe('Domains with at least 10 of these joins, most first.'),
  otherDomains: atLeastTen('Joins from all other domains together.'),
  ages: z
    .array(z.object({ underHours: z.literal(accountAges), joins: z.int().nonnegative() }))
    .describe('Accounts by their age when they joined. Null: all older ones.'),
})
export type Joins = z.infer<typeof Joins>

const One = z.strictObject({ id: Id })
const Note = z.string().max(10_000).describe('Public. It names no networks, domains or suspects.')
const Reason = z.string().max(10_000).describe('For moderators.')
const route = { tags: ['Moderation'] }

/** For moderators of the site only. Everybody else gets 404 for these paths, as for a path that does not exist. No answer names a person who joined. */
export const correctionsContract = {
  joins: oc
    .route({ ...route, method: 'GET', path: '/moderation/joins', summary: 'For moderators: joins of a campaign or the site, by groups' })
    .input(z.strictObject({ campaign: z.string().max(200).optional().describe('Its id or the last part of its address.') }))
    .output(Joins)
    .errors(notFound),

  preview: oc
    .route({ ...route, method: 'GET', path: '/moderation/invalidations/preview', summary: 'For moderators: how many pledges a selection applies to' })
    .input(Selection)
    .output(InvalidationPreview)
    .errors({ ...notFound, ...fieldRefusals([...selectionCodes, 'CAMPAIGN_UNKNOWN']) }),

  list: oc
    .route({ ...route, method: 'GET', path: '/moderation/invalidations', summary: 'For moderators: the latest 50 invalidations, with their progress' })
    .input(z.strictObject({}).optional())
    .output(z.object({ items: z.array(Invalidation) }))
    .errors(notFound),

  start: oc
    .route({
      ...route,
      method: 'POST',
      path: '/moderation/invalidations',
      summary: 'For moderators: take the selected pledges out of the count',
      description: 'The selection applies to pledges from before now. Each campaign gets one public correction with the note.',
    })
    .input(z.strictObject({ selection: Selection, reason: Reason, note: Note }))
    .output(z.object({ id: z.uuid() }))
    .errors({ ...notFound, ...keyReused, ...fieldRefusals(invalidationCodes) }),

  stop: oc
    .route({ ...route, method: 'POST', path: '/moderation/invalidations/{id}/stop', summary: 'For moderators: stop an invalidation that is running' })
    .input(One)
    .output(z.object({ id: z.uuid() }))
    .errors({ ...notFound, NOT_RUNNING: { ...stateRefusal, message: 'This invalidation is not running.' } }),

  undo: oc
    .route({
      ...route,
      method: 'POST',
      path: '/moderation/invalidations/{id}/undo',
      summary: 'For moderators: bring the pledges of an invalidation back',
      description: 'Possible for 90 days. Each campaign gets one public correction with the note.',
    })
    .input(z.strictObject({ id: Id, reason: Reason, note: Note }))
    .output(z.object({ id: z.uuid() }))
    .errors({
      ...notFound,
      ...fieldRefusals([...moderationCodes, 'NOTE_MISSING', 'PUBLIC_NOTE_TOO_LONG', 'NOTE_NAMES_SOURCE', 'OWN_CAMPAIGN']),
      NOT_UNDOABLE: { ...stateRefusal, message: 'This invalidation cannot be undone: it is still running, was undone, or is older than 90 days.' },
    }),
}
