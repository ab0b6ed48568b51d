import { sql } from 'kysely'
import { z } from 'zod'
import { numberColumns, numbersOf } from '#features/tallies/server/public.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { isWebAddress } from '#platform/text.ts'
import type { Around } from '../contract.ts'
import { type EntryKind, shown } from '../terms.ts'

export type Of = { kind: EntryKind; slug: string }

const tables = { targets: 'target', industries: 'industry', causes: 'cause' } as const

/** The id for a slug; null if there is none. */
export async function entryId(db: Db, { kind, slug }: Of): Promise<string | null> {
  const row = await db.selectFrom(tables[kind]).select('id').where('slug', '=', slug).executeTakeFirst()
  return row?.id ?? null
}

const Kept = z.object({
  alternatives: z.array(z.object({ name: z.string(), url: z.string().nullable(), campaigns: z.number() })),
  causes: z.array(z.object({ slug: z.string(), name: z.string(), campaigns: z.number() })),
  industries: z.array(z.object({ slug: z.string(), name: z.string(), campaigns: z.number() })),
})

/** Alternatives and related entries from the entry summary, with their current names. */
export async function aroundOf(db: Db, { kind, id }: { kind: EntryKind; id: string }): Promise<Around> {
  const { rows } = await sql`
    select coalesce(d.alternatives, '[]') as alternatives,
      ${named('causes', 'cause')} as causes, ${named('industries', 'industry')} as industries
    from (select ${id}::uuid as id) as s left join entry_summary d on d.subject_id = s.id`.execute(db)
  const { alternatives, causes, industries } = Kept.parse(rows[0])
  return {
    alternatives: alternatives.map(({ url, ...rest }) => ({ ...rest, url: url !== null && isWebAddress(url) ? url : null })).slice(0, shown.alternatives),
    causes: causes.slice(0, kind === 'targets' ? shown.causesOfTarget : shown.related),
    industries: industries.slice(0, shown.related),
    targets: kind === 'targets' ? [] : await (kind === 'industries' ? mostImpacted(db, id) : mostCampaignedFor(db, id)),
  }
}

const named = (list: string, table: string) => sql`
  coalesce((select jsonb_agg(jsonb_build_object('slug', k.slug, 'name', k.name, 'campaigns', x.campaigns) order by x.campaigns desc, k.name)
    from jsonb_to_recordset(${sql.ref(`d.${list}`)}) as x(id uuid, campaigns int) join ${sql.table(table)} k on k.id = x.id), '[]')`

const targetsWithNumbers = (db: Db) =>
  db
    .selectFrom('target as t')
    .innerJoin('subject_rank as k', 'k.subject_id', 't.id')
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
    (select x.id, x.campaigns as in_cause from entry_summary d, jsonb_to_recordset(d.targets) as x(id uuid, campaigns int) where d.subject_id = ${causeId})`
  const rows = await targetsWithNumbers(db)
    .innerJoin(kept.as('x'), 'x.id', 't.id')
    .orderBy('x.in_cause', 'desc')
    .orderBy('k.supporters', 'desc')
    .orderBy('k.sort_name')
    .limit(shown.targets)
    .execute()
  return rows.map(targetOf)
}
