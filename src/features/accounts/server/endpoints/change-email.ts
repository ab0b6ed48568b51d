import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { lockPerson } from '#platform/server/lock-person.ts'
import { hashOfSecret, isHashOfSecret, type MailedSecret, newMailedSecret, readMailedSecret, tokenOfSecret } from '#platform/server/mailed-secret.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { emailOf, isEmail } from '../../policy.ts'
import { dropConfirmingLink } from '../confirming-link.ts'
import { confirmSeconds } from '../letters.ts'
import { mayNotify, takeMail } from '../mail-budget.ts'
import { changeKey, dropPendingChange, dropResetLinks } from '../pending.ts'
import { bodyOf, jsonResponse } from '../response.ts'
import { type AuthParts, badLink, type Endpoints, refuseTooMany, signInFirst } from './endpoint.ts'
import { guessedWithin, refuseOthers, requirePassword } from './proof.ts'

const ChangeBody = z.strictObject({ email: z.string(), password: z.string().default('') })
const ConfirmBody = z.strictObject({ token: z.string().max(200), password: z.string().default('') })
const alike = { message: 'Open the link in the mail to your new address. Until then nothing changes.' }

/** Changes an account's address after its owner has opened the link mailed to the new one. */
export const changeEmailEndpoints = (parts: AuthParts): Endpoints => ({
  'change-email': {
    method: 'POST',
    async open(request, { address }) {
      const { store, limiter, viewerOf, isTemporary } = parts
      const body = await bodyOf(request, ChangeBody)
      const viewer = await viewerOf(request.headers.get('cookie'))
      if (!viewer) throw signInFirst()
      const to = emailOf(body.email)
      if (!isEmail(to)) refuseFields({ email: 'EMAIL_INVALID' })
      if (isTemporary(to)) refuseFields({ email: 'EMAIL_TEMPORARY' })
      const person = await store.db.selectFrom('person').select('email').where('id', '=', viewer.id).executeTakeFirstOrThrow()
      if (person.email === to) refuseFields({ email: 'EMAIL_UNCHANGED' })
      await refuseTooMany(limiter, 'mailAsked', address)
      await refuseTooMany(limiter, 'mailTo', `change ${viewer.id}`)
      await requirePassword(parts, { personId: viewer.id, password: body.password, guess: () => parts.attempts.begin(guessedWithin(viewer.id)) })
      parts.runInBackground(() => begin(parts, viewer.id, to))
      return jsonResponse(alike)
    },
  },
  'verify-new-email': {
    method: 'POST',
    async open(request, { address }) {
      const { token, password } = await bodyOf(request, ConfirmBody)
      await refuseTooMany(parts.limiter, 'signIn', address)
      const link = readMailedSecret(token)
      if (!link || (await pendingOf(parts.store.db, link)) === null) throw badLink()
      const { id: personId } = link
      await refuseOthers(parts, { request, address, personId, password })
      if (!(await finish(parts, link))) throw badLink()
      parts.mail.runSoon()
      await parts.onConfirmed(personId)
      return jsonResponse({ message: 'Your email address is changed.' })
    },
  },
})

/** Stores the pending change and mails the new address. An address that already has an account gets a notice instead. */
async function begin({ store, limiter, mail, letters }: AuthParts, personId: string, to: string): Promise<void> {
  const link = newMailedSecret(personId)
  await store.db.transaction().execute(async (tx) => {
    // Deleting an account locks the person and deletes pending changes, so no change can begin after it.
    const person = await tx.selectFrom('person').select('id').where('id', '=', personId).where('deleted_at', 'is', null).forNoKeyUpdate().executeTakeFirst()
    if (!person) return
    const taken = await tx.selectFrom('person').select('id').where('email', '=', to).executeTakeFirst()
    await dropPendingChange(tx, personId)
    if (!taken) {
      const expires_at = new Date(Date.now() + confirmSeconds * 1_000)
      await tx
        .insertInto('auth_verification')
        .values({ id: uuidv7(), identifier: changeKey(personId), value: `${hashOfSecret(link)} ${to}`, expires_at })
        .execute()
    }
    if ((await takeMail(limiter, { email: to, isConfirmed: false })) === null)
      await mail.add(tx, taken ? letters.known(to, { isJoining: false, token: null }) : letters.confirmChange(to, tokenOfSecret(link)))
  })
  mail.runSoon()
}

/** The new address that this secret confirms. Null for a link that is used, expired, replaced or not ours. */
async function pendingOf(db: Db, link: MailedSecret): Promise<string | null> {
  const pending = await db
    .selectFrom('auth_verification')
    .select('value')
    .where('identifier', '=', changeKey(link.id))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  const [hash = '', to = ''] = pending?.value.split(' ') ?? []
  return isHashOfSecret(hash, link) ? to : null
}

/** Changes the address. Returns false if that is no longer possible. */
async function finish({ store, limiter, mail, letters }: AuthParts, link: MailedSecret): Promise<boolean> {
  const { id: personId } = link
  try {
    return await store.db.transaction().execute(async (tx) => {
      const person = await lockPerson(tx, personId)
      const to = await pendingOf(tx, link)
      if (!person || to === null) return false
      await dropPendingChange(tx, personId)
      await dropConfirmingLink(tx, personId)
      // Reset links were mailed to the old address.
      await dropResetLinks(tx, personId)
      const { email, email_verified } = person
      await tx
        .updateTable('person')
        .set({ email: to, email_verified: true, confirmed_by_link_alone: false, updated_at: sql<Date>`now()` })
        .where('id', '=', personId)
        .execute()
      await mail.welcome(tx, to)
      if (email !== null && (await mayNotify(limiter, { email, isConfirmed: email_verified }))) await mail.add(tx, letters.addressChanged(email))
      return true
    })
  } catch (error) {
    // Another account has taken the address in the meantime.
    if (error instanceof Error && 'constraint' in error && error.constraint === 'person_email_key') return false
    throw error
  }
}
