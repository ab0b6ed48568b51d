import { oc } from '@orpc/contract'
import { z } from 'zod'
import { signInFirst } from '#platform/refusal.ts'

export const Me = z.object({
  id: z.uuid(),
  name: z.string(),
  displayName: z.string(),
  avatarUrl: z.string().nullable(),
  role: z.enum(['member', 'moderator', 'admin']),
  isCounted: z.boolean(),
  pledgesPrivately: z.boolean(),
})

export const accountsContract = {
  me: oc
    .route({ method: 'GET', path: '/me', summary: 'Who is signed in', tags: ['Accounts'] })
    .input(z.strictObject({}).optional())
    .output(Me)
    .errors(signInFirst),
}
