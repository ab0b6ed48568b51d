import { v7 as uuidv7 } from 'uuid'
import type { Db } from './store/open-store.ts'

type Act = { actorId: string | null; action: string; subject: { kind: string; id: string | null }; reason: string; details?: Record<string, unknown> }

/**
 * Records the use of a privilege and its reason. Call it in the transaction of the action. A null `actorId` means the operator's command
 * line.
 */
export async function writeAudit(tx: Db, { actorId, action, subject, reason, details = {} }: Act): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({ id: uuidv7(), actor_id: actorId, action, subject_kind: subject.kind, subject_id: subject.id, reason, details: JSON.stringify(details) })
    .execute()
}
