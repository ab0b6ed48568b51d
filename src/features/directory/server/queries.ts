import { sql } from 'kysely'
import { z } from 'zod'
import { numberColumns, numbersOf } from '#features/pledges/tallies/server/public.ts'
import { entryNamed, isListed } from '#platform/server/entry-named.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { isWebAddress, oneLine } from '#platform/text.ts'
import type { Around, NamedEntry } from '../contract.ts'
import { type EntryKind, shown } from '../terms.ts'

export type Of = { kind: EntryKind; slug: string }

const tables = { targets: 'target', industries: 'industry', causes: 'cause' } as const

/** The id for a slug, also for one of a merged entry; null if there is none. */
export async function entryId(db: Db, { kind, slug }: Of): Promise<string | null> {
  const row = await db
    .selectFrom(tables[kind])
    .select(({ fn }) => fn.coalesce('merged_into', 'id').as('id'))
    .where('slug', '=', slug)
    .executeTakeFirst()
  return row?.id ?? null
}

/** The entry that is used if a campaign names this one. */
export async function findNamed(db: Db, { kind, name }: { kind: EntryKind; name: string }): Promise<z.infer<typeof NamedEntry> | null> {
  if (oneLine(name) === '') return null
  const table = tables[kind]
  const industry = table === 'target' ? sql`(select i.name from industry i where i.id = e.industry_id)` : sql`null::text`
  const { rows } = await sql<z.infer<typeof NamedEntry>>`
    select e.id, e.slug, e.name, ${industry} as industry, ${isListed('e.id')} as "isVerified" from ${entryNamed(table, sql`${oneLine(name)}::text`)} e`.execute(
    db,
  )
  return rows[0] ?? null
}

const Kept = z.object({
  alternatives: z.array(z.object({ name: z.string(), url: z.string().nullable(), campaigns: z.number() })),
  causes: z.array(z.object({ slug: z.string(), name: z.string(), campaigns: z.number() })),
  industries: z.array(z.object({ slug: z.string(), name: z.string(), campaigns: z.number() })),
})

/**
 * Alternatives and related entries from the entry summary, with their current names. Empty from the moment in which a campaign of the entry is
 * hidden until the summary is rebuilt, because the lists have words of that campaign.
 */
export async function aroundOf(db: Db, { kind, id }: { kind: EntryKind; id: string }): Promise<Around> {
  const { rows } = await sql`
    select coalesce(d.alternatives, '[]') as alternatives,
      ${named('causes', 'cause')} as causes, ${named('industries', 'industry')} as industries
    from (select ${id}::uuid as id) as s left join entry_summary d on d.subject_id = s.id and ${isCurrent}`.execute(db)
  const { alternatives, causes, industries } = Kept.parse(rows[0])
  return {
    alternatives: alternatives.map(({ url, ...rest }) => ({ ...rest, url: url !== null && isWebAddress(url) ? url : null })).slice(0, shown.alternatives),
    causes: causes.slice(0, kind === 'targets' ? shown.causesOfTarget : shown.related),
    industries: industries.slice(0, shown.related),
    targets: kind === 'targets' ? [] : await (kind === 'industries' ? mostImpacted(db, id) : mostCampaignedFor(db, id)),
  }
}

/** SQL condition: no campaign has been hidden since the summary `d` was built. */
const isCurrent = sql`not exists (select from entry_summary_due w where w.subject_id = d.subject_id and w.hides)`

const named = (list: string, table: string) => sql`
  coalesce((select jsonb_agg(jsonb_build_object('slug', k.slug, 'name', k.name, 'campaigns', x.campaigns) order by x.campaigns desc, k.name)
    from jsonb_to_recordset(${sql.ref(`d.${list}`)}) as x(id uuid, campaigns int) join ${sql.table(table)} k on k.id = x.id
    where ${isListed('k.id')}), '[]')`

const targetsWithNumbers = (db: Db) =>
  db
    .selectFrom('target as t')
    .innerJoin('listed_entry as k', 'k.subject_id', 't.id')
    .leftJoin('tally as n', 'n.subject_id', 't.id')
    .select(['t.slug', 't.name', 't.is_fictional', ...numberColumns])

type TargetRow = Awaited<ReturnType<ReturnType<typeof targetsWithNumbers>['execute']>>[number]
const targetOf = (row: TargetRow): Around['targets'][number] => ({
  slug: row.slug,
  name: row.name,
  isFictional: row.is_fictional,
  numbers: numbersOf(row),
})

/** The targets of an industry with the highest estimated impact. */
async function mostImpacted(db: Db, industryId: string) {
  const rows = await targetsWithNumbers(db)
    .where('k.industry_id', '=', industryId)
    .where('k.yearly_cents', '>', 0)
    .orderBy('k.yearly_cents', 'desc')
    .orderBy('k.subject_id', 'desc')
    .limit(shown.targets)
    .execute()
  return rows.map(targetOf)
}

/** The targets with the most active campaigns for a cause; those with more supporters first if equal. */
async function mostCampaignedFor(db: Db, causeId: string) {
  const kept = sql<{ id: string; in_cause: number }>`
    (select x.id, x.campaigns as in_cause from entry_summary d, jsonb_to_recordset(d.targets) as x(id uuid, campaigns int) where d.subject_id = ${causeId} and ${isCurrent})`
  const rows = await targetsWithNumbers(db)
    .innerJoin(kept.as('x'), 'x.id', 't.id')
    .orderBy('x.in_cause', 'desc')
    .orderBy('k.supporters', 'desc')
    .orderBy('k.sort_name')
    .limit(shown.targets)
    .execute()
  return rows.map(targetOf)
}
