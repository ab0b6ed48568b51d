import { v7 as uuidv7 } from 'uuid'
import type { Db } from './store/open-store.ts'

type Act = { actorId: string | null; action: string; subject: { kind: string; id: string }; reason: string; details?: Record<string, unknown> }

/** Keeps who used a right that others lack, and why, in the transaction of the act. `actorId` null is whoever runs the site. */
export async function writeAudit(tx: Db, { actorId, action, subject, reason, details = {} }: Act): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({ id: uuidv7(), actor_id: actorId, action, subject_kind: subject.kind, subject_id: subject.id, reason, details: JSON.stringify(details) })
    .execute()
}
