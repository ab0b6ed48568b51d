import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { canonicalAddress } from '#platform/canonical-address.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { emailOf, isEmail } from '../../policy.ts'
import { dropConfirmingLink } from '../confirming-link.ts'
import { confirmSeconds } from '../letters.ts'
import { hashOfSecret, isHashOfSecret, type MailedSecret, newMailedSecret, readMailedSecret, tokenOfSecret } from '../mailed-secret.ts'
import { changeKey, dropPendingChange, dropResetLinks } from '../pending.ts'
import { answer, bodyOf } from '../wire.ts'
import { type AuthParts, badLink, type Doors, refuseTooMany, signInFirst } from './door.ts'
import { askForPassword, guessedWithin, refuseOthers } from './proof.ts'

const ChangeBody = z.strictObject({ email: z.string(), password: z.string().default('') })
const ConfirmBody = z.strictObject({ token: z.string().max(200), password: z.string().default('') })
const alike = { message: 'Open the link in the mail to your new address. Until then nothing changes.' }

/**
 * Another address for an account, which it gets once its owner has opened the link that went there. The library's own
 * way keeps no record of a change under way, so nothing could end it, and it signs in whoever has the link.
 */
export const changeEmailDoors = (parts: AuthParts): Doors => ({
  'change-email': {
    method: 'POST',
    async open(request, { address }) {
      const { store, limiter, viewerOf } = parts
      const body = await bodyOf(request, ChangeBody)
      const viewer = await viewerOf(request.headers.get('cookie'))
      if (!viewer) throw signInFirst()
      const to = emailOf(body.email)
      if (!isEmail(to)) refuseFields({ email: 'EMAIL_INVALID' })
      const person = await store.db.selectFrom('person').select('email').where('id', '=', viewer.id).executeTakeFirstOrThrow()
      if (person.email === to) refuseFields({ email: 'EMAIL_UNCHANGED' })
      await refuseTooMany(limiter, 'mailAsked', address)
      await refuseTooMany(limiter, 'mailTo', `change ${viewer.id}`)
      await askForPassword(parts, { personId: viewer.id, password: body.password, guess: () => parts.attempts.begin(guessedWithin(viewer.id)) })
      parts.beside(() => begin(parts, viewer.id, to))
      return answer(alike)
    },
  },
  'verify-new-email': {
    method: 'POST',
    async open(request, { address }) {
      const { token, password } = await bodyOf(request, ConfirmBody)
      await refuseTooMany(parts.limiter, 'signIn', address)
      const link = readMailedSecret(token)
      if (!link || (await pendingOf(parts.store.db, link)) === null) throw badLink()
      const { personId } = link
      await refuseOthers(parts, { request, address, personId, password })
      if (!(await finish(parts, link))) throw badLink()
      parts.mail.nudge()
      await parts.onConfirmed(personId)
      return answer({ message: 'Your email address is changed.' })
    },
  },
})

/** Notes the change and writes to the new address; one that has an account hears of that instead. */
async function begin({ store, limiter, mail, letters }: AuthParts, personId: string, to: string): Promise<void> {
  const link = newMailedSecret(personId)
  const isAllowed = (await limiter.take('mailTo', canonicalAddress(to))) === null
  await store.db.transaction().execute(async (tx) => {
    // Deleting the account holds the person and takes what is under way: nothing begins after it.
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
    if (isAllowed) await mail.add(tx, taken ? letters.known(to) : letters.confirmChange(to, tokenOfSecret(link)))
  })
  mail.nudge()
}

/** The address that waits for this secret; null for a link that is used, old, replaced or not ours. */
async function pendingOf(db: Db, link: MailedSecret): Promise<string | null> {
  const pending = await db
    .selectFrom('auth_verification')
    .select('value')
    .where('identifier', '=', changeKey(link.personId))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  const [hash = '', to = ''] = pending?.value.split(' ') ?? []
  return isHashOfSecret(hash, link) ? to : null
}

/** Changes the address; false where it cannot be done any more. */
async function finish({ store, mail, letters, onAddressLeft }: AuthParts, link: MailedSecret): Promise<boolean> {
  const { personId } = link
  try {
    return await store.db.transaction().execute(async (tx) => {
      const person = await tx
        .selectFrom('person')
        .select(['email', 'email_verified', 'counting_from'])
        .where('id', '=', personId)
        .where('suspended_at', 'is', null)
        .where('deleted_at', 'is', null)
        .forUpdate()
        .executeTakeFirst()
      const to = await pendingOf(tx, link)
      if (!person || to === null) return false
      await dropPendingChange(tx, personId)
      await dropConfirmingLink(tx, personId)
      // A link for a new password went to the address that is given up.
      await dropResetLinks(tx, personId)
      // It counted, and must not do so again when somebody else's account has it.
      const { email, email_verified, counting_from } = person
      if (email !== null && (email_verified || counting_from)) await onAddressLeft(tx, { personId, email })
      await tx
        .updateTable('person')
        .set({ email: to, email_verified: true, confirmed_by_link_alone: false, updated_at: sql<Date>`now()` })
        .where('id', '=', personId)
        .execute()
      await mail.welcome(tx, to)
      if (email !== null) await mail.add(tx, letters.addressChanged(email))
      return true
    })
  } catch (error) {
    // Somebody else has the address by now.
    if (error instanceof Error && 'constraint' in error && error.constraint === 'person_email_key') return false
    throw error
  }
}
