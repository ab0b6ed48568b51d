import { implement } from '@orpc/server'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { ProofOfWork } from '#platform/server/http/proof-of-work.ts'
import { fingerprintOf, inTransaction, once, type Tx } from '#platform/server/idempotency.ts'
import type { MailQueue } from '#platform/server/mail/mail-queue.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { anyone, notSignedIn, type RequestContext } from '#platform/server/rpc.ts'
import { normalized } from '#platform/text.ts'
import { contactContract } from '../contract.ts'
import { contactProblems } from '../policy.ts'
import type { ContactCategory } from '../terms.ts'
import type { ContactInbox } from './contact-inbox.ts'
import { contactLetter, type Submission } from './letters.ts'

type ContactContext = RequestContext & { contact: ContactInbox; mail: MailQueue; proofOfWork: ProofOfWork }

const os = implement(contactContract).$context<ContactContext>()
const sent = { isSent: true } as const

const send = os.send.use(anyone).handler(async ({ context, input, errors }) => {
  const { db, viewer, contact, mail, request, answer, proofOfWork } = context
  const given = { message: input.message, email: input.email ?? '', name: input.name ?? '' }
  refuseFields(contactProblems(given, { hasAccount: viewer !== null }))
  // A hidden field that people do not see. A caller that fills it in is a bot and gets the normal response.
  if (input.website) return sent
  if (!viewer) await proofOfWork.demand({ address: request.address, proof: input.proof, openSeconds: input.openSeconds })

  async function keep(tx: Tx) {
    const sender = viewer
      ? await senderOf(tx, viewer.id)
      : { email: normalized(given.email), name: normalized(given.name).replace(/\s+/g, ' ') || null, userId: null, details: null }
    const words = { category: input.category, message: normalized(given.message), email: sender.email, userId: sender.userId }
    if (await wasJustSent(tx, words)) return sent
    const wait = await contact.countMessage({ address: request.address, personId: viewer?.id ?? null })
    if (wait !== null) {
      answer.retryAfterSeconds = wait
      throw errors.CONTACT_TOO_OFTEN({ data: { retryAfter: wait } })
    }
    const submission: Submission = { id: uuidv7(), name: sender.name, ...words }
    await tx
      .insertInto('contact_submission')
      .values({
        id: submission.id,
        category: submission.category,
        message: submission.message,
        email: submission.email,
        name: submission.name,
        user_id: submission.userId,
        user_details: sender.details && JSON.stringify(sender.details),
      })
      .execute()
    if (contact.operator && (await contact.countMail())) await mail.add(tx, contactLetter(contact.operator, submission))
    return sent
  }
  const key = request.idempotencyKey
  if (viewer) await once({ db, personId: viewer.id, key, operation: 'contact.send', input }, keep)
  else await inTransaction(db, keep)
  mail.runSoon()
  return sent
})

type Sender = { email: string | null; name: string | null; userId: string; details: object }

/** Reads the account and locks it, so that an account that is being deleted is not stored as a sender afterwards. */
async function senderOf(tx: Tx, id: string): Promise<Sender> {
  const person = await tx
    .selectFrom('person')
    .select(['email', 'display_name', 'created_at'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  if (!person) throw notSignedIn()
  const { email, display_name, created_at } = person
  return { email, name: display_name || null, userId: id, details: { id, email, display_name, created_at } }
}

type Words = { category: ContactCategory; message: string; email: string | null; userId: string | null }

/** True for a double press or a retry after a lost response: the same message from the same sender within a minute counts as one. */
async function wasJustSent(tx: Tx, words: Words): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${fingerprintOf(words)}, 17))`.execute(tx)
  const { rows } = await sql`
    select from contact_submission
    where created_at > clock_timestamp() - interval '1 minute' and category = ${words.category} and message = ${words.message}
      and email is not distinct from ${words.email} and user_id is not distinct from ${words.userId}::uuid
    limit 1`.execute(tx)
  return rows.length > 0
}

export const contactProcedures = { send }
