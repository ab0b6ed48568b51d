import { z } from 'zod'
import { canonicalAddress } from '#platform/canonical-address.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { emailOf, isEmail, passwordProblem } from '../../policy.ts'
import { changedPasswordProblem } from '../new-password.ts'
import { resetOf, resetPassword } from '../resetting.ts'
import { answer, bodyOf } from '../wire.ts'
import { type AuthParts, badLink, type Doors, refuseTooMany } from './door.ts'

const AskBody = z.strictObject({ email: z.string() })
const ResetBody = z.strictObject({ token: z.string().max(200), password: z.string() })

/** A new password through a link in a mail. */
export function resetDoors(parts: AuthParts): Doors {
  const { library, limiter, beside, hashing, store } = parts
  return {
    'request-password-reset': {
      method: 'POST',
      async open(request, { address }) {
        const email = emailOf((await bodyOf(request, AskBody)).email)
        if (!isEmail(email)) refuseFields({ email: 'EMAIL_INVALID' })
        await refuseTooMany(limiter, 'mailAsked', address)
        // Counted for addresses without an account too, so this tells nothing.
        await refuseTooMany(limiter, 'mailTo', `reset ${canonicalAddress(email)}`)
        beside(() => library.api.requestPasswordReset({ body: { email } }))
        return answer({ message: 'If this address has an account, a link to choose a new password is on its way.' })
      },
    },
    'reset-password': {
      method: 'POST',
      async open(request, { address }) {
        const { token, password } = await bodyOf(request, ResetBody)
        await refuseTooMany(limiter, 'signIn', address)
        const personId = isToken(token) ? await resetOf(store.db, token) : null
        // Before the link is used up, as is the hash.
        const problem = personId === null ? passwordProblem(password) : await changedPasswordProblem(store.db, { personId, password })
        if (problem) refuseFields({ password: problem })
        if (personId === null) throw badLink()
        if (!(await resetPassword(parts, { token, hash: await hashing.hash(password) }))) throw badLink()
        return answer({ message: 'Your password is changed. Sign in with the new one.' })
      },
    },
  }
}

const isToken = (text: string) => /^[\w-]{1,200}$/.test(text)
