import { oc } from '@orpc/contract'
import { z } from 'zod'
import { moderationCodes } from '#features/moderation/terms.ts'
import { Id } from '#platform/page.ts'
import { fieldRefusals, keyReused, notFound, stateRefusal } from '#platform/refusal.ts'
import {
  accountAges,
  consents,
  formTimes,
  invalidationCodes,
  invalidationLimits,
  invalidationStates,
  selectableAges,
  selectableFormTimes,
  selectionCodes,
} from './terms.ts'

const atLeastTen = (what: string) => z.int().nonnegative().nullable().describe(`${what} Rounded down to tens. Null if it is about fewer than 10 people.`)
const Hour = z.iso
  .datetime()
  .refine((text) => /^2[01]/.test(text), 'A year from 2000 to 2199')
  .describe('Rounded down to the hour.')
const SeenAt = z.iso
  .datetime()
  .refine((text) => /^2[01]/.test(text), 'A year from 2000 to 2199')
  .describe('`seenAt` of the list that you have read. Later requests for a look are not answered.')
const Network = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .describe('A label. It cannot be turned into an address, and changes every week.')
const selection = {
  campaignId: Id.optional().describe('Without it all campaigns of the site but your own.'),
  joinedFrom: Hour.optional().describe('A midnight (UTC). Both times together can also be one hour in which at least 100 people joined.'),
  joinedTo: Hour.optional().describe('Pledges from before this midnight (UTC).'),
  mailDomain: z.string().trim().toLowerCase().min(1).max(invalidationLimits.domain).optional(),
  accountHours: z.coerce
    .number()
    .int()
    .refine((hours) => selectableAges.some((age) => age === hours), '1, 24 or 168')
    .optional()
    .describe('Accounts that were younger than this when they joined: 1, 24 or 168.'),
  network: Network.optional().describe('Joins of new accounts from one network.'),
  formSeconds: z.coerce
    .number()
    .int()
    .refine((seconds) => selectableFormTimes.some((time) => time === seconds), '3, 10 or 30')
    .optional()
    .describe('Accounts whose sign-up form was open for less than this, or skipped: 3, 10 or 30. Known for 30 days.'),
}
/** Pledges that all of the given conditions apply to: at most two of time, mail domain, age, network and form. */
export const Selection = z.strictObject(selection)
export type Selection = z.infer<typeof Selection>

/** Pledges of an invalidation that all of the given conditions apply to. */
export const UndoPart = z.strictObject({
  ...selection,
  isLookAsked: z.literal(true).optional().describe('Only pledges whose people have asked for a look and wait for an answer.'),
})
export type UndoPart = z.infer<typeof UndoPart>

export const InvalidationPreview = z
  .object({
    pledges: atLeastTen('Pledges that the selection applies to.'),
    counted: atLeastTen('How many of them count now.'),
    unconfirmed: atLeastTen('How many of them wait for a confirmation.'),
  })
  .describe('Sums over the days, ages of accounts and form times of the selection, each rounded down to tens. Those with fewer than 10 people add nothing.')
export type InvalidationPreview = z.infer<typeof InvalidationPreview>

export const Invalidation = z.object({
  id: z.uuid(),
  campaign: z.object({ id: z.uuid(), slug: z.string(), title: z.string() }).nullable().describe('Null: every campaign of the site.'),
  selection: z.object({ ...selection, accountHours: z.int().optional(), formSeconds: z.int().optional() }).omit({ campaignId: true }),
  isHeld: z.boolean().describe('Only held pledges: they had never counted.'),
  reason: z.string().describe('For moderators.'),
  note: z.string().describe('Public. Empty for held pledges.'),
  state: z.enum(invalidationStates),
  startedAt: z.date(),
  startedBy: z.string(),
  isStartedByYou: z.boolean(),
  consent: z.enum(consents).nullable().describe('Whose consent it needs besides: of a second moderator, or of an administrator.'),
  consentedBy: z.string().nullable(),
  progress: z.number().min(0).max(1),
  pledges: atLeastTen('Pledges that it has taken out so far.'),
  restored: atLeastTen('Pledges that its undos have brought back so far.'),
  looksAsked: atLeastTen('How many people whose pledges it has taken out have asked for a look and wait for an answer.'),
  isLookAsked: z.boolean().describe('People wait for an answer.'),
  lookedAt: z.date().nullable().describe('When a moderator last answered people who had asked that the decision stays.'),
  undoableUntil: z.date().nullable().describe('Null if it cannot be undone.'),
})
export type Invalidation = z.infer<typeof Invalidation>

