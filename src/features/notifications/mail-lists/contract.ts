import { oc } from '@orpc/contract'
import { z } from 'zod'
import { notFound } from '#platform/refusal.ts'
import { mailLists } from './terms.ts'

export const MailListState = z.object({
  list: z.enum(mailLists),
  isOn: z.boolean().describe('Whether the recipient of the link still gets email of this kind.'),
  isMailOff: z.boolean().describe('Whether the recipient has turned off all email except messages about the account.'),
})
export type MailListState = z.infer<typeof MailListState>

export const mailListsContract = {
  get: oc
    .route({ tags: ['Notifications'], method: 'GET', path: '/mail-lists/{token}', summary: 'The kind of email that an unsubscribe link would stop' })
    .input(z.strictObject({ token: z.string().min(1).max(200) }))
    .output(MailListState)
    .errors(notFound),
}
