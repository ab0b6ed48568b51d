import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { writeAudit } from '#platform/server/audit.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { hashOfSecret, isHashOfSecret, newMailedSecret, readMailedSecret, tokenOfSecret } from '#platform/server/mailed-secret.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Claim } from '../contract.ts'
import { mailStateOf } from '../policy.ts'
import { type ClaimState, linkHours, recordName, recordValue, type SuspensionReason } from '../terms.ts'
import { isSharedDomain } from './company-domain.ts'

export type ClaimRow = {
  id: string
  targetId: string
  slug: string
  personId: string
  domain: string
  record: string
  state: ClaimState
  method: 'dns' | 'mail' | null
  suspendedFor: SuspensionReason | null
  createdAt: Date
  verifiedAt: Date | null
  confirmed: { domain: string; takesMail: boolean } | null
}

const claimRows = sql`select r.id, r.target_id as "targetId", t.slug, r.person_id as "personId", r.domain, r.record, r.state, r.method,
    r.suspended_for as "suspendedFor", r.created_at as "createdAt", r.verified_at as "verifiedAt",
    (select json_build_object('domain', d.domain, 'takesMail', d.takes_mail) from target_domain d where d.target_id = r.target_id) as confirmed
  from representative r join target t on t.id = r.target_id`

/** A person's claim for a target; null if there is none. */
export async function claimFor(db: Db, { targetId, personId }: { targetId: string; personId: string }): Promise<ClaimRow | null> {
  const { rows } = await sql<ClaimRow>`${claimRows} where r.target_id = ${targetId} and r.person_id = ${personId}`.execute(db)
  return rows[0] ?? null
}

export async function claimById(db: Db, id: string): Promise<ClaimRow | null> {
  const { rows } = await sql<ClaimRow>`${claimRows} where r.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** The person's confirmed email address; null if there is none. */
export async function confirmedAddress(db: Db, personId: string): Promise<string | null> {
  const row = await db.selectFrom('person').select('email').where('id', '=', personId).where('email_verified', '=', true).executeTakeFirst()
  return row?.email ?? null
}

export const claimFrom = (
  { id, domain, state, method, suspendedFor, createdAt, verifiedAt, record, confirmed }: ClaimRow,
  { hasMail }: { hasMail: boolean },
): Claim => ({
  ...{ id, domain, state, method, suspendedFor, createdAt, verifiedAt },
  record: { name: recordName(domain), value: recordValue(record) },
  mail: mailStateOf(domain, { hasMail, isShared: isSharedDomain(domain), confirmed }),
})

/** Serializes the claims and decisions about one target. Lock order: target, its claims. */
export async function lockTarget(tx: Tx, targetId: string): Promise<void> {
  await sql`select from target where id = ${targetId} for no key update`.execute(tx)
}

/** Inserts a claim, or replaces the person's earlier one. The caller has locked the target. */
export async function saveClaim(tx: Tx, { targetId, personId, domain }: { targetId: string; personId: string; domain: string }): Promise<void> {
  await tx.deleteFrom('representative').where('target_id', '=', targetId).where('person_id', '=', personId).execute()
  await tx
    .insertInto('representative')
    .values({ id: uuidv7(), target_id: targetId, person_id: personId, domain, record: randomBytes(16).toString('hex') })
    .execute()
}

/**
 * Stores that the person has shown control of the domain. The claim then waits for a moderator, and representatives who were let in before are
 * suspended until a moderator has looked at both, unless this person or domain was turned down before. The caller has locked the target.
 */
export async function recordProof(tx: Tx, { id, targetId, personId, domain }: ClaimRow, method: 'dns' | 'mail'): Promise<void> {
  const proved = await tx
    .updateTable('representative')
    .set({ state: 'waiting', method, verified_at: new Date(), link_hash: null, link_sent_at: null })
    .where('id', '=', id)
    .where('state', '=', 'unverified')
    .executeTakeFirst()
  if (proved.numUpdatedRows === 0n || (await isTurnedDown(tx, { targetId, personId, domain }))) return
  await suspend(tx, { targetId, reason: 'claim', unlessId: id })
}

/**
 * True if a claim of this person or with this domain was declined, or withdrawn after its proof. Otherwise one domain would be enough to suspend a
 * company's representatives again and again.
 */
async function isTurnedDown(tx: Tx, { targetId, personId, domain }: { targetId: string; personId: string; domain: string }): Promise<boolean> {
  const { rows } = await sql`
    select from audit_log where subject_id = ${targetId} and action in ('representatives.declined', 'representatives.withdrawn')
      and (details ->> 'personId' = ${personId} or details ->> 'domain' = ${domain}) limit 1`.execute(tx)
  return rows.length > 0
}

type Suspending = { targetId: string; reason: SuspensionReason } & ({ unlessId: string } | { unlessDomain: string })

/** Suspends the representatives of the target, except this one or those who control this domain. */
export async function suspend(tx: Tx, { targetId, reason, ...except }: Suspending): Promise<void> {
  await tx
    .updateTable('representative')
    .set({ state: 'suspended', suspended_for: reason })
    .where('target_id', '=', targetId)
    .where('state', '=', 'active')
    .where((row) => ('unlessId' in except ? row('id', '<>', except.unlessId) : row('domain', '<>', except.unlessDomain)))
    .execute()
}

/** Makes the secret part of a mailed link. A new one replaces the last. */
export async function makeLink(tx: Tx, id: string): Promise<string> {
  const link = newMailedSecret(id)
  await tx
    .updateTable('representative')
    .set({ link_hash: hashOfSecret(link), link_sent_at: new Date() })
    .where('id', '=', id)
    .execute()
  return tokenOfSecret(link)
}

/** The claim of a mailed link, if it is this person's; null if there is none, or the link has expired. */
export async function claimOfLink(db: Db, { token, personId }: { token: string; personId: string }): Promise<ClaimRow | null> {
  const link = readMailedSecret(token)
  if (!link) return null
  const { rows } = await sql<{ hash: string }>`
    select link_hash as hash from representative
    where id = ${link.id} and person_id = ${personId} and link_sent_at > now() - make_interval(hours => ${linkHours})`.execute(db)
  const [row] = rows
  return row && isHashOfSecret(row.hash, link) ? claimById(db, link.id) : null
}

/** Deletes a claim. The log keeps that it was proven, because such a claim may have suspended others. */
export async function withdrawClaim(tx: Tx, { id, targetId, personId, domain, verifiedAt }: ClaimRow): Promise<void> {
  await tx.deleteFrom('representative').where('id', '=', id).execute()
  if (verifiedAt === null) return
  const subject = { kind: 'target', id: targetId }
  await writeAudit(tx, { actorId: personId, action: 'representatives.withdrawn', subject, reason: '', details: { domain, personId } })
}

/** Deletes the claims of a deleted account. Statements stay, with the domain alone. */
export async function forgetRepresentative(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('representative').where('person_id', '=', personId).execute()
}
