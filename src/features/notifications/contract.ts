import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Author } from '#platform/author.ts'
import { Id, PageInput, pageOf } from '#platform/page.ts'
import { badCursor, keyReused, notFound, signInFirst } from '#platform/refusal.ts'
import { notificationFilters, notificationTypes, unreadCounted } from './terms.ts'

/** One entry of the bell, with current names and titles. */
export const Notification = z.object({
  id: z.uuid(),
  type: z.enum(notificationTypes),
  actor: Author.nullable().describe('Null if no person is named, as for a private pledge or a milestone.'),
  others: z.int().nonnegative().describe('For a grouped notification, how many others did the same.'),
  number: z.int().positive().nullable().describe('For a milestone, the number of supporters.'),
  campaign: z.object({ id: z.uuid(), slug: z.string(), title: z.string() }).nullable(),
  community: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }).nullable(),
  update: z.object({ id: z.uuid(), title: z.string() }).nullable(),
  post: z.object({ id: z.uuid(), title: z.string() }).nullable(),
  commentId: z.uuid().nullable(),
  isRead: z.boolean(),
  createdAt: z.date(),
})
export type Notification = z.infer<typeof Notification>

/** `unread` is exact up to 99; 100 means more. */
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
