import { sql } from 'kysely'
import { writeAudit } from '#platform/server/audit.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { normalized } from '#platform/text.ts'
import type { Viewer } from '#platform/viewer.ts'
import { mayAccept, mayDecideClaim } from '../policy.ts'
import type { ClaimDecision } from '../terms.ts'
import { type ClaimRow, claimById, claimFor, lockTarget, suspend } from './claims.ts'
import { isSharedDomain } from './company-domain.ts'

/** Locks the target of a claim and reads the claim; the reason if this moderator may not decide about it. */
async function lockedClaim(tx: Tx, id: string, moderator: Viewer): Promise<ClaimRow | 'absent' | 'forbidden'> {
  const seen = await claimById(tx, id)
  if (!seen) return 'absent'
  await lockTarget(tx, seen.targetId)
  const claim = await claimById(tx, id)
  if (!claim) return 'absent'
  return mayDecideClaim(moderator, claim) ? claim : 'forbidden'
}

type Deciding = { id: string; moderator: Viewer; outcome: ClaimDecision; reason: string }

/** Accepts or declines a claim, and returns it. Accepting it confirms its domain, and suspends representatives of another domain. */
export async function decideClaim(tx: Tx, { id, moderator, outcome, reason }: Deciding): Promise<ClaimRow | 'absent' | 'forbidden' | 'unverified'> {
  const claim = await lockedClaim(tx, id, moderator)
  if (typeof claim === 'string') return claim
  if (outcome === 'accepted' && !mayAccept(claim)) return 'unverified'
  await tx
    .updateTable('representative')
    .set({ state: outcome === 'accepted' ? 'active' : 'declined', suspended_for: null, decided_at: new Date() })
    .where('id', '=', id)
    .execute()
  if (outcome === 'accepted') {
    const takesMail = claim.confirmed?.domain === claim.domain && claim.confirmed.takesMail
    await saveDomain(tx, { targetId: claim.targetId, domain: claim.domain, takesMail })
  }
  await writeAudit(tx, {
    actorId: moderator.id,
    action: `representatives.${outcome}`,
    subject: { kind: 'target', id: claim.targetId },
    reason: normalized(reason),
    details: { domain: claim.domain, personId: claim.personId },
  })
  return claim
}

type Confirming = { targetId: string; domain: string; moderator: Viewer; takesMail: boolean }

/** Confirms a domain as the target's, unless the moderator has a claim for the target. Claims stay undecided. */
export async function confirmDomain(tx: Tx, { targetId, domain, moderator, takesMail }: Confirming): Promise<'done' | 'forbidden' | 'shared'> {
  await lockTarget(tx, targetId)
  if (await claimFor(tx, { targetId, personId: moderator.id })) return 'forbidden'
  if (takesMail && isSharedDomain(domain)) return 'shared'
  await saveDomain(tx, { targetId, domain, takesMail })
  await writeAudit(tx, {
    actorId: moderator.id,
    action: 'representatives.confirm_domain',
    subject: { kind: 'target', id: targetId },
    reason: '',
    details: { domain, takesMail },
  })
  return 'done'
}

type SavedDomain = { targetId: string; domain: string; takesMail: boolean }

async function saveDomain(tx: Tx, { targetId, domain, takesMail }: SavedDomain): Promise<void> {
  await sql`
    insert into target_domain (target_id, domain, takes_mail) values (${targetId}, ${domain}, ${takesMail})
    on conflict (target_id) do update set domain = excluded.domain, takes_mail = excluded.takes_mail`.execute(tx)
  await suspend(tx, { targetId, reason: 'website', unlessDomain: domain })
}
