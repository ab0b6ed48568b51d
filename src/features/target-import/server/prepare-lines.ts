import { sql } from 'kysely'
import { industryOrCause } from '#features/campaigns/server/public.ts'
import { keepLogo, logoHash } from '#features/media/server/public.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { neat, oneLine } from '#platform/text.ts'
import { whyNotTarget } from '../policy.ts'
import type { BadLine, TargetLine } from '../terms.ts'
import type { Into, Wanted } from './wanted.ts'

type Given = { into: Into; lines: TargetLine[]; seen: Map<string, number> }
type Known = { name: string; key: string; content_hash: string | null }

/** Judges lines, finds or makes their industries, and keeps the files of logos that are new; nothing of a target is written yet. */
export async function prepareLines({ into, lines, seen }: Given): Promise<{ wanted: Wanted[]; bad: BadLine[] }> {
  const bad: BadLine[] = []
  const good = lines.filter(({ line, name, website, industry, description }) => {
    const reason = whyNotTarget({ name, website, industry, description })
    if (reason) bad.push({ line, reason })
    return reason === null
  })
  const known = await knownByName(into.db, good)
  const industries = await industriesOf(into.db, good)
  const wanted: Wanted[] = []
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
      website: neat(each.website) || null,
      industryId: industries.get(oneLine(each.industry)) ?? null,
      description: neat(each.description) || null,
      logo,
    })
  }
  return { wanted, bad }
}

/**
 * By name: what the store compares it by, and which picture a target of this name shows. Each is looked up by itself: joined,
 * a store whose statistics are older than the import compares all names there are.
 */
async function knownByName(db: Db, lines: TargetLine[]): Promise<Map<string, Known>> {
  const names = [...new Set(lines.map(({ name }) => oneLine(name)))]
  const { rows } = await sql<Known>`
    select given.name, norm(given.name) as key, m.content_hash
    from unnest(${names}::text[]) as given(name)
    left join lateral (select logo_media_id from target where norm(name) = norm(given.name) limit 1) t on true
    left join media m on m.id = t.logo_media_id`.execute(db)
  return new Map(rows.map((row) => [row.name, row]))
}

/** By name: the id of an industry; one that is not there is made first, so that nobody waits for it. */
async function industriesOf(db: Db, lines: TargetLine[]): Promise<Map<string, string>> {
  const names = [...new Set(lines.map(({ industry }) => oneLine(industry)))].filter(Boolean)
  if (names.length === 0) return new Map()
  const { rows } = await sql<{ name: string; id: string }>`
    select given.name, i.id from unnest(${names}::text[]) as given(name) join industry i on norm(i.name) = norm(given.name)`.execute(db)
  const ids = new Map(rows.map(({ name, id }) => [name, id]))
  for (const name of names) if (!ids.has(name)) ids.set(name, await db.transaction().execute((tx) => industryOrCause(tx, { table: 'industry', name })))
  return ids
}

type Asked = { into: Into; logo: TargetLine['logo']; shown: string | null }

/** The logo to be shown, null where that is the one that is shown already, or what is wrong with it. */
async function logoOf({ into, logo, shown }: Asked): Promise<Wanted['logo'] | string> {
  if (logo === null) return null
  if ('icon' in logo) {
    const icon = into.iconAddress(logo.icon)
    return icon === null ? `there is no icon ${logo.icon.slice(0, 60)} in the build` : { icon }
  }
  if (logoHash(logo.bytes) === shown) return null
  const kept = await keepLogo(into.storage, logo.bytes)
  if (kept === 'too large') return 'its logo is larger than 4 MB'
  return kept === 'no picture' ? 'its logo is no PNG, JPEG or WebP picture that can be read' : kept
}
