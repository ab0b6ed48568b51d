import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { checkNewEntry } from '#features/trust/server/public.ts'
import { type EntryTable, entryIdNamed, usableEntry } from '#platform/server/entry-named.ts'
import { freeSlug } from '#platform/server/free-slug.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { slugOf } from '#platform/slug.ts'
import { normalized, oneLine } from '#platform/text.ts'
import { isSiteModerator, type Viewer } from '#platform/viewer.ts'
import type { CampaignInput } from '../contract.ts'
import { saveStep } from './save-step.ts'

// Finds the targets, industries and causes of a campaign by id, or by a name that equals or looks like theirs, and creates missing ones. Two
// people who add the same name concurrently get the same row.

/** `enteredBy`: the person who names the entry, which is verified if they are a moderator; null for the operator. */
type Named = { table: 'industry' | 'cause'; name: string; enteredBy: Viewer | null }

export const industryOrCause = (tx: Tx, named: Named): Promise<string> =>
  saveStep(named.table === 'industry' ? 'INDUSTRY_FAILED' : 'CAUSE_FAILED', () => findOrMake(tx, named))

async function findOrMake(tx: Tx, { table, name, enteredBy }: Named): Promise<string> {
  const found = await usableNamed(tx, table, name)
  if (found) return found
  // A new industry comes with a new target, which is limited.
  if (table === 'cause' && enteredBy) await checkNewEntry(tx, { viewer: enteredBy, kind: 'cause' })
  const slug = await freeSlug(tx, { table, text: name, fallback: table })
  const id = uuidv7()
  const made = await sql<{ id: string }>`
    insert into ${sql.table(table)} (id, slug, name, is_verified) values (${id}, ${slug}, ${oneLine(name)}, ${isVerifiedFrom(enteredBy)}) on conflict do nothing returning id`.execute(
    tx,
  )
  return made.rows[0]?.id ?? (await usableNamed(tx, table, name)) ?? findOrMake(tx, { table, name, enteredBy })
}

async function usableNamed(tx: Tx, table: EntryTable, name: string): Promise<string | undefined> {
  const found = await entryIdNamed(tx, table, oneLine(name))
  return found && usableEntry(tx, table, found)
}

const isVerifiedFrom = (person: Viewer | null) => sql<boolean>`(${person === null || isSiteModerator(person)} or not has_moderators())`

type TargetInput = { target: NonNullable<CampaignInput['target']>; enteredBy: Viewer }

export const targetOf = (tx: Tx, given: TargetInput): Promise<string> => saveStep('TARGET_FAILED', () => findOrMakeTarget(tx, given))

async function findOrMakeTarget(tx: Tx, { target, enteredBy }: TargetInput): Promise<string> {
  if ('id' in target) {
    const known = await usableEntry(tx, 'target', target.id)
    if (!known) refuseFields({ target: 'TARGET_UNKNOWN' })
    return known ?? target.id
  }
  const found = await usableNamed(tx, 'target', target.name)
  if (found) return found
  await checkNewEntry(tx, { viewer: enteredBy, kind: 'target' })
  const industryId = await industryOf(tx, { industry: target.industry, enteredBy })
  const slug = await freeSlug(tx, { table: 'target', text: target.name, fallback: 'target' })
  const made = await tx
    .insertInto('target')
    .values({
      id: uuidv7(),
      slug,
      name: oneLine(target.name),
      website_url: normalized(target.websiteUrl ?? '') || null,
      industry_id: industryId,
      is_verified: isVerifiedFrom(enteredBy),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id ?? (await usableNamed(tx, 'target', target.name)) ?? findOrMakeTarget(tx, { target, enteredBy })
}

type IndustryChoice = { id: string } | { name: string } | null | undefined

export async function industryOf(tx: Tx, { industry, enteredBy }: { industry: IndustryChoice; enteredBy: Viewer }): Promise<string | null> {
  if (!industry) return null
  if ('name' in industry) return industryOrCause(tx, { table: 'industry', name: industry.name, enteredBy })
  const known = await usableEntry(tx, 'industry', industry.id)
  if (!known) refuseFields({ 'target.industry': 'INDUSTRY_UNKNOWN' })
  return known ?? null
}

/** The ids of existing causes, locked in the order of their ids. Refuses unknown ids. */
export async function knownCauses(tx: Tx, causes: CampaignInput['causes']): Promise<string[]> {
  const ids = causes.flatMap((cause) => ('id' in cause ? [cause.id] : []))
  if (ids.length === 0) return []
  const known = new Set<string>()
  for (const id of [...new Set(ids)].sort()) {
    const usable = await usableEntry(tx, 'cause', id)
    if (!usable) refuseFields({ causes: 'CAUSE_UNKNOWN' })
    known.add(usable ?? id)
  }
  return [...known]
}

export async function causesByName(tx: Tx, { names, enteredBy }: { names: string[]; enteredBy: Viewer }): Promise<string[]> {
  const ids: string[] = []
  // Sorted in lock order, so that two transactions that add the same names cannot deadlock.
  for (const name of [...names].sort((a, b) => (slugOf(a) < slugOf(b) ? -1 : 1))) ids.push(await industryOrCause(tx, { table: 'cause', name, enteredBy }))
  return ids
}
