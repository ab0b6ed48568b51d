import { sql } from 'kysely'
import { closeReports } from '#features/moderation/server/public.ts'
import { writeAudit } from '#platform/server/audit.ts'
import type { EntryTable } from '#platform/server/entry-named.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { normalized, oneLine } from '#platform/text.ts'
import { entryNameProblems } from '../policy.ts'
import { kindOfTable } from './entries.ts'

export type Act = { id: string; moderatorId: string; reason: string }
type Entry = {
  id: string
  table: EntryTable
  name: string
  slug: string
  is_verified: boolean
  is_locked: boolean
  merged_into: string | null
}

/** `whole` also blocks transactions that insert a reference to the entry. */
const locks = { none: sql``, row: sql`for no key update`, whole: sql`for update` }

/** Reads the row of a target, industry or cause with this lock; null if there is no such entry. */
export async function readEntry(tx: Tx, id: string, lock: keyof typeof locks): Promise<Entry | null> {
  const ranked = await tx.selectFrom('subject_rank').select('kind').where('subject_id', '=', id).executeTakeFirst()
  const table = (['target', 'industry', 'cause'] as const).find((known) => known === ranked?.kind)
  if (!table) return null
  const { rows } = await sql<Omit<Entry, 'table'>>`
    select id, name, slug, is_verified, is_locked, merged_into from ${sql.table(table)} where id = ${id} ${locks[lock]}`.execute(tx)
  return rows[0] ? { ...rows[0], table } : null
}

type Logged = { entry: Entry; action: string; act: Act; details?: Record<string, unknown>; names?: Record<string, string> }

export const logAct = (tx: Tx, { entry: { id, table, name }, action, act, details = {}, names }: Logged) =>
  writeAudit(tx, { actorId: act.moderatorId, action, subject: { kind: table, id }, reason: normalized(act.reason), details, names: { name, ...names } })

/** Closes all open reports about a target after a moderator has changed it, whatever the reason. Industries and causes cannot be reported. */
export async function settleReports(tx: Tx, { table, id }: Entry, moderatorId: string): Promise<void> {
  if (table === 'target') await closeReports(tx, { subject: { kind: 'target', id }, outcome: 'settled', moderatorId })
}

/** Marks an entry as verified. Returns false if there is no such entry. The audit log gets no second record if the entry is verified already. */
export async function verifyEntry(tx: Tx, act: Omit<Act, 'reason'>): Promise<boolean> {
  const entry = await readEntry(tx, act.id, 'row')
  if (!entry || entry.is_verified) return entry !== null
  await sql`update ${sql.table(entry.table)} set is_verified = true where id = ${entry.id}`.execute(tx)
  await logAct(tx, { entry, action: 'entries.verify', act: { ...act, reason: '' } })
  return true
}

/** Renames an entry. Returns false if there is no such entry. Refuses a name that looks like the name of another entry. */
export async function renameEntry(tx: Tx, { name: given, ...act }: Act & { name: string }): Promise<boolean> {
  const entry = await readEntry(tx, act.id, 'row')
  if (!entry) return false
  const name = oneLine(given)
  refuseFields(entryNameProblems(kindOfTable[entry.table], name))
  if (name === entry.name) return true
  const { rows } = await sql`
    select from ${sql.table(entry.table)} n where n.id <> ${entry.id} and (norm(n.name) = norm(${name}) or n.name_key = look_alike_key(${name}))`.execute(tx)
  if (rows.length > 0) refuseFields({ name: 'ENTRY_NAME_TAKEN' })
  await sql`update ${sql.table(entry.table)} set name = ${name} where id = ${entry.id}`.execute(tx)
  await settleReports(tx, entry, act.moderatorId)
  await logAct(tx, { entry, action: 'entries.rename', act, names: { to: name } })
  return true
}

/** Locks or unlocks an entry. Returns false if there is no such entry. */
export async function setEntryLock(tx: Tx, { isLocked, ...act }: Act & { isLocked: boolean }): Promise<boolean> {
  const entry = await readEntry(tx, act.id, 'row')
  if (!entry || entry.is_locked === isLocked) return entry !== null
  await sql`update ${sql.table(entry.table)} set is_locked = ${isLocked} where id = ${entry.id}`.execute(tx)
  if (isLocked) await settleReports(tx, entry, act.moderatorId)
  await logAct(tx, { entry, action: isLocked ? 'entries.lock' : 'entries.unlock', act })
  return true
}

/** Deletes an entry if nothing uses it. Use by a draft or a hidden campaign counts, too. */
export async function removeEntry(tx: Tx, act: Act): Promise<'done' | 'absent' | 'used'> {
  const entry = await readEntry(tx, act.id, 'whole')
  if (!entry) return 'absent'
  const { rows } = await sql`
    select where exists (select from campaign where target_id = ${entry.id} or draft_industry_id = ${entry.id})
      or exists (select from campaign_cause where cause_id = ${entry.id}) or exists (select from target where industry_id = ${entry.id})
      or exists (select from representative where target_id = ${entry.id} and state in ('waiting', 'active', 'suspended')) or exists (select from company_statement where target_id = ${entry.id})
      or exists (select from tally_change where subject_id = ${entry.id})
      or exists (select from ${sql.table(entry.table)} where merged_into = ${entry.id} or (id = ${entry.id} and merged_into is not null))`.execute(tx)
  if (rows.length > 0) return 'used'
  await settleReports(tx, entry, act.moderatorId)
  await sql`delete from ${sql.table(entry.table)} where id = ${entry.id}`.execute(tx)
  for (const table of ['tally', 'tally_day', 'tally_supporter', 'entry_summary'])
    await sql`delete from ${sql.table(table)} where subject_id = ${entry.id}`.execute(tx)
  await logAct(tx, { entry, action: 'entries.delete', act, names: { slug: entry.slug } })
  return 'done'
}