export const Joins = z.object({
  campaign: z.object({ id: z.uuid(), slug: z.string(), title: z.string(), supporters: z.int().nonnegative() }).nullable(),
  usualPerDay: atLeastTen('Mean of the 28 days before the days that are listed.'),
  total: atLeastTen('Joins on the days that are listed.'),
  days: z.array(z.object({ day: z.iso.date(), joins: atLeastTen('Joins.') })).describe('The last days (UTC), newest first.'),
  hours: z
    .array(z.object({ at: z.date(), joins: z.int().nonnegative().describe('Rounded down to tens.'), isBurst: z.boolean() }))
    .describe('Hours of these days in which at least 100 people joined, newest first. isBurst: many more than usual.'),
  domains: z.array(z.object({ mailDomain: z.string(), joins: atLeastTen('Joins.') })).describe('Domains with at least 10 people who joined, most joins first.'),
  otherDomains: atLeastTen('Joins from all other domains together.'),
  ages: z
    .array(z.object({ underHours: z.literal(accountAges), joins: atLeastTen('Joins.') }))
    .describe('Accounts by their age when they joined. Null: all older ones.'),
  forms: z
    .array(z.object({ underSeconds: z.literal(formTimes), joins: atLeastTen('Joins.') }))
    .describe('Accounts by how long their sign-up form was open; skipped forms are in the first row. Null: longer, or not known.'),
  networks: z
    .array(z.object({ network: Network, joins: atLeastTen('Joins.'), quickForms: atLeastTen('Joins.') }))
    .describe('Networks with at least 10 new accounts that joined. quickForms: sign-up forms that were open for less than 3 seconds, or none.'),
})
export type Joins = z.infer<typeof Joins>

/** Held pledges of one network to one campaign. */
export const HeldGroup = z.object({
  campaign: z.object({ id: z.uuid(), slug: z.string(), title: z.string() }),
  network: Network,
  pledges: atLeastTen('Undecided pledges.'),
  heldSince: z.date().describe('The hour of the first; the day if there are fewer than 10.'),
  isBurst: z.boolean().describe('20 or more. They wait for a moderator; smaller groups count after 72 hours.'),
  looksAsked: atLeastTen('How many of these people have asked for a look.'),
  isLookAsked: z.boolean(),
})
export type HeldGroup = z.infer<typeof HeldGroup>

const One = z.strictObject({ id: Id })
const Note = z.string().max(10_000).describe('Public. It names no networks, domains or suspects.')
const Reason = z.string().max(10_000).describe('For moderators.')
const OneGroup = z.strictObject({ campaignId: Id, network: Network, reason: Reason })
const groupCodes = [...moderationCodes, 'OWN_CAMPAIGN'] as const
const route = { tags: ['Moderation'] }
const notUndoable = {
  NOT_UNDOABLE: {
    ...stateRefusal,
    message: 'This invalidation cannot be undone: it is still running, was undone, is older than 90 days, or another one is changing the same campaign.',
  },
} as const

