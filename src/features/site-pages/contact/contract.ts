import { oc } from '@orpc/contract'
import { z } from 'zod'
import { proofNeeded, scriptFields } from '#platform/proof-of-work.ts'
import { fieldRefusals, keyReused } from '#platform/refusal.ts'
import { contactCategories, contactCodes } from './terms.ts'

const words = z.string().max(100_000)

export const contactContract = {
  send: oc
    .route({ method: 'POST', path: '/contact', summary: 'Write to those who run this site', tags: ['Contact'], successStatus: 201 })
    .input(
      z.strictObject({
        category: z.enum(contactCategories),
        message: words,
        email: words.optional().describe('Where an answer goes. Required of visitors; of who is signed in the account’s is taken.'),
        name: words.optional().describe('Of visitors; of who is signed in the account’s is taken.'),
        ...scriptFields,
        website: words.optional().describe('Leave it empty.'),
      }),
    )
    .output(z.object({ isSent: z.literal(true) }))
    .errors({
      ...fieldRefusals(contactCodes),
      ...keyReused,
      ...proofNeeded,
      CONTACT_TOO_OFTEN: { status: 429, message: 'Too many messages. Try again later.', data: z.object({ retryAfter: z.int().positive() }) },
    }),
}
