import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { Refused } from './refused.ts'

const isReal = (person: string) => sql`${sql.ref(person)} not in (select id from invented)`

/**
 * Sorts the communities that people in the table `invented` own. `passing` are those with a post by a real person and a real member; each has its
 * oldest real member as heir. The others are `unreal_community` and are deleted with their contents. `staying_post` are the posts that stay. Throws
 * `Refused` when deleting a demo post in a real person's community would delete comments of real people.
 */
export async function markCommunities(tx: Db): Promise<void> {
  await sql`
    create temporary table passing on commit drop as
    select distinct on (c.id) c.id, m.person_id as heir_id
    from community c join community_member m on m.community_id = c.id and m.status = 'active' and ${isReal('m.person_id')}
    where c.owner_user_id in (select id from invented)
      and exists (select from community_post p where p.community_id = c.id and ${isReal('p.author_id')})
    order by c.id, m.created_at, m.person_id`.execute(tx)
  await sql`
    create temporary table unreal_community on commit drop as
    select id from community where owner_user_id in (select id from invented) and id not in (select id from passing)`.execute(tx)
  await sql`
    create temporary table staying_post on commit drop as
    select id from community_post where community_id not in (select id from unreal_community) and ${isReal('author_id')}`.execute(tx)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from comment s join community_post p on p.id = s.post_id join community c on c.id = p.community_id
    where p.author_id in (select id from invented) and ${isReal('s.author_id')} and ${isReal('c.owner_user_id')}`.execute(tx)
  const answers = rows[0]?.n ?? 0
  if (answers > 0) throw new Refused(`people commented on posts of the demo's accounts in their own communities (${answers}). Nothing was changed.`)
}

/** Removes everything of the demo's people from communities. A community passes to its heir or stays with its owner. */
export async function clearCommunities(tx: Db): Promise<void> {
  await sql`delete from community where id in (select id from unreal_community)`.execute(tx)
  await sql`delete from community_post where author_id in (select id from invented)`.execute(tx)
  await sql`delete from community_post_like where person_id in (select id from invented)`.execute(tx)
  await sql`delete from community_invite where created_by in (select id from invented)`.execute(tx)
  await sql`delete from community_mute where person_id in (select id from invented)`.execute(tx)
  await sql`delete from community_member where person_id in (select id from invented)`.execute(tx)
  await sql`update community c set owner_user_id = p.heir_id from passing p where p.id = c.id`.execute(tx)
  await sql`
    update community_member m set role = 'owner' from passing p where p.id = m.community_id and p.heir_id = m.person_id`.execute(tx)
  await sql`
    update community_campaign l set added_by = c.owner_user_id from community c
    where c.id = l.community_id and l.added_by in (select id from invented)`.execute(tx)
}
