import { sql } from 'kysely'
import { writeAudit } from '#platform/server/audit.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { normalized } from '#platform/text.ts'
import type { Viewer } from '#platform/viewer.ts'
import { addressReasonProblems, mayReadAddress } from '../policy.ts'
import { addressLimits } from '../terms.ts'

type Reading = { id: string; reason: string; reader: Viewer }
/** `next`: when the reader may read another address. */
type Read =
  | { outcome: 'read'; person: { id: string; email: string | null } }
  | { outcome: 'absent' }
  | { outcome: 'forbidden' }
  | { outcome: 'limited'; next: Date }

/** Returns a person's email address and records that it was read, and why. `absent`: an unknown or deleted account. */
export async function readAddress(tx: Tx, { id, reason, reader }: Reading): Promise<Read> {
  refuseFields(addressReasonProblems(reason))
  const person = await tx
    .selectFrom('person')
    .select(['id', 'email', 'role'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$narrowType<{ role: Viewer['role'] }>()
    .executeTakeFirst()
  if (!person) return { outcome: 'absent' }
  if (!mayReadAddress(reader, person)) return { outcome: 'forbidden' }
  // The lock makes concurrent requests of one reader count each other.
  await tx.selectFrom('person').select('id').where('id', '=', reader.id).forNoKeyUpdate().execute()
  const { rows } = await sql<{ at: Date }>`
    select at from audit_log where subject_kind = 'person' and actor_id = ${reader.id} and action = 'person.address_read' and at > clock_timestamp() - interval '24 hours'
    order by at desc limit ${addressLimits.perDay}`.execute(tx)
  const oldest = rows[addressLimits.perDay - 1]
  if (oldest) return { outcome: 'limited', next: new Date(oldest.at.getTime() + 24 * 3_600_000) }
  await writeAudit(tx, { actorId: reader.id, action: 'person.address_read', subject: { kind: 'person', id }, reason: normalized(reason) })
  return { outcome: 'read', person: { id, email: person.email } }
}
