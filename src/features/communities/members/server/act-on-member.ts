import { sql } from 'kysely'
import type { Privacy, Role } from '#features/communities/terms.ts'
import { writeAudit } from '#platform/server/audit.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import type { MuteDays } from '../terms.ts'

export type MembershipKey = { communityId: string; personId: string }

/** A person's membership, locked until the transaction ends; undefined if there is none. */
export const lockMembership = (tx: Tx, { communityId, personId }: MembershipKey) =>
  tx
    .selectFrom('community_member')
    .select(['role', 'status'])
    .where('community_id', '=', communityId)
    .where('person_id', '=', personId)
    .forUpdate()
    .executeTakeFirst()

export async function setRoleOf(tx: Tx, { communityId, personId, role }: MembershipKey & { role: Role }): Promise<void> {
  await tx.updateTable('community_member').set({ role }).where('community_id', '=', communityId).where('person_id', '=', personId).execute()
}

/** Deletes the row of a membership, a request or a ban. */
export async function endMembership(tx: Tx, { communityId, personId }: MembershipKey): Promise<void> {
  await tx.deleteFrom('community_member').where('community_id', '=', communityId).where('person_id', '=', personId).execute()
}

/** Approves a request; the membership starts now. */
export async function approveMember(tx: Tx, { communityId, personId }: MembershipKey): Promise<void> {
  await tx
    .updateTable('community_member')
    .set({ status: 'active', created_at: sql<Date>`now()` })
    .where('community_id', '=', communityId)
    .where('person_id', '=', personId)
    .execute()
}

/** The keys of a row that exists and the new one. The person may have had another address when the earlier ones were added. */
const withEarlierKeys = (table: 'community_member' | 'community_mute') =>
  sql<string[]>`array(select distinct unnest(${sql.table(table)}.mailbox_keys || excluded.mailbox_keys))`

/** `keys`: the keys of the person's mailbox. */
type Barred = MembershipKey & { keys: string[] }

/** Bans a member, an applicant or a stranger; the ban starts now. */
export async function banPerson(tx: Tx, { communityId, personId, keys }: Barred): Promise<void> {
  const banned = { role: 'member', status: 'banned', mailbox_keys: keys, created_at: sql<Date>`now()` } as const
  await tx
    .insertInto('community_member')
    .values({ community_id: communityId, person_id: personId, ...banned })
    .onConflict((conflict) => conflict.columns(['community_id', 'person_id']).doUpdateSet({ ...banned, mailbox_keys: withEarlierKeys('community_member') }))
    .execute()
}

/** Mutes a person from now on, or changes the mute. It stays when they leave the community, so that joining again does not end it. */
export async function mutePerson(tx: Tx, { communityId, personId, keys, days, reason }: Barred & { days: MuteDays; reason: string }): Promise<void> {
  const muted = { reason, mailbox_keys: keys, created_at: sql<Date>`now()`, until: days === null ? null : sql<Date>`now() + make_interval(days => ${days})` }
  await tx
    .insertInto('community_mute')
    .values({ community_id: communityId, person_id: personId, ...muted })
    .onConflict((conflict) => conflict.columns(['community_id', 'person_id']).doUpdateSet({ ...muted, mailbox_keys: withEarlierKeys('community_mute') }))
    .execute()
}

/** False if there was no mute. */
export async function endMute(tx: Tx, { communityId, personId }: MembershipKey): Promise<boolean> {
  const ended = await tx.deleteFrom('community_mute').where('community_id', '=', communityId).where('person_id', '=', personId).executeTakeFirst()
  return ended.numDeletedRows > 0n
}

type AuditedAct = { actorId: string; privacy: Privacy; act: 'ban' | 'unban' | 'mute' | 'unmute'; days?: MuteDays; reason?: string }

/** Entries of a community in the audit log within a day. Entries are never deleted, and everybody can start a community. */
const auditedADay = 100

/**
 * Records an act of the owner or a mod. The last entry of a day says that there were more. In a private community the person and the reason are
 * left out, because only its members may know them.
 */
export async function auditMember(tx: Tx, { communityId, personId }: MembershipKey, { actorId, privacy, act, days, reason = '' }: AuditedAct): Promise<void> {
  const { rows } = await sql<{ today: number }>`
    select count(*)::int as today from audit_log where subject_id = ${communityId}::uuid and at > now() - interval '1 day'`.execute(tx)
  const [today, subject] = [rows[0]?.today ?? 0, { kind: 'community', id: communityId }]
  if (today >= auditedADay) return
  if (today === auditedADay - 1) return writeAudit(tx, { actorId, action: 'community.more', subject, reason: '' })
  await writeAudit(tx, {
    actorId,
    action: `community.${act}`,
    subject,
    reason: privacy === 'private' ? '' : reason,
    details: { ...(privacy !== 'private' && { personId }), days: days === null ? 'for ever' : days },
  })
}

/** Locks the account of a person, so that it is not deleted meanwhile. False if there is none. */
export async function lockAccount(tx: Tx, personId: string): Promise<boolean> {
  const person = await tx.selectFrom('person').select('id').where('id', '=', personId).where('deleted_at', 'is', null).forKeyShare().executeTakeFirst()
  return person !== undefined
}

/** Deletes the invite links of a person who may no longer create any. */
export async function withdrawInvitesOf(tx: Tx, { communityId, personId }: MembershipKey): Promise<void> {
  await tx.deleteFrom('community_invite').where('community_id', '=', communityId).where('created_by', '=', personId).execute()
}
