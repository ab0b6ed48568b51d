import { reasonProblems } from '#features/moderation/policy.ts'
import { writeAudit } from '#platform/server/audit.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { normalized } from '#platform/text.ts'

type Reading = { id: string; reason: string; actorId: string }

/** Returns a person's email address and records that it was read, and why. Null for an unknown or deleted account. */
export async function readAddress(tx: Tx, { id, reason, actorId }: Reading): Promise<{ id: string; email: string | null } | null> {
  refuseFields(reasonProblems(reason))
  const person = await tx.selectFrom('person').select(['id', 'email']).where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
  if (!person) return null
  await writeAudit(tx, { actorId, action: 'person.address_read', subject: { kind: 'person', id }, reason: normalized(reason) })
  return person
}
