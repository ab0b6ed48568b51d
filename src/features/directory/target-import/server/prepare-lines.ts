import { sql } from 'kysely'
import { industryOrCause } from '#features/campaigns/server/public.ts'
import { keepLogo, logoHash } from '#features/media/server/public.ts'
import { entryNamed } from '#platform/server/entry-named.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { normalized, oneLine } from '#platform/text.ts'
import { whyNotTarget } from '../policy.ts'
import type { BadLine, TargetLine } from '../terms.ts'
import type { Into, WantedTarget } from './wanted.ts'

type PreparationInput = { into: Into; lines: TargetLine[]; seen: Map<string, number> }
type ExistingTarget = { name: string; key: string; content_hash: string | null }

/** Validates lines, finds or creates their industries, and stores the files of new logos. Targets are not written yet. */
export async function prepareLines({ into, lines, seen }: PreparationInput): Promise<{ wanted: WantedTarget[]; bad: BadLine[] }> {
  const bad: BadLine[] = []
  const good = lines.filter(({ line, name, website, industry, description }) => {
    const reason = whyNotTarget({ name, website, industry, description })
    if (reason) bad.push({ line, reason })
    return reason === null
  })
  const known = await knownByName(into.db, good)
  const industries = await industriesOf(into.db, good)
  const wanted: WantedTarget[] = []
  for (const each of good) {
    const { line } = each
    const { key, content_hash } = known.get(oneLine(each.name)) ?? { key: each.name, content_hash: null }
    const earlier = seen.get(key)
    if (earlier !== undefined) {
      bad.push({ line, reason: `it names the same target as line ${earlier}` })
      continue
    }
    const logo = await logoOf({ into, logo: each.logo, shown: content_hash })
    if (typeof logo === 'string') {
      bad.push({ line, reason: logo })
      continue
    }
    seen.set(key, line)
    wanted.push({
      line,
      name: oneLine(each.name),
      website: normalized(each.website) || null,
      industryId: industries.get(oneLine(each.industry)) ?? null,
      description: normalized(each.description) || null,
      logo,
    })
  }
  return { wanted, bad }
}

/**
 * Maps each name to its look-alike key and the content hash of the target's present logo. A lateral subquery looks up each name
 * separately, because with outdated statistics PostgreSQL would join by comparing all names.
 */
async function knownByName(db: Db, lines: TargetLine[]): Promise<Map<string, ExistingTarget>> {
  const names = [...new Set(lines.map(({ name }) => oneLine(name)))]
  const { rows } = await sql<ExistingTarget>`
    select given.name, look_alike_key(given.name) as key, m.content_hash
    from unnest(${names}::text[]) as given(name)
    left join lateral ${entryNamed('target', sql`given.name`)} t on true
    left join media m on m.id = t.logo_media_id`.execute(db)
  return new Map(rows.map((row) => [row.name, row]))
}

/** Industry ids by name. A missing industry is created in a transaction of its own, so that nobody waits for the import. */
async function industriesOf(db: Db, lines: TargetLine[]): Promise<Map<string, string>> {
  const names = [...new Set(lines.map(({ industry }) => oneLine(industry)))].filter(Boolean)
  if (names.length === 0) return new Map()
  const { rows } = await sql<{ name: string; id: string }>`
    select given.name, i.id from unnest(${names}::text[]) as given(name) cross join lateral ${entryNamed('industry', sql`given.name`)} i`.execute(db)
  const ids = new Map(rows.map(({ name, id }) => [name, id]))
  // The operator's import verifies an industry that a member had entered before.
  await sql`update industry set is_verified = true where id = any(${[...ids.values()]}::uuid[]) and not is_verified`.execute(db)
  for (const name of names)
    if (!ids.has(name)) ids.set(name, await db.transaction().execute((tx) => industryOrCause(tx, { table: 'industry', name, enteredBy: null })))
  return ids
}

type LogoInput = { into: Into; logo: TargetLine['logo']; shown: string | null }

/** The logo to set, null if the target already has it, or the reason why it is refused. */
async function logoOf({ into, logo, shown }: LogoInput): Promise<WantedTarget['logo'] | string> {
  if (logo === null) return null
  if ('icon' in logo) {
    const icon = into.iconPath(logo.icon)
    return icon === null ? `there is no icon ${logo.icon.slice(0, 60)} in the build` : { icon }
  }
  if (logoHash(logo.bytes) === shown) return null
  const kept = await keepLogo(into.storage, logo.bytes)
  if (kept === 'too large') return 'its logo is larger than 4 MB'
  return kept === 'no picture' ? 'its logo is not a readable PNG, JPEG or WebP picture' : kept
}
