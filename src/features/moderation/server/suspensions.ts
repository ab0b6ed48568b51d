import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Suspension } from '../contract.ts'
import { newestSuspension } from './decisions.ts'

/** SQL condition: the suspension in force of this person is an administrator's. */
export const isSuspendedByAdmin = (id: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from (${newestSuspension(id)}) d join person m on m.id = d.moderator_id where d.state = 'suspended' and m.role = 'admin')`

/** SQL field: the suspension in force of the person `p`, as JSON; null if there is none. */
export const suspensionField = sql<StoredSuspension | null>`case when p.suspended_at is not null then
  (select json_build_object('since', p.suspended_at, 'until', p.suspended_until, 'rule', d.rule, 'reason', coalesce(d.reason, ''), 'hidesContent', coalesce(d.hides_content, false), 'decisionId', d.id)
    from (select) one left join lateral (${newestSuspension(sql`p.id`)}) d on true) end`

type StoredSuspension = Omit<Suspension, 'since' | 'until'> & { since: string; until: string | null; decisionId: string | null }

export const suspensionFrom = ({ since, until, rule, reason, hidesContent }: StoredSuspension): Suspension => ({
  ...{ rule, reason, hidesContent },
  since: new Date(since),
  until: until === null ? null : new Date(until),
})

/** `decisionId`: null if no decision is recorded. Only the suspended person gets it, because it gives access to `suspensionByDecision`. */
export type RefusedSuspension = Suspension & { decisionId: string | null }

/** The suspension in force of a person; null if there is none. */
export async function suspensionOf(db: Db, personId: string): Promise<RefusedSuspension | null> {
  const row = await db.selectFrom('person as p').select(suspensionField.as('suspension')).where('p.id', '=', personId).executeTakeFirst()
  return row?.suspension ? { ...suspensionFrom(row.suspension), decisionId: row.suspension.decisionId } : null
}

/** The suspension in force that this decision began or changed last; null if there is none. */
export async function suspensionByDecision(db: Db, decisionId: string): Promise<Suspension | null> {
  const about = db.selectFrom('moderation_decision').select('subject_id').where('id', '=', decisionId).where('subject_kind', '=', 'person')
  const decided = await about.executeTakeFirst()
  const suspension = decided && (await suspensionOf(db, decided.subject_id))
  return suspension?.decisionId === decisionId ? suspension : null
}
