import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { slugOf } from '#platform/slug.ts'
import { readCauses, readIndustries, readTargets } from './demo-files.ts'
import { inChunks } from './in-chunks.ts'
import { loadOnce } from './load-once.ts'

/** Loads industries, causes and targets, which every new site has. Runs once per database; returns true if it ran now. */
export const loadReference = (db: Db) => loadOnce(db, 'reference', fillReference)

async function fillReference(tx: Tx) {
  const industries = readIndustries().map((industry) => ({ id: uuidv7(), ...industry }))
  const causes = readCauses().map((cause) => ({ id: uuidv7(), ...cause }))
  await inChunks(industries, (rows) =>
    tx
      .insertInto('industry')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  await inChunks(causes, (rows) =>
    tx
      .insertInto('cause')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  const targets = readTargets()
  await addTargets(
    tx,
    targets.map(({ name, website, industry }) => ({ name, website, industry })),
  )
  return { industries: industries.length, causes: causes.length, targets: targets.length }
}

type NewTarget = { name: string; industry: string; website?: string | null | undefined; description?: string | undefined; isFictional?: boolean }

/** Adds the targets that the database does not have. */
export async function addTargets(tx: Tx, targets: NewTarget[]): Promise<void> {
  const industries = await idsBySlug(tx, 'industry')
  const rows = targets.map(({ name, industry, website, description, isFictional }) => ({
    id: uuidv7(),
    slug: slugOf(name),
    name,
    industry_id: idOf(industries, industry),
    website_url: website ?? null,
    description: description ?? '',
    is_fictional: isFictional ?? false,
  }))
  await inChunks(rows, (chunk) =>
    tx
      .insertInto('target')
      .values(chunk)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}

export async function idsBySlug(tx: Tx, table: 'industry' | 'cause' | 'target'): Promise<Map<string, string>> {
  const { rows } = await sql<{ slug: string; id: string }>`select slug, id from ${sql.table(table)}`.execute(tx)
  return new Map(rows.map(({ slug, id }) => [slug, id]))
}

/** Throws for a name in the demo's files that does not exist. */
export function idOf(ids: ReadonlyMap<string, string>, name: string): string {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`The demo refers to ${name}, which does not exist`)
  return id
}