/** For moderators of the site only. Everybody else gets 404 for these paths, as for a path that does not exist. No answer names a person who joined. */
export const correctionsContract = {
  joins: oc
    .route({ ...route, method: 'GET', path: '/moderation/joins', summary: 'For moderators: joins of a campaign or the site, by groups' })
    .input(z.strictObject({ campaign: z.string().max(200).optional().describe('Its id or the last part of its address.') }))
    .output(Joins)
    .errors({ ...notFound, ...fieldRefusals(['OWN_CAMPAIGN']) }),

  preview: oc
    .route({
      ...route,
      method: 'POST',
      path: '/moderation/invalidations/preview',
      summary: 'For moderators: how many pledges a selection applies to',
      description: 'Each call is written to the audit log, with its selection.',
    })
    .input(Selection)
    .output(InvalidationPreview)
    .errors({ ...notFound, ...fieldRefusals([...selectionCodes, 'CAMPAIGN_UNKNOWN', 'OWN_CAMPAIGN']) }),

  list: oc
    .route({
      ...route,
      method: 'GET',
      path: '/moderation/invalidations',
      summary: 'For moderators: 50 invalidations with their progress, those with requests for a look first, then the latest',
    })
    .input(z.strictObject({}).optional())
    .output(z.object({ items: z.array(Invalidation), seenAt: z.date().describe('When the list was read.') }))
    .errors(notFound),

  start: oc
    .route({
      ...route,
      method: 'POST',
      path: '/moderation/invalidations',
      summary: 'For moderators: take the selected pledges out of the count',
      description:
        'The selection applies to pledges from before now. Of the whole site, campaigns with fewer than 10 of them are left out. It waits for the consent of a second moderator if it is of the whole site, of more than 1,000 pledges, or of more than a tenth of a campaign of 100, or if the campaign has had another correction in 90 days; and for that of an administrator if the campaign has fewer than 10 of them. If the site has nobody else, the first kind runs at once, and the second is refused. Each campaign gets one public correction with the note. Administrators are notified.',
    })
    .input(z.strictObject({ selection: Selection, reason: Reason, note: Note }))
    .output(z.object({ id: z.uuid(), state: z.enum(['proposed', 'running']) }))
    .errors({ ...notFound, ...keyReused, ...fieldRefusals(invalidationCodes) }),

  held: oc
    .route({
      ...route,
      method: 'GET',
      path: '/moderation/held-pledges',
      summary: 'For moderators: held pledges by groups, those with requests for a look first',
    })
    .input(z.strictObject({}).optional())
    .output(z.object({ items: z.array(HeldGroup) }))
    .errors(notFound),

  letIn: oc
    .route({ ...route, method: 'POST', path: '/moderation/held-pledges/let-in', summary: 'For moderators: count the held pledges of a group' })
    .input(OneGroup)
    .output(z.object({ network: Network }))
    .errors({ ...notFound, ...fieldRefusals(groupCodes) }),

  reject: oc
    .route({
      ...route,
      method: 'POST',
      path: '/moderation/held-pledges/reject',
      summary: 'For moderators: keep the held pledges of a group out of the count',
      description: 'No count changes. It is listed with the invalidations, and can be undone like them.',
    })
    .input(OneGroup)
    .output(z.object({ id: z.uuid() }))
    .errors({ ...notFound, ...fieldRefusals(groupCodes) }),

  consent: oc
    .route({
      ...route,
      method: 'POST',
      path: '/moderation/invalidations/{id}/consent',
      summary: 'For moderators: consent to an invalidation that somebody else has proposed, which starts it',
    })
    .input(One)
    .output(z.object({ id: z.uuid() }))
    .errors({
      ...notFound,
      ...fieldRefusals(['OWN_CAMPAIGN']),
      FORBIDDEN: { message: 'Somebody else than the person who proposed it consents; to fewer than 10 pledges an administrator.' },
      NOT_PROPOSED: { ...stateRefusal, message: 'This invalidation does not wait for consent.' },
    }),

  stop: oc
    .route({
      ...route,
      method: 'POST',
      path: '/moderation/invalidations/{id}/stop',
      summary: 'For moderators: stop an invalidation that is running, or decline one that waits for consent',
    })
    .input(One)
    .output(z.object({ id: z.uuid() }))
    .errors({ ...notFound, ...fieldRefusals(['OWN_CAMPAIGN']), NOT_RUNNING: { ...stateRefusal, message: 'This invalidation is not running.' } }),

  undo: oc
    .route({
      ...route,
      method: 'POST',
      path: '/moderation/invalidations/{id}/undo',
      summary: 'For moderators: bring the pledges of an invalidation back, all or a part of them',
      description:
        'Possible for 90 days, and for a part several times. Each campaign gets one public correction with the note. A part by conditions has at least 10 people, and leaves at least 10. An undo that brings back fewer than 10 pledges of a campaign needs an administrator, unless it is for those who asked for a look. It waits while another one changes the same campaign.',
    })
    .input(z.strictObject({ id: Id, reason: Reason, note: Note, part: UndoPart.optional().describe('All pledges without it.') }))
    .output(z.object({ id: z.uuid() }))
    .errors({
      ...notFound,
      ...fieldRefusals(invalidationCodes.filter((code) => code !== 'OWN_CORRECTION')),
      ...notUndoable,
    }),

  uphold: oc
    .route({
      ...route,
      method: 'POST',
      path: '/moderation/invalidations/{id}/uphold',
      summary: 'For moderators: answer that you have looked and the decision stays',
      description:
        'The people who had asked for a look when you read the list read that, and cannot ask again. Others still can. It can still be undone. The moderator who started it can answer only if the site has no other.',
    })
    .input(z.strictObject({ id: Id, reason: Reason, seenAt: SeenAt }))
    .output(z.object({ id: z.uuid() }))
    .errors({
      ...notFound,
      ...fieldRefusals([...moderationCodes, 'OWN_CAMPAIGN', 'OWN_CORRECTION']),
      ...notUndoable,
      NOBODY_WAITS: { ...stateRefusal, message: 'Nobody who had asked for a look when you read the list waits for an answer.' },
    }),
}
