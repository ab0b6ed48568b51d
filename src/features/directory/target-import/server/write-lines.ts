import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { takeLogo } from '#features/media/server/public.ts'
import { entryNamed } from '#platform/server/entry-named.ts'
import { freeSlug } from '#platform/server/free-slug.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { isReservedSlug, slugOf } from '#platform/slug.ts'
import type { WantedTarget } from './wanted.ts'

type Stored = {
  place: number
  id: string
  website_url: string | null
  industry_id: string | null
  description: string
  logo_url: string | null
  is_verified: boolean
}
/** `moves`: the target's industry changes, which affects its campaigns, so nothing has been written yet. */
type Written = { wanted: WantedTarget; done: 'added' | 'changed' | 'unchanged' | 'moves' }

/** Adds and updates the targets of a batch in one transaction. */
export const writeLines = (db: Db, lines: WantedTarget[]): Promise<Written[]> =>
  db.transaction().execute(async (tx) => {
    await lockSlugs(tx, lines)
    const stored = await storedOf(tx, lines)
    const fresh = lines.filter((_, place) => !stored.has(place))
    const added = await add(tx, fresh)
    const written: Written[] = []
    for (const [place, wanted] of lines.entries()) {
      // A target that was neither stored nor inserted was added by another transaction in the meantime, so it is read again.
      const known = stored.get(place) ?? (added.has(wanted) ? null : ((await storedOf(tx, [wanted])).get(0) ?? null))
      if (known === null) written.push({ wanted, done: 'added' })
      else if (wanted.industryId !== null && wanted.industryId !== known.industry_id) written.push({ wanted, done: 'moves' })
      else written.push({ wanted, done: (await change(tx, known.id, changesOf(wanted, known))) ? 'changed' : 'unchanged' })
    }
    return written
  })

/** Takes the same advisory locks on slugs as `freeSlug`, in a fixed order to avoid deadlocks. */
async function lockSlugs(tx: Tx, lines: WantedTarget[]): Promise<void> {
  const bases = [...new Set(lines.map(baseOf))].sort()
  await sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended('target:' || base, 0) as key from unnest(${bases}::text[]) as given(base) order by 1) keys`.execute(tx)
}

const baseOf = ({ name }: WantedTarget) => slugOf(name) || 'target'

/** Existing targets, by the index of their line. */
async function storedOf(tx: Tx, lines: WantedTarget[]): Promise<Map<number, Stored>> {
  const { rows } = await sql<Stored>`
    select given.place::int - 1 as place, t.id, t.website_url, t.industry_id, t.description, t.logo_url, t.is_verified
    from unnest(${lines.map(({ name }) => name)}::text[]) with ordinality as given(name, place)
    cross join lateral ${entryNamed('target', sql`given.name`)} t`.execute(tx)
  return new Map(rows.map((row) => [row.place, row]))
}

/** Returns the lines that were inserted. The others conflicted with a target that another transaction has just added. */
async function add(tx: Tx, lines: WantedTarget[]): Promise<Set<WantedTarget>> {
  const bases = [...new Set(lines.map(baseOf))]
  const { rows } = await sql<{ slug: string }>`select slug from target where slug = any(${bases}::text[])`.execute(tx)
  const taken = new Set(rows.map(({ slug }) => slug))
  const [plain, numbered]: [WantedTarget[], WantedTarget[]] = [[], []]
  for (const line of lines) {
    const base = baseOf(line)
    if (taken.has(base) || isReservedSlug(base)) numbered.push(line)
    else plain.push(line)
    taken.add(base)
  }
  const added = await insert(
    tx,
    plain.map((wanted) => ({ wanted, slug: baseOf(wanted) })),
  )
  for (const wanted of numbered) {
    const slug = await freeSlug(tx, { table: 'target', text: wanted.name, fallback: 'target' })
    for (const each of await insert(tx, [{ wanted, slug }])) added.add(each)
  }
  return added
}

async function insert(tx: Tx, lines: { wanted: WantedTarget; slug: string }[]): Promise<Set<WantedTarget>> {
  if (lines.length === 0) return new Set()
  const rows = lines.map(({ wanted, slug }) => ({ id: uuidv7(), slug, wanted }))
  const made = await tx
    .insertInto('target')
    .values(
      rows.map(({ id, slug, wanted }) => ({
        id,
        slug,
        name: wanted.name,
        website_url: wanted.website,
        industry_id: wanted.industryId,
        description: wanted.description ?? '',
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  const ids = new Set(made.map(({ id }) => id))
  const added = rows.filter(({ id }) => ids.has(id))
  for (const { id, wanted } of added) if (wanted.logo) await change(tx, id, { logo: wanted.logo })
  return new Set(added.map(({ wanted }) => wanted))
}

type Changes = { is_verified?: true; website_url?: string; description?: string; industry_id?: string; logo?: NonNullable<WantedTarget['logo']> }

/** The fields in which a target differs from its line. An unverified target that a person entered becomes verified, because the operator imports it. */
export function changesOf({ website, description, industryId, logo }: WantedTarget, stored: Omit<Stored, 'place' | 'id'>): Changes {
  return {
    ...(stored.is_verified ? {} : { is_verified: true }),
    ...(website !== null && website !== stored.website_url ? { website_url: website } : {}),
    ...(description !== null && description !== stored.description ? { description } : {}),
    ...(industryId !== null && industryId !== stored.industry_id ? { industry_id: industryId } : {}),
    ...(logo !== null && !('icon' in logo && logo.icon === stored.logo_url) ? { logo } : {}),
  }
}

/** Returns false if there was nothing to change. */
export async function change(tx: Tx, id: string, { logo, ...columns }: Changes): Promise<boolean> {
  const shown = logo === undefined ? {} : 'icon' in logo ? { logo_url: logo.icon, logo_media_id: null } : await takeLogo(tx, logo)
  const set = { ...columns, ...shown }
  if (Object.keys(set).length === 0) return false
  await tx.updateTable('target').set(set).where('id', '=', id).execute()
  return true
}
