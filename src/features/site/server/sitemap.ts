import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGzip } from 'node:zlib'
import { type RawBuilder, sql } from 'kysely'
import { isListed } from '#platform/server/entry-named.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { isVisible } from '#platform/server/store/visible.ts'

/** The sitemap protocol allows at most this many URLs per file. */
const mostInPart = 50_000
const rowsAtOnce = 2_000
const keptMs = 10 * 60_000
/** Decisions are counted from this long before a part was made, because the clock of the database may differ. */
const countedBeforeMs = 10 * 60_000
const keptParts = 16
const first = '00000000-0000-0000-0000-000000000000'

/** The page of a directory entry changes with its supporters; a campaign's page changes when its creator edits or ends it. */
const subjectChanged = sql`greatest(s.created_at, (select max(d.day) from tally_day d where d.subject_id = s.id)::timestamp at time zone 'UTC')`

const communityChanged = sql`greatest(s.updated_at, (select max(p.created_at) from community_post p where p.community_id = s.id and p.moderation is null))`

/** Entries that lists show. */
const listed = (table: string) => sql`(select e.* from ${sql.table(table)} e where ${isListed('e.id')})`

/** Kinds of pages in the order of the index. The view has no drafts, and private communities are excluded. */
const kinds: Record<string, { source: RawBuilder<unknown>; changed: RawBuilder<unknown> }> = {
  campaigns: { source: sql`public_campaign`, changed: sql`s.updated_at` },
  targets: { source: listed('target'), changed: subjectChanged },
  industries: { source: listed('industry'), changed: subjectChanged },
  causes: { source: listed('cause'), changed: subjectChanged },
  communities: { source: sql`(select * from community where ${isVisible('community', sql`community.id`, null)})`, changed: communityChanged },
}

/** Pages that exist on every site and may be indexed. */
const fixed = [
  ...['/', '/campaigns', '/explore', '/targets', '/industries', '/causes', '/communities'],
  ...['/about', '/contact', '/terms', '/privacy', '/legal', '/accessibility', '/rules', '/transparency'],
]

/** Compressed with gzip. */
type MadePart = { body: Buffer; etag: string }
type Part = { name: string; write: () => AsyncGenerator<string> | Generator<string> }

/** Number of decisions that can hide or show a page. It is read from the database, so that it is the same in all processes. */
async function decisionsSince(db: Db, at: number): Promise<number> {
  const { rows } = await sql<{ decisions: number }>`
    select count(*)::int as decisions from moderation_decision
    where created_at > ${new Date(at - countedBeforeMs)} and subject_kind in ('campaign', 'community', 'person')`.execute(db)
  return rows[0]?.decisions ?? 0
}

/**
 * Sitemap of all public pages: an index and its parts. Parts are generated one at a time, read in small batches,
 * compressed, and cached for ten minutes, or until a moderator decides: the addresses of what is hidden contain words of its title.
 */
export function openSitemap({ db, origin, partSize = mostInPart }: { db: Db; origin: string; partSize?: number }) {
  const made = new Map<string, { at: number; decisions: Promise<number>; part: Promise<MadePart> }>()
  let listed: { at: number; parts: Promise<Part[]> } | undefined
  let turn: Promise<unknown> = Promise.resolve()

  /** The first ids of the parts of a kind. */
  async function starts({ source }: (typeof kinds)[string]): Promise<string[]> {
    const found: string[] = []
    for (let from: string | undefined = first; from !== undefined; ) {
      const here: string = from
      const row = await sql<{ begins: boolean; next: string | null }>`
        select exists (select from ${source} s where s.id >= ${here}::uuid) as begins,
          (select s.id from ${source} s where s.id >= ${here}::uuid order by s.id offset ${partSize} limit 1) as next`.execute(db)
      if (row.rows[0]?.begins) found.push(here)
      from = row.rows[0]?.next ?? undefined
    }
    return found
  }

  async function* addresses(kind: string, from: string, to: string | undefined): AsyncGenerator<string> {
    const known = kinds[kind]
    if (!known) return
    let after = sql`s.id >= ${from}::uuid`
    for (;;) {
      const { rows } = await sql<{ id: string; slug: string; changed: string }>`
        select s.id, s.slug, to_char(${known.changed} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as changed
        from ${known.source} s where ${after} ${to === undefined ? sql`` : sql`and s.id < ${to}::uuid`} order by s.id limit ${rowsAtOnce}`.execute(db)
      if (rows.length > 0) yield rows.map(({ slug, changed }) => entry(`/${kind}/${slug}`, changed)).join('')
      const last = rows.at(-1)
      if (!last || rows.length < rowsAtOnce) return
      after = sql`s.id > ${last.id}::uuid`
    }
  }

  const entry = (path: string, changed?: string) =>
    `<url><loc>${escaped(new URL(path, origin).href)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>\n`

  async function list(): Promise<Part[]> {
    const parts: Part[] = [{ name: 'pages', write: () => written(fixed.map((path) => entry(path))) }]
    for (const [kind, known] of Object.entries(kinds)) {
      const begins = await starts(known)
      begins.forEach((from, at) => {
        parts.push({ name: `${kind}-${at + 1}`, write: () => addresses(kind, from, begins[at + 1]) })
      })
    }
    return parts
  }

  function parts(): Promise<Part[]> {
    if (!listed || Date.now() - listed.at > keptMs) {
      const fresh = { at: Date.now(), parts: list() }
      listed = fresh
      // A failed list is not cached.
      fresh.parts.catch(() => {
        if (listed === fresh) listed = undefined
      })
    }
    return listed.parts
  }

  async function compressed(part: Part): Promise<MadePart> {
    const kept = made.get(part.name)
    if (kept && Date.now() - kept.at <= keptMs && (await decisionsSince(db, kept.at)) === (await kept.decisions)) return kept.part
    const newer = made.get(part.name)
    return newer && newer !== kept ? newer.part : make(part)
  }

  function make({ name, write }: Part): Promise<MadePart> {
    const at = Date.now()
    // Counted before the addresses are read, so that a decision in between makes the part anew.
    const decisions = turn.then(() => decisionsSince(db, at))
    const part = decisions.then(async () => {
      const body = await buffer(Readable.from(urlset(write())).compose(createGzip({ level: 6 })))
      return { body, etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
    })
    turn = part.catch(() => made.delete(name))
    made.delete(name)
    made.set(name, { at, decisions, part })
    const oldest = made.keys().next().value
    if (made.size > keptParts && oldest !== undefined) made.delete(oldest)
    return part
  }

  return {
    async index(): Promise<string> {
      const all = (await parts()).map(({ name }) => `<sitemap><loc>${escaped(new URL(`/sitemaps/${name}.xml`, origin).href)}</loc></sitemap>\n`)
      return `${declaration}<sitemapindex xmlns="${namespace}">\n${all.join('')}</sitemapindex>\n`
    },
    /** Null if there is no such part. */
    async part(name: string): Promise<MadePart | null> {
      const known = (await parts()).find((one) => one.name === name)
      return known ? compressed(known) : null
    },
  }
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&apos;').replaceAll('"', '&quot;')

function* written(texts: string[]): Generator<string> {
  yield* texts
}

async function* urlset(entries: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  yield `${declaration}<urlset xmlns="${namespace}">\n`
  yield* entries
  yield '</urlset>\n'
}
