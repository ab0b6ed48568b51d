import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { appealMonths } from '../terms.ts'

const old = sql`now() - make_interval(months => ${appealMonths})`

/**
 * SQL condition: the words of the decision `d` are deleted. Those of a decision whose appeal is open stay, and those of a suspension in force, which
 * its person reads when signing in.
 */
export const areWordsOver = sql<boolean>`(d.created_at < ${old}
  and not exists (select from moderation_appeal a join moderation_decision o on o.id = a.decision_id where o.subject_id = d.subject_id and a.decided_at is null)
  and not exists (select from person s where s.id = d.subject_id and d.state = 'suspended' and s.suspended_at is not null))`

/** Deletes the words of old reasons, appeals and answers. */
export async function forgetWords(db: Db): Promise<void> {
  await sql`delete from decision_words w using moderation_decision d where d.id = w.decision_id and ${areWordsOver}`.execute(db)
  await sql`delete from audit_words w using audit_log a where a.id = w.audit_id and a.at < ${old}`.execute(db)
  await sql`update moderation_appeal set body = '', answer = null where decided_at < ${old} and (body <> '' or answer is not null)`.execute(db)
}
