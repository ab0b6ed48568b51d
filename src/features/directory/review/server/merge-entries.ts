import { type RawBuilder, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { rankMany } from '#features/campaigns/server/public.ts'
import { retally } from '#features/pledges/tallies/server/public.ts'
import { lastPart } from '#platform/last-part.ts'
import type { EntryTable } from '#platform/server/entry-named.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { lockCampaigns, UsedMeanwhile } from '../../server/lock-campaigns.ts'
import { undoDays } from '../terms.ts'
import { type Act, logAct, readEntry, settleReports } from './decide-entry.ts'

/** Campaigns and drafts that name the entry. */
const usersOf: Record<EntryTable, (id: string) => RawBuilder<{ id: string }>> = {
  target: (id) => sql`select c.id from campaign c where c.target_id = ${id}`,
  industry: (id) => sql`
    select c.id from campaign c where c.target_id in (select id from target where industry_id = ${id}) or c.draft_industry_id = ${id}`,
  cause: (id) => sql`select l.campaign_id as id from campaign_cause l where l.cause_id = ${id}`,
}

/** Locks the entries whole, so that nobody can begin to use them, and an industry's targets, whose campaigns move with them. */
async function lockBoth(tx: Tx, { table, ids }: { table: EntryTable; ids: string[] }): Promise<void> {
  if (table === 'industry') await sql`select from target where industry_id = any(${ids}::uuid[]) order by id for update`.execute(tx)
  await sql`select from ${sql.table(table)} where id = any(${ids}::uuid[]) order by id for update`.execute(tx)
}

async function refuseNewUsers(tx: Tx, { table, id, known }: { table: EntryTable; id: string; known: string[] }): Promise<void> {
  const { rows } = await sql`select from (${usersOf[table](id)}) u where not u.id = any(${known}::uuid[]) limit 1`.execute(tx)
  if (rows.length > 0) throw new UsedMeanwhile()
}

/** How a company takes part: somebody speaks for it, and it has answered a campaign or was asked. A moderator can end only the first. */
type Answering = { id: string; isSpokenFor: boolean; hasHistory: boolean }

/** Why a target is not merged into another one; null if it may be. */
async function answeringBarrier(tx: Tx, { from, into }: Record<'from' | 'into', string>): Promise<AnsweringBarrier | null> {
  const { rows } = await sql<Answering>`
    select e.id, exists (select from representative r where r.target_id = e.id and r.state in ('waiting', 'active', 'suspended')) as "isSpokenFor",
      (exists (select from company_statement s where s.target_id = e.id) or exists (select from company_request q where q.target_id = e.id)) as "hasHistory"
    from target e where e.id in (${from}, ${into})`.execute(tx)
  const takesPart = (id: string) => rows.some((row) => row.id === id && (row.isSpokenFor || row.hasHistory))
  if (!takesPart(from)) return null
  if (!takesPart(into)) return 'answers'
  return rows.every(({ hasHistory }) => hasHistory) ? 'both answered' : 'both speak'
}

/** `into`: the address or the id of the other entry. */
type Merge = Act & { into: string }
type AnsweringBarrier = 'answers' | 'both speak' | 'both answered'
type Refused = 'absent' | 'into' | AnsweringBarrier

/**
 * Merges an entry into another one of its kind: its campaigns and drafts, or an industry's targets, move there. A campaign that is published about
 * it at the same time waits for the row lock, and is then about the other entry.
 */
export async function mergeEntries(tx: Tx, { into: given, ...act }: Merge): Promise<{ mergeId: string } | Refused> {
  const seen = await readEntry(tx, act.id, 'none')
  if (!seen || seen.merged_into !== null) return 'absent'
  const { table } = seen
  const { rows: others } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where slug = ${lastPart(given)} or id::text = ${lastPart(given)} limit 1`.execute(tx)
  const other = others[0]
  if (!other || other.id === seen.id) return 'into'
  const campaigns = await lockCampaigns(tx, usersOf[table](seen.id))
  await lockBoth(tx, { table, ids: [seen.id, other.id] })
  const [from, into] = [await readEntry(tx, seen.id, 'none'), await readEntry(tx, other.id, 'none')]
  if (!from || from.merged_into !== null) return 'absent'
  if (!into || into.merged_into !== null) return 'into'
  await refuseNewUsers(tx, { table, id: from.id, known: campaigns })
  if (table === 'target') {
    const barrier = await answeringBarrier(tx, { from: from.id, into: into.id })
    if (barrier) return barrier
  }
  const mergeId = uuidv7()
  await sql`insert into entry_merge (id, kind, from_id, into_id) values (${mergeId}, ${table}, ${from.id}, ${into.id})`.execute(tx)
  await retally(tx, campaigns, () => moveAll(tx, { table, mergeId, from: from.id, into: into.id }))
  await rankMany(tx, campaigns)
  await sql`update ${sql.table(table)} set merged_into = ${into.id} where id = ${from.id} or merged_into = ${from.id}`.execute(tx)
  // A claim without proof gives no rights, and is made again for the other target.
  await sql`delete from representative where target_id = ${from.id} and state = 'unverified'`.execute(tx)
  await nameFormer(tx, table, into.id)
  await settleReports(tx, from, act.moderatorId)
  await logAct(tx, { entry: from, action: 'entries.merge', act, details: { intoId: into.id, campaigns: campaigns.length }, names: { into: into.name } })
  return { mergeId }
}

type Move = { table: EntryTable; mergeId: string; from: string; into: string }

async function moveAll(tx: Tx, { table, mergeId, from, into }: Move): Promise<void> {
  const keep = (moved: RawBuilder<unknown>) =>
    sql`
    with moved as (${moved}) insert into entry_merge_moved (merge_id, moved_id, had_both) select ${mergeId}, id, had_both from moved`.execute(tx)
  if (table === 'target') await keep(sql`update campaign set target_id = ${into} where target_id = ${from} returning id, false as had_both`)
  if (table === 'industry') {
    await keep(sql`update target set industry_id = ${into} where industry_id = ${from} returning id, false as had_both`)
    await keep(sql`update campaign set draft_industry_id = ${into} where draft_industry_id = ${from} returning id, false as had_both`)
  }
  if (table === 'cause') {
    await keep(sql`
      select l.campaign_id as id, exists (select from campaign_cause o where o.campaign_id = l.campaign_id and o.cause_id = ${into}) as had_both
      from campaign_cause l where l.cause_id = ${from}`)
    await sql`insert into campaign_cause (campaign_id, cause_id) select campaign_id, ${into} from campaign_cause where cause_id = ${from}
      on conflict do nothing`.execute(tx)
    await sql`delete from campaign_cause where cause_id = ${from}`.execute(tx)
  }
}

/** Stores the names of the targets that were merged into this one, which the search finds it by. */
async function nameFormer(tx: Tx, table: EntryTable, id: string): Promise<void> {
  if (table !== 'target') return
  await sql`
    update target t set former_names = coalesce((select string_agg(f.name, ' ' order by f.id) from target f where f.merged_into = t.id), '')
    where t.id = ${id}`.execute(tx)
}

type Merged = { id: string; kind: EntryTable; from_id: string; is_over: boolean }

/** Undoes a merge within 90 days: what it moved goes back, except what was changed since. */
export async function undoMerge(tx: Tx, { id, moderatorId, reason }: Act): Promise<'done' | 'absent' | 'over'> {
  const { rows } = await sql<Merged>`
    select id, kind, from_id, merged_at < now() - make_interval(days => ${undoDays}) as is_over
    from entry_merge where id = ${id} and undone_at is null for update`.execute(tx)
  const merge = rows[0]
  if (!merge) return 'absent'
  if (merge.is_over) return 'over'
  const { kind: table, from_id: fromId } = merge
  const seen = await readEntry(tx, fromId, 'none')
  if (!seen || seen.merged_into === null) return 'absent'
  const campaigns = await lockCampaigns(tx, usersOf[table](seen.merged_into))
  await lockBoth(tx, { table, ids: [fromId, seen.merged_into] })
  const from = await readEntry(tx, fromId, 'none')
  if (!from || from.merged_into !== seen.merged_into) throw new UsedMeanwhile()
  await refuseNewUsers(tx, { table, id: seen.merged_into, known: campaigns })
  const into = seen.merged_into
  await retally(tx, campaigns, () => moveBack(tx, { table, mergeId: id, from: fromId, into }))
  await rankMany(tx, campaigns)
  await sql`update ${sql.table(table)} set merged_into = null where id = ${fromId}`.execute(tx)
  // Those that had been merged into the entry before follow it.
  await sql`
    update ${sql.table(table)} set merged_into = ${fromId}
    where merged_into = ${into} and id in (select from_id from entry_merge where into_id = ${fromId} and undone_at is null)`.execute(tx)
  for (const target of [fromId, into]) await nameFormer(tx, table, target)
  await sql`update entry_merge set undone_at = now() where id = ${id}`.execute(tx)
  await logAct(tx, { entry: from, action: 'entries.unmerge', act: { id: fromId, moderatorId, reason }, details: { intoId: into } })
  return 'done'
}

async function moveBack(tx: Tx, { table, mergeId, from, into }: Move): Promise<void> {
  const moved = sql`(select moved_id from entry_merge_moved where merge_id = ${mergeId})`
  if (table === 'target') await sql`update campaign set target_id = ${from} where target_id = ${into} and id in ${moved}`.execute(tx)
  if (table === 'industry') {
    await sql`update target set industry_id = ${from} where industry_id = ${into} and id in ${moved}`.execute(tx)
    await sql`update campaign set draft_industry_id = ${from} where draft_industry_id = ${into} and id in ${moved}`.execute(tx)
  }
  if (table === 'cause') {
    await sql`
      insert into campaign_cause (campaign_id, cause_id) select l.campaign_id, ${from} from campaign_cause l where l.cause_id = ${into} and l.campaign_id in ${moved}
      on conflict do nothing`.execute(tx)
    await sql`
      delete from campaign_cause l where l.cause_id = ${into}
        and l.campaign_id in (select moved_id from entry_merge_moved where merge_id = ${mergeId} and not had_both)`.execute(tx)
  }
}
