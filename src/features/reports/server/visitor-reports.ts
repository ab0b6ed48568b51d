import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { canonicalAddress } from '#platform/canonical-address.ts'
import type { Limiter } from '#platform/server/http/limits.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { hashOfSecret, isHashOfSecret, newMailedSecret, readMailedSecret, tokenOfSecret } from '#platform/server/mailed-secret.ts'
import { normalized } from '#platform/text.ts'
import type { ReportWords } from '../policy.ts'
import { type ReportKind, type ReportReason, visitorReportDays } from '../terms.ts'

/** The site's settings and limits for reports by visitors. */
export type VisitorReports = {
  /** False on a site without mail, where no address can be confirmed. */
  isOpen: boolean
  origin: string
  /** Counts a report and its mail. Null if it is allowed, else the seconds to wait. */
  countReport: (by: { address: string; email: string }) => Promise<number | null>
}

type Options = { limiter: Limiter; isExempt: (address: string) => boolean; isOpen: boolean; origin: string }

export const openVisitorReports = ({ limiter, isExempt, isOpen, origin }: Options): VisitorReports => ({
  isOpen,
  origin,
  async countReport({ address, email }) {
    const wait = isExempt(address) ? null : await limiter.take('visitorReport', address)
    return wait ?? limiter.take('mailTo', canonicalAddress(email))
  },
})

/** Stores a visitor's report until it is confirmed, and returns the token of the mailed link. */
export async function storeUnconfirmed(tx: Tx, { kind, id, words }: { kind: ReportKind; id: string; words: ReportWords }): Promise<string> {
  const link = newMailedSecret(uuidv7())
  await tx
    .insertInto('unconfirmed_report')
    .values({
      ...{ id: link.id, secret_hash: hashOfSecret(link), subject_kind: kind, subject_id: id, reason: words.reason, details: normalized(words.details) },
      ...{ law: normalized(words.law), notice_name: normalized(words.name), email: normalized(words.email) },
    })
    .execute()
  return tokenOfSecret(link)
}

export type Unconfirmed = { kind: ReportKind; id: string; words: ReportWords; wasConfirmed: boolean }

/** Locks the report of a mailed link and marks it as confirmed; null if there is none, or the link has expired. `wasConfirmed`: it was confirmed earlier. */
export async function confirmReport(tx: Tx, token: string): Promise<Unconfirmed | null> {
  const link = readMailedSecret(token)
  if (!link) return null
  const { rows } = await sql<{
    secret_hash: string
    kind: ReportKind
    id: string
    reason: ReportReason
    details: string
    law: string
    name: string
    email: string
    wasConfirmed: boolean
  }>`
    select secret_hash, subject_kind as kind, subject_id as id, reason, details, law, notice_name as name, email, confirmed_at is not null as "wasConfirmed"
    from unconfirmed_report where id = ${link.id} and created_at > now() - make_interval(days => ${visitorReportDays}) for update`.execute(tx)
  const [row] = rows
  if (!row || !isHashOfSecret(row.secret_hash, link)) return null
  const { kind, id, reason, details, law, name, email, wasConfirmed } = row
  await sql`update unconfirmed_report set confirmed_at = coalesce(confirmed_at, now()) where id = ${link.id}`.execute(tx)
  return { kind, id, words: { reason, details, law, name, email, isGoodFaith: true }, wasConfirmed }
}
