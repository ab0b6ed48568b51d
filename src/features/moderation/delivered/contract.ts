import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Id } from '#platform/page.ts'
import { notFound } from '#platform/refusal.ts'

const Count = z.int().nonnegative()

export const deliveredContract = {
  about: oc
    .route({
      method: 'GET',
      tags: ['Moderation'],
      path: '/moderation/decisions/{id}/delivered',
      summary: 'For moderators: how many notifications about what a decision hid had gone out',
      description: 'Numbers alone. Nothing about it is delivered while it is hidden.',
    })
    .input(z.strictObject({ id: Id }))
    .output(
      z.object({
        bells: Count.describe('Notifications in the bell. They are not shown while it is hidden.'),
        mails: Count.describe('Mails that a mail server accepted, daily mails with a line about it included.'),
        pushes: Count.describe('Push messages that a push service accepted.'),
      }),
    )
    .errors(notFound),
}
