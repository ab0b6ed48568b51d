import { oc } from '@orpc/contract'
import { z } from 'zod'
import { fieldRefusals, signInFirst, stateRefusal } from '#platform/refusal.ts'

export const leavingContract = {
  // A repetition needs no idempotency key: the account no longer exists.
  deleteAccount: oc
    .route({ method: 'DELETE', path: '/me', summary: 'Delete your account permanently', tags: ['Accounts'] })
    .input(z.strictObject({ phrase: z.string().max(200) }))
    .output(z.object({ isDeleted: z.literal(true) }))
    .errors({
      ...signInFirst,
      ...fieldRefusals(['PHRASE_WRONG']),
      LAST_ADMIN: { ...stateRefusal, message: 'This is the only administrator. Make somebody else an administrator first.' },
    }),
}
