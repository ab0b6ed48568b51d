import { oc } from '@orpc/contract'
import { z } from 'zod'
import { reportOutcomes, rules } from '#features/moderation/terms.ts'
import { Author } from '#platform/author.ts'
import { Id, PageInput, pageOf } from '#platform/page.ts'
import { badCursor, keyReused, notFound, signInFirst } from '#platform/refusal.ts'
import { decisionOutcomes, notificationFilters, notificationTypes, unreadCounted } from './terms.ts'

/** One notification of the bell's list, with names and titles as they are now. */
export const Notification = z.object({
  id: z.uuid(),
  type: z.enum(notificationTypes),
  actor: Author.nullable().describe('Null if no person is named, as for a private pledge or a milestone.'),
  others: z.int().nonnegative().describe('For a grouped notification, the number of other people who did the same.'),
  number: z
    .int()
    .positive()
    .nullable()
    .describe('For a milestone, the number of supporters. In a notification for moderators, the number of joins or of waiting reports.'),
  campaign: z.object({ id: z.uuid(), slug: z.string(), title: z.string() }).nullable(),
  community: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }).nullable(),
  update: z.object({ id: z.uuid(), title: z.string() }).nullable(),
  post: z.object({ id: z.uuid(), title: z.string() }).nullable(),
  commentId: z.uuid().nullable(),
  outcome: z.enum(reportOutcomes).nullable().describe('The outcome of your report.'),
  decision: z
    .object({ id: z.uuid(), outcome: z.enum(decisionOutcomes) })
    .nullable()
    .describe('A decision of a moderator about something that you wrote, or the result of your appeal against it.'),
  removal: z
    .object({
      reason: z.string().nullable().describe('The rule or the legal order, in words. Null if the removal names neither.'),
      rule: z.enum(rules).nullable().describe('Null if the removal names no rule.'),
      removedAt: z.date(),
      joinedAt: z.date().describe('When you joined the campaign.'),
    })
    .nullable()
    .describe('Set if moderators removed a campaign that you had joined. The title of the campaign is not returned, because it was removed as well.'),
  isRead: z.boolean(),
  createdAt: z.date(),
})
export type Notification = z.infer<typeof Notification>

/** `unread` is exact up to 99; 100 means more than 99. */
export const Unread = z.object({
  unread: z
    .int()
    .min(0)
    .max(unreadCounted + 1),
  newest: z.uuid().nullable(),
})

const route = { tags: ['Notifications'] }

export const notificationsContract = {
  list: oc
    .route({ ...route, method: 'GET', path: '/notifications', summary: 'Your own notifications, newest first' })
    .input(z.strictObject({ ...PageInput, filter: z.enum(notificationFilters).default('all') }))
    .output(pageOf(Notification))
    .errors({ ...signInFirst, ...badCursor }),

  unread: oc
    .route({ ...route, method: 'GET', path: '/notifications/unread', summary: 'The number of unread notifications, and the newest notification' })
    .input(z.strictObject({}).optional())
    .output(Unread)
    .errors(signInFirst),

  mark: oc
    .route({ ...route, method: 'PATCH', path: '/notifications/{id}', summary: 'Mark a notification as read or unread' })
    .input(z.strictObject({ id: Id, isRead: z.boolean() }))
    .output(Unread)
    .errors({ ...signInFirst, ...notFound }),

  readAll: oc
    .route({ ...route, method: 'POST', path: '/notifications/read-all', summary: 'Mark all notifications as read, or all up to a given one' })
    .input(z.strictObject({ through: Id.optional().describe('The newest notification that the reader has seen; newer ones stay unread.') }).optional())
    .output(Unread)
    .errors({ ...signInFirst, ...keyReused }),
}
