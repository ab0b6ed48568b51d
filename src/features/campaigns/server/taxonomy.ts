import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { freeSlug } from '#platform/server/free-slug.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { slugOf } from '#platform/slug.ts'
import { normalized, oneLine } from '#platform/text.ts'
import type { CampaignInput } from '../contract.ts'
import { saveStep } from './save-step.ts'

// Finds the targets, industries and causes of a campaign by id, or by name regardless of case and accents, and creates missing ones. Two
// people who add the same name concurrently get the same row.

type Named = { table: 'industry' | 'cause'; name: string }

export const industryOrCause = (tx: Tx, named: Named): Promise<string> =>
  saveStep(named.table === 'industry' ? 'INDUSTRY_FAILED' : 'CAUSE_FAILED', () => findOrMake(tx, named))

async function findOrMake(tx: Tx, { table, name }: Named): Promise<string> {
  const found = await byName(tx, table, name)
  if (found) return found
  const slug = await freeSlug(tx, { table, text: name, fallback: table })
  const id = uuidv7()
  const made = await sql<{ id: string }>`
    insert into ${sql.table(table)} (id, slug, name) values (${id}, ${slug}, ${oneLine(name)}) on conflict do nothing returning id`.execute(tx)
  return made.rows[0]?.id ?? (await byName(tx, table, name)) ?? findOrMake(tx, { table, name })
}

export const targetOf = (tx: Tx, target: NonNullable<CampaignInput['target']>): Promise<string> => saveStep('TARGET_FAILED', () => findOrMakeTarget(tx, target))

async function findOrMakeTarget(tx: Tx, target: NonNullable<CampaignInput['target']>): Promise<string> {
  if ('id' in target) {
    const known = await tx.selectFrom('target').select('id').where('id', '=', target.id).executeTakeFirst()
    if (!known) refuseFields({ target: 'TARGET_UNKNOWN' })
    return target.id
  }
  const found = await byName(tx, 'target', target.name)
  if (found) return found
  const industryId = await industryOf(tx, target.industry)
  const slug = await freeSlug(tx, { table: 'target', text: target.name, fallback: 'target' })
  const made = await tx
    .insertInto('target')
    .values({ id: uuidv7(), slug, name: oneLine(target.name), website_url: normalized(target.websiteUrl ?? '') || null, industry_id: industryId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id ?? (await byName(tx, 'target', target.name)) ?? findOrMakeTarget(tx, target)
}

type IndustryChoice = { id: string } | { name: string } | null | undefined

export async function industryOf(tx: Tx, industry: IndustryChoice): Promise<string | null> {
  if (!industry) return null
  if ('name' in industry) return industryOrCause(tx, { table: 'industry', name: industry.name })
  const known = await tx.selectFrom('industry').select('id').where('id', '=', industry.id).executeTakeFirst()
  if (!known) refuseFields({ 'target.industry': 'INDUSTRY_UNKNOWN' })
  return industry.id
}

/** The ids of existing causes. Refuses unknown ids. */
export async function knownCauses(tx: Tx, causes: CampaignInput['causes']): Promise<string[]> {
  const ids = causes.flatMap((cause) => ('id' in cause ? [cause.id] : []))
  if (ids.length === 0) return []
  const rows = await tx.selectFrom('cause').select('id').where('id', 'in', ids).execute()
  if (rows.length < new Set(ids).size) refuseFields({ causes: 'CAUSE_UNKNOWN' })
  return rows.map((row) => row.id)
}

export async function causesByName(tx: Tx, names: string[]): Promise<string[]> {
  const ids: string[] = []
  // Sorted in lock order, so that two transactions that add the same names cannot deadlock.
  for (const name of [...names].sort((a, b) => (slugOf(a) < slugOf(b) ? -1 : 1))) ids.push(await industryOrCause(tx, { table: 'cause', name }))
  return ids
}

async function byName(tx: Tx, table: 'target' | 'industry' | 'cause', name: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} where norm(name) = norm(${oneLine(name)})`.execute(tx)
  return rows[0]?.id
}
