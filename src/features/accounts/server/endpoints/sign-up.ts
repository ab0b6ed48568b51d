import { z } from 'zod'
import { makeConfirmingLink } from '../confirming-link.ts'
import { takeMail } from '../mail-budget.ts'
import { bodyOf, jsonResponse } from '../response.ts'
import { signedUp, signUp } from '../sign-up.ts'
import { type AuthParts, carriedJoin, type Endpoints, refuseTooMany } from './endpoint.ts'

const SignUpBody = z.strictObject({
  name: z.string().default(''),
  email: z.string().default(''),
  username: z
    .string()
    .nullish()
    .transform((username) => username ?? ''),
  password: z.string().default(''),
  join: carriedJoin,
})

export const signUpEndpoints = ({ store, hashing, limiter, mail, letters, countsAtOnce, isTemporary, joinIntentions }: AuthParts): Endpoints => ({
  'sign-up/email': {
    method: 'POST',
    async open(request, { address }) {
      const { join, ...body } = await bodyOf(request, SignUpBody)
      const cookies = request.headers.get('cookie')
      let afterCommit = () => {}
      await signUp({
        store,
        hashing,
        body,
        countsAtOnce,
        isTemporary,
        allowed: () => refuseTooMany(limiter, 'signUp', address),
        async notifyOwner(tx, { personId, email, isNew }) {
          // Executed for a known address too, where it stores nothing, so that both cases take the same time.
          const token = await makeConfirmingLink(tx, personId)
          // The mail budget keeps strangers from filling a mailbox by typing its address.
          if ((await takeMail(limiter, { email, isConfirmed: false })) === null)
            await mail.add(tx, isNew ? letters.confirm(email, token) : letters.known(email, { isJoining: join !== null }))
          // Executed for a known address too; its account gets no pledge.
          if (join !== null) afterCommit = await joinIntentions.joinNew(tx, { cookies, id: join, personId, email })
        },
      })
      afterCommit()
      mail.runSoon()
      return jsonResponse(signedUp)
    },
  },
})
