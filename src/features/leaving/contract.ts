import { oc } from '@orpc/contract'
import { z } from 'zod'
import { fieldRefusals, signInFirst } from '#platform/refusal.ts'

export const leavingContract = {
  // Doing it again does no more: the account is gone.
  deleteAccount: oc
    .route({ method: 'DELETE', path: '/me', summary: 'Delete your account, for good', tags: ['Accounts'] })
    .input(z.strictObject({ phrase: z.string().max(200) }))
    .output(z.object({ isDeleted: z.literal(true) }))
    .errors({ ...signInFirst, ...fieldRefusals(['PHRASE_WRONG']) }),
}
