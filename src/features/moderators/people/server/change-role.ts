import { reasonProblems } from '#features/moderation/policy.ts'
import { writeAudit } from '#platform/server/audit.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { normalized } from '#platform/text.ts'
import type { Viewer } from '#platform/viewer.ts'
import { mayLoseRole } from '../policy.ts'
import { lockWithAdmins } from './lock-person.ts'

/** `actorId`: null for the command line. */
type RoleChange = { id: string; role: Viewer['role']; reason: string; actorId: string | null }

/**
 * Sets a person's role and records it in the audit log, unless the person has this role already. It is effective from the next request in every
 * process, because each reads the role with the session. Returns the previous role.
 */
export async function changeRole(tx: Tx, { id, role, reason, actorId }: RoleChange): Promise<{ from: Viewer['role'] } | 'absent' | 'last admin'> {
  refuseFields(reasonProblems(reason))
  const person = await lockWithAdmins(tx, id)
  if (!person) return 'absent'
  if (person.role === role) return { from: role }
  if (!mayLoseRole(person)) return 'last admin'
  await tx.updateTable('person').set({ role }).where('id', '=', id).execute()
  const details = { from: person.role, to: role }
  await writeAudit(tx, { actorId, action: 'role.granted', subject: { kind: 'person', id }, reason: normalized(reason), details })
  return { from: person.role }
}
