import { ORPCError } from '@orpc/server'
import { isAPIError } from 'better-auth/api'
import { z } from 'zod'
import { answer, bodyOf } from '../wire.ts'
import { type AuthParts, badLink, type Doors, refuseTooMany, signInFirst } from './door.ts'
import { refuseOthers } from './proof.ts'

const NoBody = z.strictObject({})
const ConfirmBody = z.strictObject({ token: z.string().max(2_000), password: z.string().default('') })

/** Where the link in a mail leads to in the end. */
export function confirmDoors(parts: AuthParts): Doors {
  const { store, limiter, library, mail, letters, viewerOf, onConfirmed } = parts
  return {
    // A POST, so that a mail scanner that opens every link confirms nothing.
    'verify-email': {
      method: 'POST',
      async open(request, { address }) {
        const { token, password } = await bodyOf(request, ConfirmBody)
        await refuseTooMany(limiter, 'signIn', address)
        // The library would confirm a suspended person's address too.
        const person = await store.db
          .selectFrom('person')
          .select(['id', 'email'])
          .where('email', '=', (await letters.addressIn(token)) ?? '')
          .where('suspended_at', 'is', null)
          .executeTakeFirst()
        if (!person) throw badLink()
        await refuseOthers(parts, { request, address, personId: person.id, password })
        if (!(await isConfirmed(library, token))) throw badLink()
        if (person.email !== null) await mail.welcome(store.db, person.email)
        await onConfirmed(person.id)
        return answer({ message: 'Your email address is confirmed.' })
      },
    },
    // The link once more, to the address that the account has.
    'send-confirmation': {
      method: 'POST',
      async open(request) {
        await bodyOf(request, NoBody)
        const viewer = await viewerOf(request.headers.get('cookie'))
        if (!viewer) throw signInFirst()
        const person = await store.db.selectFrom('person').select(['email', 'email_verified']).where('id', '=', viewer.id).executeTakeFirstOrThrow()
        if (person.email === null) throw new ORPCError('NO_ADDRESS', { status: 409, message: 'This account has no email address yet.' })
        if (person.email_verified) return answer({ message: 'Your email address is confirmed.' })
        await refuseTooMany(limiter, 'confirmation', viewer.id)
        await mail.add(store.db, await letters.confirm(person.email))
        mail.nudge()
        return answer({ message: 'The link is on its way.' })
      },
    },
  }
}

/** Whether the token is from one of our mails; its address is confirmed then. */
async function isConfirmed(library: AuthParts['library'], token: string): Promise<boolean> {
  try {
    await library.api.verifyEmail({ query: { token } })
    return true
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) return false
    throw error
  }
}
