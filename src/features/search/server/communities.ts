import { sql } from 'kysely'
import type { Searched } from '#platform/server/ranked-search.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { FoundCommunity } from '../contract.ts'
import type { Privacy } from '../terms.ts'

/** Communities by name and description. How busy one is says its number of members, until communities have posts. */
export function searchedCommunities({ privacy, tags, sort }: { privacy: Privacy; tags?: string[] | undefined; sort: 'popular' | 'newest' }): Searched {
  const orders = {
    popular: { at: sql`r.members`, type: 'bigint', direction: 'desc' },
    newest: { at: sql`r.created_at`, type: 'timestamptz', direction: 'desc' },
  } as const
  return {
    table: 'community',
    title: sql`d.name_words`,
    words: sql`d.words`,
    rank: sql`community_rank r`,
    rankId: sql`r.community_id`,
    parts: [privacy === 'all' ? sql`true` : sql`r.privacy = ${privacy}`],
    where: tags?.length ? [sql`r.tags @> (select array_agg(norm(tag)) from unnest(${tags}::text[]) as tag)`] : [],
    ...orders[sort],
  }
}

/** Cards in the order of `ids`: what everybody may see of a community, also of a private one. */
export async function communityCards(db: Db, ids: string[]): Promise<FoundCommunity[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('community as c')
    .innerJoin('community_rank as r', 'r.community_id', 'c.id')
    .select(['c.id', 'c.slug', 'c.name', 'c.description', 'c.privacy', 'c.tags', 'c.logo_url', 'r.members'])
    .where('c.id', 'in', ids)
    .execute()
  const cards = new Map(
    rows.map(({ logo_url, privacy, ...row }): [string, FoundCommunity] => [
      row.id,
      { ...row, privacy: privacy === 'private' ? 'private' : 'public', logoUrl: logo_url },
    ]),
  )
  return ids.flatMap((id) => cards.get(id) ?? [])
}

/** The tags that communities have, most used first. */
export async function communityTags(db: Db): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select min(tag) as tag from community, unnest(tags) as tag group by norm(tag) order by count(*) desc, min(norm(tag)) limit 30`.execute(db)
  return rows.map(({ tag }) => tag)
}
