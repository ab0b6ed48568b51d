import { type RawBuilder, sql } from 'kysely'
import { lastPart } from '#platform/last-part.ts'
import type { EntryTable } from '#platform/server/entry-named.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { oneLine } from '#platform/text.ts'
import type { EntryKind } from '../../terms.ts'
import type { EntryMerge, ReviewedEntry } from '../contract.ts'
import { undoDays } from '../terms.ts'

const shown = { entries: 50, campaigns: 5, lookAlikes: 5 } as const

export const kindOfTable: Record<EntryTable, EntryKind> = { target: 'targets', industry: 'industries', cause: 'causes' }

/** Public campaigns that name the entry `e`. Drafts are nobody's business but their creator's. */
const campaignsOf: Record<EntryTable, RawBuilder<unknown>> = {
  target: sql`select c.slug, c.title, c.published_at from public_campaign c where c.target_id = e.id`,
  industry: sql`select c.slug, c.title, c.published_at from public_campaign c join target t on t.id = c.target_id where t.industry_id = e.id`,
  cause: sql`select c.slug, c.title, c.published_at from public_campaign c join campaign_cause l on l.campaign_id = c.id where l.cause_id = e.id`,
}

/** Other entries with a similar name. The keys are equal where an entry from before look-alikes were found was kept apart. */
const lookAlikesOf = (table: EntryTable) => sql`
  select n.slug, n.name, similarity(norm(n.name), norm(e.name)) as nearness from ${sql.table(table)} n where norm(n.name) % norm(e.name) and n.id <> e.id and n.merged_into is null
  union select n.slug, n.name, 1 from ${sql.table(table)} n where n.name_key = split_part(e.name_key, '#', 1) and n.id <> e.id and n.merged_into is null`

const own: Record<EntryTable, RawBuilder<unknown>> = {
  target: sql`(select i.name from industry i where i.id = e.industry_id) as industry, e.website_url`,
  industry: sql`null::text, null::text`,
  cause: sql`null::text, null::text`,
}

const entriesOf = (table: EntryTable) => sql`
  select e.id, ${table}::text as table_name, e.slug, e.name, ${own[table]}, e.is_verified, e.is_locked, e.created_at,
    array(select json_build_object('slug', slug, 'title', title) from (${campaignsOf[table]} order by published_at desc limit ${sql.lit(shown.campaigns)}) c) as campaigns,
    (select count(*)::int from (${campaignsOf[table]}) c) as campaign_count,
    array(select json_build_object('slug', slug, 'name', name) from (
      select slug, name, max(nearness) as nearness from (${lookAlikesOf(table)}) near group by slug, name
      order by nearness desc, name limit ${sql.lit(shown.lookAlikes)}) near) as look_alikes
  from page join ${sql.table(table)} e on e.id = page.subject_id`

type Row = Omit<ReviewedEntry, 'kind' | 'websiteUrl' | 'isVerified' | 'isLocked' | 'createdAt' | 'campaignCount' | 'lookAlikes'> & {
  table_name: EntryTable
  website_url: string | null
  is_verified: boolean
  is_locked: boolean
  created_at: Date
  campaign_count: number
  look_alikes: ReviewedEntry['lookAlikes']
}

const unverified = sql`select subject_id from subject_rank where not is_verified and not is_merged`

/** Entries with this text in the name, and the one with this address. */
const matching = (q: string) => sql`
  select k.subject_id from subject_rank k where not k.is_merged and k.sort_name like '%' || replace(replace(replace(norm(${q}), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'
  union select coalesce(merged_into, id) from target where slug = ${lastPart(q)} union select coalesce(merged_into, id) from industry where slug = ${lastPart(q)}
  union select coalesce(merged_into, id) from cause where slug = ${lastPart(q)}`

/** Unverified entries, or those that a text names; oldest first, because ids grow with time. */
export async function entriesForModerators(db: Db, text: string): Promise<{ items: ReviewedEntry[]; total: number }> {
  const q = oneLine(text)
  const found = q === '' ? unverified : matching(q)
  const { rows } = await sql<Row>`
    with found as materialized (${found}), page as materialized (select subject_id from found order by subject_id limit ${sql.lit(shown.entries)})
    select * from (${entriesOf('target')} union all ${entriesOf('industry')} union all ${entriesOf('cause')}) entry order by id`.execute(db)
  const items = rows.map(({ table_name, website_url, is_verified, is_locked, created_at, campaign_count, look_alikes, ...row }) => ({
    ...row,
    kind: kindOfTable[table_name],
    websiteUrl: website_url,
    isVerified: is_verified,
    isLocked: is_locked,
    createdAt: created_at,
    campaignCount: campaign_count,
    lookAlikes: look_alikes,
  }))
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total from (${found}) found`.execute(db)
  return { items, total: counted[0]?.total ?? 0 }
}

export async function countUnverified(db: Db): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from subject_rank where not is_verified and not is_merged`.execute(db)
  return rows[0]?.total ?? 0
}

type MergeRow = Omit<EntryMerge, 'kind'> & { kind: EntryTable }

const mergesOf = (table: EntryTable) => sql`
  select m.id, m.kind, m.merged_at as "mergedAt", f.name as "from", json_build_object('slug', i.slug, 'name', i.name) as "into"
  from entry_merge m join ${sql.table(table)} f on f.id = m.from_id join ${sql.table(table)} i on i.id = f.merged_into
  where m.kind = ${table} and m.undone_at is null and m.merged_at >= now() - make_interval(days => ${undoDays})`

/** Merges that can still be undone, newest first. */
export async function openMerges(db: Db): Promise<EntryMerge[]> {
  const { rows } = await sql<MergeRow>`
    select * from (${mergesOf('target')} union all ${mergesOf('industry')} union all ${mergesOf('cause')}) merge
    order by "mergedAt" desc, id desc limit ${sql.lit(shown.entries)}`.execute(db)
  return rows.map(({ kind, ...row }) => ({ ...row, kind: kindOfTable[kind] }))
}
