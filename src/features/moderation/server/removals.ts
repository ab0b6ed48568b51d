import { sql } from 'kysely'
import { m } from '#messages'
import { fullDay } from '#platform/format.ts'
import { isId } from '#platform/id.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { PublicDemand } from '../contract.ts'
import { demandText } from '../demand-text.ts'
import { ruleLine } from '../rule-text.ts'
import type { Rule } from '../terms.ts'
import { newestAbout } from './decisions.ts'
import { publicDemandOf } from './demands.ts'

type Removal = { text: string; rule: Rule | null; demand: PublicDemand | null; removedAt: Date }

/** When, and by which rule or legal order, moderators removed the campaign or community at this address; null if they did not. */
export async function removalOf(db: Db, { table, idOrSlug }: { table: 'campaign' | 'community'; idOrSlug: string }): Promise<Removal | null> {
  const named = idOrSlug.toLowerCase()
  const { rows } = await sql<Omit<Removal, 'text'>>`
    select d.rule, d.created_at as "removedAt", ${publicDemandOf} as demand from ${sql.table(table)} c cross join lateral (${newestAbout(sql`c.id`)}) d
    where ${sql.ref(isId(named) ? 'c.id' : 'c.slug')} = ${named} and c.moderation = 'removed' and d.state = 'removed'`.execute(db)
  const [removal] = rows
  if (!removal) return null
  return { ...removal, text: [m.moderation_removed_on({ date: fullDay(removal.removedAt) }), removalReason(removal)].filter(Boolean).join(' ') }
}

/** The rule or the legal order on which a removal rests, for everybody; null if it names none. */
export function removalReason({ rule, demand }: Pick<Removal, 'rule' | 'demand'>): string | null {
  return demand ? demandText(demand) : ruleLine(rule) && `${ruleLine(rule)}.`
}

type Refusals = {
  NOT_FOUND: () => Error
  REMOVED: (given: { data: Pick<Removal, 'text' | 'rule' | 'removedAt'> }) => Error
  LEGAL_ORDER: (given: { data: Pick<Removal, 'text' | 'removedAt'> & { demand: PublicDemand } }) => Error
}

/** Refuses to return content that does not exist for this viewer: 451 if a legal order has removed it, 410 if moderators have, else 404. */
export function refuseAbsent(removal: Removal | null, errors: Refusals): never {
  if (!removal) throw errors.NOT_FOUND()
  const { text, rule, demand, removedAt } = removal
  throw demand ? errors.LEGAL_ORDER({ data: { text, demand, removedAt } }) : errors.REMOVED({ data: { text, rule, removedAt } })
}
