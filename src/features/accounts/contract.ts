import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Suspension } from '#features/moderation/contract.ts'
import { Id } from '#platform/page.ts'
import { notFound, signInFirst, stateRefusal } from '#platform/refusal.ts'
import { wayNames } from './ways.ts'

export const Me = z.object({
  id: z.uuid(),
  name: z.string(),
  displayName: z.string(),
  avatarUrl: z.string().nullable(),
  role: z.enum(['member', 'moderator', 'admin']),
  isCounted: z.boolean(),
  pledgesPrivately: z.boolean(),
})

/** The ways in which a person can sign in to the account. */
export const Ways = z.object({
  hasPassword: z.boolean(),
  others: z.array(
    z.object({
      name: z.enum(wayNames),
      isLinked: z.boolean(),
      /** True if this site has credentials for the provider at present. */
      isConfigured: z.boolean(),
    }),
  ),
})
export type Ways = z.infer<typeof Ways>

export const accountsContract = {
  suspension: oc
    .route({
      method: 'GET',
      path: '/suspensions/{id}',
      summary: 'The suspension for which your sign-in was refused',
      description: 'The id is in the address to which a sign-in through another site returns. Nobody else knows it.',
      tags: ['Accounts'],
    })
    .input(z.strictObject({ id: Id }))
    .output(Suspension.pick({ until: true, rule: true, reason: true }))
    .errors(notFound),
  me: oc
    .route({ method: 'GET', path: '/me', summary: 'The account that is signed in', tags: ['Accounts'] })
    .input(z.strictObject({}).optional())
    .output(Me)
    .errors(signInFirst),
  ways: oc
    .route({ method: 'GET', path: '/me/ways', summary: 'The sign-in methods of your account', tags: ['Accounts'] })
    .input(z.strictObject({}).optional())
    .output(Ways)
    .errors(signInFirst),
  unlink: oc
    .route({ method: 'DELETE', path: '/me/ways/{provider}', summary: 'Remove a sign-in method that uses another site', tags: ['Accounts'] })
    .input(z.strictObject({ provider: z.enum(wayNames) }))
    .output(Ways)
    .errors({ ...signInFirst, LAST_WAY_IN: { ...stateRefusal, message: 'This is the only sign-in method of the account.' } }),
}
