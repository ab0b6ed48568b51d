import { z } from 'zod'
import { refuseFields } from '#platform/server/refuse.ts'
import { emailOf, isEmail, passwordProblem } from '../../policy.ts'
import { changedPasswordProblem } from '../new-password.ts'
import { mailResetLink, resetOf, resetPassword } from '../resetting.ts'
import { bodyOf, jsonResponse } from '../response.ts'
import { type AuthParts, badLink, type Endpoints, refuseTooMany } from './endpoint.ts'

const ResetRequestBody = z.strictObject({ email: z.string() })
const ResetBody = z.strictObject({ token: z.string().max(200), password: z.string() })

/** Endpoints for setting a new password through a mailed link. */
export function resetEndpoints(parts: AuthParts): Endpoints {
  const { limiter, runInBackground, devices, hashing, store } = parts
  return {
    'request-password-reset': {
      method: 'POST',
      async open(request, { address }) {
        const email = emailOf((await bodyOf(request, ResetRequestBody)).email)
        if (!isEmail(email)) refuseFields({ email: 'EMAIL_INVALID' })
        await refuseTooMany(limiter, 'mailAsked', address)
        // Counted by the spelling that was typed, so that requests for other spellings of a mailbox do not block this one. Counted for
        // addresses without an account too, so the answer does not show who has one. `mailResetLink` counts the mails themselves.
        await refuseTooMany(limiter, 'mailTo', `reset asked ${email}`)
        runInBackground(() => mailResetLink(parts, email))
        return jsonResponse({ message: 'If this address has an account, a link to choose a new password is on its way.' })
      },
    },
    'reset-password': {
      method: 'POST',
      async open(request, { address }) {
        const { token, password } = await bodyOf(request, ResetBody)
        await refuseTooMany(limiter, 'signIn', address)
        const personId = isToken(token) ? await resetOf(store.db, token) : null
        // The password is checked and hashed before the link is used up.
        const problem = personId === null ? passwordProblem(password) : await changedPasswordProblem(store.db, { personId, password })
        if (problem) refuseFields({ password: problem })
        if (personId === null) throw badLink()
        const hash = await hashing.hash(password)
        const changed = await resetPassword(parts, { token, hash })
        if (changed === null) throw badLink()
        // The new password invalidated this browser's device cookie. Without a new one, strangers' guesses could lock the owner out here.
        const remembered = devices.remember(request.headers.get('cookie'), { personId: changed, hash })
        return jsonResponse({ message: 'Your password is changed. Sign in with the new one.' }, [remembered])
      },
    },
  }
}

const isToken = (text: string) => /^[\w-]{1,200}$/.test(text)
