import { type RawBuilder, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from './store/open-store.ts'

type Act = {
  actorId: string | null
  action: string
  subject: { kind: string; id: string | null }
  reason: string
  details?: Record<string, unknown>
  names?: Record<string, string>
}

/** The words of a reason with a random salt, and the hash of both, which is null without words. */
export function hashedWords(words: string): { salt: string; hash: RawBuilder<Buffer> | null } {
  const salt = crypto.randomUUID()
  return { salt, hash: words === '' ? null : sql<Buffer>`sha256(convert_to(${salt}::text || ${words}::text, 'UTF8'))` }
}

/**
 * Records the use of a privilege and its reason. Call it in the transaction of the action. A null `actorId` means the operator's command
 * line, or the end of a suspension by time. The reason is stored apart, because it is deleted after some months; so are `names`, what something was
 * called, which can be a person's name. Without a reason the names are not stored.
 */
export async function writeAudit(tx: Db, { actorId, action, subject, reason, details = {}, names = {} }: Act): Promise<void> {
  const [id, { salt, hash }] = [uuidv7(), hashedWords(reason)]
  await tx
    .insertInto('audit_log')
    .values({
      id,
      actor_id: actorId,
      action,
      subject_kind: subject.kind,
      subject_id: subject.id,
      reason_hash: hash,
      details: JSON.stringify(details),
      at: sql<Date>`clock_timestamp()`,
    })
    .execute()
  if (hash)
    await tx
      .insertInto('audit_words')
      .values({ audit_id: id, words: reason, salt, names: JSON.stringify(names) })
      .execute()
}
