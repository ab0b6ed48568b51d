import { ORPCError } from '@orpc/server'
import { z } from 'zod'
import { Id } from '#platform/page.ts'
import { inTransaction } from '#platform/server/idempotency.ts'
import { readMailedSecret } from '#platform/server/mailed-secret.ts'
import { mostWaitingJoins } from '../../terms.ts'
import { makeConfirmingLink, takeConfirmingLink } from '../confirming-link.ts'
import { takeMail } from '../mail-budget.ts'
import { bodyOf, jsonResponse } from '../response.ts'
import { type AuthParts, badLink, type Endpoints, refuseTooMany, signInFirst, tooMany } from './endpoint.ts'

const NoBody = z.strictObject({})
/** `without`: campaigns that the reader of the mail does not want to join. */
const ConfirmBody = z.strictObject({ token: z.string().max(2_000), without: z.array(Id).max(mostWaitingJoins).default([]) })
const confirmed = { message: 'Your email is confirmed. You are counted.' }

/** Endpoints that use the link that confirms an address, and that mail it again. */
export function confirmEndpoints({ store, limiter, mail, letters, viewerOf, joinIntentions, onConfirmed }: AuthParts): Endpoints {
  return {
    // A POST, so that mail scanners that open every link confirm nothing. The caller need not be signed in.
    'verify-email': {
      method: 'POST',
      async open(request, { address }) {
        const { token, without } = await bodyOf(request, ConfirmBody)
        await refuseTooMany(limiter, 'signIn', address)
        const link = readMailedSecret(token)
        if (!link) throw badLink()
        const viewer = await viewerOf(request.headers.get('cookie'))
        const taken = await inTransaction(store.db, async (tx) => {
          const used = await takeConfirmingLink(tx, { ...link, isSignedIn: viewer?.id === link.id })
          if (used?.isFirst) {
            await joinIntentions.dropWaiting(tx, { personId: link.id, campaignIds: without })
            await mail.welcome(tx, used.email)
          }
          return used
        })
        if (!taken) throw badLink()
        // Also for a used link: counting may have failed after the link was used up.
        await onConfirmed(link.id)
        return jsonResponse(confirmed)
      },
    },
    // Mails the link again, to the account's current address.
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
        if (email_verified) return jsonResponse({ message: 'Your email is confirmed.' })
        await refuseTooMany(limiter, 'confirmation', viewer.id)
        await inTransaction(store.db, async (tx) => {
          // The row lock keeps concurrent requests from making two links, and makes account deletion wait for this link.
          const person = await tx.selectFrom('person').select('email').where('id', '=', viewer.id).forNoKeyUpdate().executeTakeFirst()
          if (person?.email !== email) return
          const wait = await takeMail(limiter, { email, isConfirmed: false })
          if (wait !== null) throw tooMany(wait)
          await mail.add(tx, letters.confirm(email, await makeConfirmingLink(tx, viewer.id)))
        })
        mail.runSoon()
        return jsonResponse({ message: 'The link is on its way.' })
      },
    },
  }
}
