import { oc } from '@orpc/contract'
import { z } from 'zod'
import { notFound } from '#platform/refusal.ts'
import { mailLists } from './terms.ts'

export const MailListState = z.object({
  list: z.enum(mailLists),
  isOn: z.boolean().describe('Whether mail of this kind still goes to whom the address was mailed to.'),
  isMailOff: z.boolean().describe('Whether all mail but that about the account is off, of whichever kind.'),
})
export type MailListState = z.infer<typeof MailListState>

export const mailListsContract = {
  get: oc
    .route({ tags: ['Notifications'], method: 'GET', path: '/mail-lists/{token}', summary: 'What the address in a mail would stop' })
    .input(z.strictObject({ token: z.string().min(1).max(200) }))
    .output(MailListState)
    .errors(notFound),
}
