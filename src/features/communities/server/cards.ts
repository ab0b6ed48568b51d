import { type Kysely, sql } from 'kysely'
import { openRecent } from '#platform/server/recent.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { DB } from '#platform/server/store/schema.gen.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { CommunityCard, ListedCommunity } from '../contract.ts'
import { membershipFrom, privacyOf } from './access.ts'

type Query = { ids: readonly string[]; viewer: Viewer | null }

/** Cards in the order of `ids`, each with the viewer's membership. Unknown ids are left out. */
export async function listedCommunities(db: Db, { ids, viewer }: Query): Promise<ListedCommunity[]> {
  if (ids.length === 0) return []
  const rows = await cardRows(db)
    .leftJoin('community_member as own', (on) => on.onRef('own.community_id', '=', 'c.id').on('own.person_id', '=', viewer?.id ?? null))
    .select(['own.role', 'own.status'])
    .where('c.id', 'in', ids)
    .execute()
  const cards = new Map(rows.map((row): [string, ListedCommunity] => [row.id, { ...cardOf(row), viewer: membershipFrom(row) }]))
  return ids.flatMap((id) => cards.get(id) ?? [])
}

/** The same cards without a viewer's membership. */
export async function communityCards(db: Db, ids: readonly string[]): Promise<CommunityCard[]> {
  const rows = ids.length === 0 ? [] : await cardRows(db).where('c.id', 'in', ids).execute()
  const cards = new Map(rows.map((row) => [row.id, cardOf(row)]))
  return ids.flatMap((id) => cards.get(id) ?? [])
}

/** Query for the columns that `cardOf` reads, from `community as c`; the caller adds conditions. Moderated ones have no row in `community_rank`. */
export const everyCardRow = (db: Kysely<DB>) =>
  db
    .selectFrom('community as c')
    .leftJoin('community_rank as r', 'r.community_id', 'c.id')
    .select(['c.id', 'c.slug', 'c.name', 'c.description', 'c.privacy', 'c.tags', 'c.logo_url', 'c.approves_members', 'c.moderation'])
    .select(sql<number>`coalesce(r.members, (select count(*)::int from community_member n where n.community_id = c.id and n.status = 'active'))`.as('members'))

/** The same without moderated ones, which are in no list but that of their owner. */
export const cardRows = (db: Kysely<DB>) => everyCardRow(db).where('c.moderation', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof cardRows>['executeTakeFirstOrThrow']>>

export const cardOf = ({ id, slug, name, description, privacy, tags, logo_url, members, approves_members }: Row): CommunityCard => ({
  id,
  slug,
  name,
  description,
  privacy: privacyOf(privacy),
  tags,
  logoUrl: logo_url,
  members,
  approvesMembers: approves_members,
})

const recentTags = new WeakMap<Db, ReturnType<typeof openRecent<string[]>>>()

/** The most used tags, in order of use. Cached for a second, because the query reads the tags of all communities. */
export function communityTags(db: Db): Promise<string[]> {
  const recent = recentTags.get(db) ?? openRecent<string[]>(1_000)
  recentTags.set(db, recent)
  return recent('tags', () => countedTags(db))
}

/** Uses the spelling of the first community with the tag. Groups equal tag lists first, so that each is unnested once. */
async function countedTags(db: Db): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    with used as (
      select tag, sum(n) as uses, min(first)::uuid as first
      from (select tags, count(*) as n, min(community_id::text collate "C") as first from community_rank where tags <> '{}' group by tags) r, unnest(r.tags) as tag
      group by tag order by uses desc, tag limit 30)
    select w.tag from used u
    cross join lateral (select min(tag) as tag from community c, unnest(c.tags) as tag where c.id = u.first and norm(tag) = u.tag) w
    order by u.uses desc, u.tag`.execute(db)
  return rows.map(({ tag }) => tag)
}
