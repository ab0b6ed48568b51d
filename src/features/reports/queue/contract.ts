import { oc } from '@orpc/contract'
import { z } from 'zod'
import { claimed, DiscussionLimits } from '#features/moderation/contract.ts'
import { automaticStates, contentKinds, decisionStates, moderationCodes, organizerStates, rules } from '#features/moderation/terms.ts'
import { Id } from '#platform/page.ts'
import { fieldRefusals, notFound, stateRefusal } from '#platform/refusal.ts'
import { ContextLine, ReportSubject } from '../contract.ts'
import { reportKinds, reportReasons } from '../terms.ts'

export const QueueItem = z.object({
  id: z.uuid(),
  kind: z.enum(reportKinds),
  subjectId: z.uuid(),
  version: z.string().nullable().describe('Changes when the content is edited. Null if it is gone.'),
  subject: ReportSubject.nullable().describe(
    'Null if it is gone, or in a private community that you have not joined, whose owner and mods can decide until `modsFirstUntil`.',
  ),
  isOpenToYou: z
    .boolean()
    .describe(
      'True if you can open the content on its page. Otherwise it was deleted, or it is in a private community, where you can read only the reported content.',
    ),
  author: z.object({ id: z.uuid(), name: z.string() }).nullable().describe('Null if you cannot read it, and for a target.'),
  replyTo: z.object({ by: z.string(), excerpt: z.string() }).nullable().describe('The comment that a reported comment answers, if you can open it.'),
  isUrgent: z.boolean(),
  reporters: z.int().nonnegative().describe('0: nobody has reported it. See `hidden`.'),
  openedAt: z.date(),
  modsFirstUntil: z
    .date()
    .nullable()
    .describe(
      'The owner and mods of its community can decide, too, and are expected to until then. Null if they are not. You can decide at any time, in a private community that you have not joined afterwards.',
    ),
  discussion: DiscussionLimits.extend({ campaignId: z.uuid() }).nullable().describe('The campaign on which it is, and the limits of the discussion there.'),
  hidden: z
    .object({ state: z.enum(['hidden', 'hidden_by_organizer', 'hidden_by_reports', 'waiting']), reason: z.string() })
    .nullable()
    .describe(
      'Why it is hidden: by a moderator for review, by the organizer of the campaign, by reports of several people, or because it waits for a look. Null if it is not.',
    ),
  claim: z.object({ by: z.string(), isYours: z.boolean(), until: z.date() }).nullable().describe('The moderator who is working on it.'),
  history: z.object({
    decisions: z
      .array(
        z.object({
          state: z.enum([...decisionStates, ...organizerStates, ...automaticStates]),
          rule: z.enum(rules).nullable(),
          byMods: z.boolean(),
          decidedAt: z.date(),
        }),
      )
      .describe('The newest five about this content.'),
    closedReports: z.int().nonnegative(),
    authorDecisions: z.int().nonnegative().describe('Hidden or removed content of the author, warnings and suspensions, within a year.'),
  }),
  reports: z
    .array(
      z.object({
        id: z.uuid(),
        reason: z.enum(reportReasons),
        details: z.string(),
        notice: z.object({ law: z.string(), name: z.string().nullable(), email: z.string().nullable() }).nullable().describe('For legal notices only.'),
        sentAt: z.date(),
      }),
    )
    .describe('The oldest ten, without the names of those who sent them.'),
})
export type QueueItem = z.infer<typeof QueueItem>

export const QueueSummary = z.object({
  open: z.int().nonnegative(),
  urgent: z.int().nonnegative(),
  appeals: z.int().nonnegative().describe('Open appeals.'),
  companies: z.int().nonnegative().describe('People who ask to speak for a company, and those whose claim has to be decided again.'),
  joins: z.int().nonnegative().describe('Bursts of held pledges whose people were notified, and invalidations with requests for a look or without consent.'),
  medianHours: z.number().nonnegative().nullable().describe('From a report to its decision, in the last 90 days; null if there were fewer than 5.'),
})
export type QueueSummary = z.infer<typeof QueueSummary>

const route = { tags: ['Moderation'] }
const version = z.string().max(100).optional().describe('The version that the moderator has read.')
const changed = { CONTENT_CHANGED: { ...stateRefusal, message: 'This has been edited since you read it. Read it again.' } } as const

/** For moderators of the site only. Everybody else gets 404 for these paths, as for a path that does not exist. */
export const queueContract = {
  list: oc
    .route({ ...route, method: 'GET', path: '/moderation/reports', summary: 'For moderators: reported content, urgent first' })
    .input(z.strictObject({ skip: z.coerce.number().int().min(0).max(100_000).optional().describe('Cases before those that are returned.') }).optional())
    .output(z.object({ items: z.array(QueueItem).describe('At most 50.'), total: z.int().nonnegative() }))
    .errors(notFound),

  context: oc
    .route({
      ...route,
      method: 'GET',
      path: '/moderation/reports/{id}/context',
      summary: 'For moderators: the content around the reported content of a case, oldest first',
      description:
        'The comments that a comment answers, its post and the comments beside it; the chat messages before and after a message; the community of a post. Empty for other content, and in a private community that you have not joined.',
    })
    .input(z.strictObject({ id: Id }))
    .output(z.object({ lines: z.array(ContextLine) }))
    .errors(notFound),

  keep: oc
    .route({
      ...route,
      method: 'POST',
      path: '/moderation/reports/keep',
      summary: 'For moderators: keep content, which ends its reports',
      description: 'It takes no new reports until it is edited. What a moderator has hidden stays hidden, and in the queue.',
    })
    .input(z.strictObject({ kind: z.enum(reportKinds), id: Id, version }))
    .output(z.object({ id: z.uuid() }))
    .errors({
      ...notFound,
      ...claimed,
      ...changed,
      FORBIDDEN: { message: 'Nobody decides about their own content.' },
    }),

  warn: oc
    .route({
      ...route,
      method: 'POST',
      path: '/moderation/reports/warn',
      summary: 'For moderators: warn the author of content that stays, which ends its reports',
      description:
        'The author gets the rule and the reason. It counts among the decisions against the author. The content takes no new reports until it is edited.',
    })
    .input(z.strictObject({ kind: z.enum(contentKinds), id: Id, version, rule: z.enum(rules).default('other'), reason: z.string().max(10_000) }))
    .output(z.object({ id: z.uuid() }))
    .errors({ ...notFound, ...claimed, ...changed, ...fieldRefusals(moderationCodes), FORBIDDEN: { message: 'Nobody decides about their own content.' } }),

  claim: oc
    .route({
      ...route,
      method: 'PUT',
      path: '/moderation/reports/{id}/claim',
      summary: 'For moderators: claim a case for some minutes, or renew the claim',
    })
    .input(z.strictObject({ id: Id }))
    .output(z.object({ until: z.date() }))
    .errors({ ...notFound, ...claimed }),

  release: oc
    .route({ ...route, method: 'DELETE', path: '/moderation/reports/{id}/claim', summary: 'For moderators: release a case that you have claimed' })
    .input(z.strictObject({ id: Id }))
    .output(z.object({ id: z.uuid() }))
    .errors(notFound),

  summary: oc
    .route({
      ...route,
      method: 'GET',
      path: '/moderation/reports/summary',
      summary: 'For moderators: how much waits on their pages, and how long a decision about a report has lately taken',
    })
    .input(z.strictObject({}).optional())
    .output(QueueSummary)
    .errors(notFound),
}
