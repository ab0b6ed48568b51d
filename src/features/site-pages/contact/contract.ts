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
        email: words.optional().describe('The address for an answer. Visitors must give one; for signed-in people the account’s address is used.'),
        name: words.optional().describe('For visitors; for signed-in people the account’s name is used.'),
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
