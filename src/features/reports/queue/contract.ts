import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Id } from '#platform/page.ts'
import { notFound } from '#platform/refusal.ts'
import { ReportSubject } from '../contract.ts'
import { reportKinds, reportReasons } from '../terms.ts'

export const QueueItem = z.object({
  id: z.uuid(),
  kind: z.enum(reportKinds),
  subjectId: z.uuid(),
  subject: ReportSubject.nullable().describe('Null if it is gone, or in a private community that you have not joined.'),
  isUrgent: z.boolean(),
  reporters: z.int().positive(),
  openedAt: z.date(),
  reports: z
    .array(
      z.object({
        id: z.uuid(),
        reason: z.enum(reportReasons),
        details: z.string(),
        notice: z.object({ law: z.string(), name: z.string().nullable(), email: z.string().nullable() }).nullable().describe('Of a legal notice.'),
        sentAt: z.date(),
      }),
    )
    .describe('The oldest ten, without the names of those who sent them.'),
})
export type QueueItem = z.infer<typeof QueueItem>

const route = { tags: ['Moderation'] }

/** For moderators of the site only. Everybody else gets 404 for these paths, as for a path that does not exist. */
export const queueContract = {
  list: oc
    .route({ ...route, method: 'GET', path: '/moderation/reports', summary: 'For moderators: reported content, urgent first' })
    .input(z.strictObject({}).optional())
    .output(z.object({ items: z.array(QueueItem), total: z.int().nonnegative().describe('The list has the first 50.') }))
    .errors(notFound),

  keep: oc
    .route({
      ...route,
      method: 'POST',
      path: '/moderation/reports/keep',
      summary: 'For moderators: keep content, which ends its reports',
      description: 'It takes no new reports until it is edited.',
    })
    .input(z.strictObject({ kind: z.enum(reportKinds), id: Id }))
    .output(z.object({ id: z.uuid() }))
    .errors({ ...notFound, FORBIDDEN: { message: 'Nobody decides about their own content.' } }),
}
