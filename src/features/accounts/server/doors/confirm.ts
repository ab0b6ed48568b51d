import { ORPCError } from '@orpc/server'
import { z } from 'zod'
import { canonicalAddress } from '#platform/canonical-address.ts'
import { inTransaction } from '#platform/server/idempotency.ts'
import { makeConfirmingLink, takeConfirmingLink } from '../confirming-link.ts'
import { readMailedSecret } from '../mailed-secret.ts'
import { answer, bodyOf } from '../wire.ts'
import { type AuthParts, badLink, type Doors, refuseTooMany, signInFirst } from './door.ts'

const NoBody = z.strictObject({})
const ConfirmBody = z.strictObject({ token: z.string().max(2_000) })
const confirmed = { message: 'Your email is confirmed. You are counted.' }

/** The link that confirms an address: following it, and having it mailed again. */
export function confirmDoors({ store, limiter, mail, letters, viewerOf, onConfirmed }: AuthParts): Doors {
  return {
    // A POST, so that a mail scanner that opens every link confirms nothing. Whoever presses need not be signed in.
    'verify-email': {
      method: 'POST',
      async open(request, { address }) {
        const { token } = await bodyOf(request, ConfirmBody)
        await refuseTooMany(limiter, 'signIn', address)
        const link = readMailedSecret(token)
        if (!link) throw badLink()
        const viewer = await viewerOf(request.headers.get('cookie'))
        const taken = await inTransaction(store.db, async (tx) => {
          const used = await takeConfirmingLink(tx, { ...link, isSignedIn: viewer?.id === link.personId })
          if (used?.isFirst) await mail.welcome(tx, used.email)
          return used
        })
        if (!taken) throw badLink()
        // For a used link too: counting may have failed after the link was used up.
        await onConfirmed(link.personId)
        return answer(confirmed)
      },
    },
    // The link once more, to the address that the account has.
    'send-confirmation': {
      method: 'POST',
      async open(request) {
        await bodyOf(request, NoBody)
        const viewer = await viewerOf(request.headers.get('cookie'))
        if (!viewer) throw signInFirst()
        const { email, email_verified } = await store.db
          .selectFrom('person')
          .select(['email', 'email_verified'])
          .where('id', '=', viewer.id)
          .executeTakeFirstOrThrow()
        if (email === null) throw new ORPCError('NO_ADDRESS', { status: 409, message: 'This account has no email address yet.' })
        if (email_verified) return answer({ message: 'Your email is confirmed.' })
        await refuseTooMany(limiter, 'confirmation', viewer.id)
        await refuseTooMany(limiter, 'mailTo', canonicalAddress(email))
        await inTransaction(store.db, async (tx) => {
          // Two at once would leave two links, and deleting the account waits for the one that is made.
          const person = await tx.selectFrom('person').select('email').where('id', '=', viewer.id).forNoKeyUpdate().executeTakeFirst()
          if (person?.email === email) await mail.add(tx, letters.confirm(email, await makeConfirmingLink(tx, viewer.id)))
        })
        mail.nudge()
        return answer({ message: 'The link is on its way.' })
      },
    },
  }
}
