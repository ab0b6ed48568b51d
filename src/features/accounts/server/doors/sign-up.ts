import { z } from 'zod'
import { canonicalAddress } from '#platform/canonical-address.ts'
import { makeConfirmingLink } from '../confirming-link.ts'
import { signedUp, signUp } from '../sign-up.ts'
import { answer, bodyOf } from '../wire.ts'
import { type AuthParts, type Doors, refuseTooMany } from './door.ts'

const SignUpBody = z.strictObject({
  name: z.string().default(''),
  email: z.string().default(''),
  username: z
    .string()
    .nullish()
    .transform((username) => username ?? ''),
  password: z.string().default(''),
})

export const signUpDoors = ({ store, hashing, limiter, mail, letters, countsAtOnce }: AuthParts): Doors => ({
  'sign-up/email': {
    method: 'POST',
    async open(request, { address }) {
      const body = await bodyOf(request, SignUpBody)
      await signUp({
        store,
        hashing,
        body,
        countsAtOnce,
        allowed: () => refuseTooMany(limiter, 'signUp', address),
        async tell(tx, { personId, email, isNew }) {
          // For a known address too, where it stores nothing: both take as long.
          const token = await makeConfirmingLink(tx, personId)
          // Nobody's mailbox is filled by others who type its address.
          if ((await limiter.take('mailTo', canonicalAddress(email))) === null) await mail.add(tx, isNew ? letters.confirm(email, token) : letters.known(email))
        },
      })
      mail.nudge()
      return answer(signedUp)
    },
  },
})
