import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { takeLogo } from '#features/media/server/public.ts'
import { freeSlug } from '#platform/server/free-slug.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { isReservedSlug, slugOf } from '#platform/slug.ts'
import type { Wanted } from './wanted.ts'

type Stored = { place: number; id: string; website_url: string | null; industry_id: string | null; description: string; logo_url: string | null }
/** `moves`: it is to stand under another industry, which its campaigns must follow; nothing of it is written yet. */
type Written = { wanted: Wanted; done: 'added' | 'changed' | 'unchanged' | 'moves' }

/** Adds and changes the targets of some hundred lines in one transaction. */
export const writeLines = (db: Db, lines: Wanted[]): Promise<Written[]> =>
  db.transaction().execute(async (tx) => {
    await lockSlugs(tx, lines)
    const stored = await storedOf(tx, lines)
    const fresh = lines.filter((_, place) => !stored.has(place))
    const added = await add(tx, fresh)
    const written: Written[] = []
    for (const [place, wanted] of lines.entries()) {
      // What somebody else added at this very moment is there now.
      const known = stored.get(place) ?? (added.has(wanted) ? null : ((await storedOf(tx, [wanted])).get(0) ?? null))
      if (known === null) written.push({ wanted, done: 'added' })
      else if (wanted.industryId !== null && wanted.industryId !== known.industry_id) written.push({ wanted, done: 'moves' })
      else written.push({ wanted, done: (await change(tx, known.id, changesOf(wanted, known))) ? 'changed' : 'unchanged' })
    }
    return written
  })

/** Holds what new targets may be called in addresses, in one order for everybody, as `freeSlug` does for one. */
async function lockSlugs(tx: Tx, lines: Wanted[]): Promise<void> {
  const bases = [...new Set(lines.map(baseOf))].sort()
  await sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended('target:' || base, 0) as key from unnest(${bases}::text[]) as given(base) order by 1) keys`.execute(tx)
}

const baseOf = ({ name }: Wanted) => slugOf(name) || 'target'

/** By their place among the lines, the targets that are there. */
async function storedOf(tx: Tx, lines: Wanted[]): Promise<Map<number, Stored>> {
  const { rows } = await sql<Stored>`
    select given.place::int - 1 as place, t.id, t.website_url, t.industry_id, t.description, t.logo_url
    from unnest(${lines.map(({ name }) => name)}::text[]) with ordinality as given(name, place)
    cross join lateral (select * from target where norm(name) = norm(given.name) limit 1) t`.execute(tx)
  return new Map(rows.map((row) => [row.place, row]))
}

/** Those that it added; another who named the same at this moment was first with the rest. */
async function add(tx: Tx, lines: Wanted[]): Promise<Set<Wanted>> {
  const bases = [...new Set(lines.map(baseOf))]
  const { rows } = await sql<{ slug: string }>`select slug from target where slug = any(${bases}::text[])`.execute(tx)
  const taken = new Set(rows.map(({ slug }) => slug))
  const [plain, numbered]: [Wanted[], Wanted[]] = [[], []]
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

async function insert(tx: Tx, lines: { wanted: Wanted; slug: string }[]): Promise<Set<Wanted>> {
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

type Changes = { website_url?: string; description?: string; industry_id?: string; logo?: NonNullable<Wanted['logo']> }

/** In what a target differs from what a line says of it. */
export function changesOf({ website, description, industryId, logo }: Wanted, stored: Omit<Stored, 'place' | 'id'>): Changes {
  return {
    ...(website !== null && website !== stored.website_url ? { website_url: website } : {}),
    ...(description !== null && description !== stored.description ? { description } : {}),
    ...(industryId !== null && industryId !== stored.industry_id ? { industry_id: industryId } : {}),
    ...(logo !== null && !('icon' in logo && logo.icon === stored.logo_url) ? { logo } : {}),
  }
}

/** Whether there was anything to change. */
export async function change(tx: Tx, id: string, { logo, ...columns }: Changes): Promise<boolean> {
  const shown = logo === undefined ? {} : 'icon' in logo ? { logo_url: logo.icon, logo_media_id: null } : await takeLogo(tx, logo)
  const set = { ...columns, ...shown }
  if (Object.keys(set).length === 0) return false
  await tx.updateTable('target').set(set).where('id', '=', id).execute()
  return true
}
