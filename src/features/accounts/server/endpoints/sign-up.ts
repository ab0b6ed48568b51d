import { z } from 'zod'
import { scriptFields } from '#platform/proof-of-work.ts'
import { makeConfirmingLink } from '../confirming-link.ts'
import { takeMail } from '../mail-budget.ts'
import { bodyOf, jsonResponse } from '../response.ts'
import { signedUp, signUp } from '../sign-up.ts'
import { type AuthParts, callerOf, carriedJoin, type Endpoints, refuseTooMany } from './endpoint.ts'

const SignUpBody = z.strictObject({
  name: z.string().default(''),
  email: z.string().default(''),
  username: z
    .string()
    .nullish()
    .transform((username) => username ?? ''),
  password: z.string().default(''),
  join: carriedJoin,
  ...scriptFields,
  openSeconds: scriptFields.openSeconds.nullable(),
})

export const signUpEndpoints = ({
  proofOfWork,
  store,
  hashing,
  limiter,
  mail,
  letters,
  countsAtOnce,
  isTemporary,
  privateNameProblem,
  joinIntentions,
}: AuthParts): Endpoints => ({
  'sign-up/email': {
    method: 'POST',
    async open(request, { address }) {
      const { join, openSeconds = null, proof, website, ...body } = await bodyOf(request, SignUpBody)
      const cookies = request.headers.get('cookie')
      const caller = callerOf(request, address)
      let afterCommit = () => {}
      await signUp({
        store,
        hashing,
        body,
        countsAtOnce,
        isTemporary,
        privateNameProblem,
        async allowed() {
          await proofOfWork.demand({ address, proof, openSeconds, website })
          await refuseTooMany(limiter, 'signUp', address)
        },
        async notifyOwner(tx, { personId, email, isNew, knownId }) {
          // The mail budget keeps strangers from filling a mailbox by typing its address, and from replacing the link of the last mail.
          const isMailed = (await takeMail(limiter, { email, isConfirmed: false })) === null
          // Executed for a confirmed address too, where it stores nothing, so that all cases take the same time.
          const token = await makeConfirmingLink(tx, (isMailed && knownId) || personId)
          if (isMailed) await mail.add(tx, isNew ? letters.confirm(email, token) : letters.known(email, { isJoining: join !== null, token: knownId && token }))
          // Executed for a known address too; its account gets no pledge.
          await joinIntentions.recordForm(tx, { cookies, id: join, personId, openSeconds })
          if (join !== null) afterCommit = await joinIntentions.joinNew(tx, { cookies, id: join, personId, email, caller })
        },
      })
      afterCommit()
      mail.runSoon()
      return jsonResponse(signedUp(countsAtOnce))
    },
  },
})
