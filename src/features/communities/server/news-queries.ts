import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { isVisible } from '#platform/server/store/visible.ts'
import type { CommunityState, PostState } from '../live-topics.ts'
import { communityNewsLimits } from '../terms.ts'

// Posts and comments belong to features that build on this one, so this file reads them by SQL alone.

/** Live states of these communities, by id. */
export async function communityStates(db: Db, ids: readonly string[]): Promise<Map<string, CommunityState>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string } & CommunityState>`
    select r.community_id as id, r.members,
      array(select p.id::text from community_post p where p.community_id = r.community_id and p.moderation is null
        order by p.created_at desc, p.id desc limit ${communityNewsLimits.posts}) as posts
    from community_rank r where r.community_id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, members, posts }) => [id, { members, posts }]))
}

/** Live states of these posts, by id. */
export async function postStates(db: Db, ids: readonly string[]): Promise<Map<string, PostState>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string } & PostState>`
    select p.id, s.likes, s.comments, p.is_pinned as "isPinned", p.is_announcement as "isAnnouncement", p.is_locked as "isLocked",
      array(select c.id::text from comment c where c.post_id = p.id and c.removed_at is null
        order by c.created_at desc, c.id desc limit ${communityNewsLimits.comments}) as newest
    from community_post p join community_post_stats s on s.post_id = p.id where p.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...state }) => [id, state]))
}

/** A subscriber and the ids of its topics; `personId` is null for a visitor. */
export type Subscriber = { personId: string | null; communities: readonly string[]; posts: readonly string[] }

/** Returns for each subscriber the ids that it may receive: public communities, private ones of which it is an active member, and their posts. */
export async function visibleTopics(db: Db, subscribers: readonly Subscriber[]): Promise<Set<string>[]> {
  const asked = subscribers.flatMap(({ personId, communities, posts }, at) => [
    ...communities.map((id) => ({ at, personId, id, isPost: false })),
    ...posts.map((id) => ({ at, personId, id, isPost: true })),
  ])
  const allowed = subscribers.map(() => new Set<string>())
  if (asked.length === 0) return allowed
  const { rows } = await sql<{ at: number; id: string }>`
    select a.at, a.id
    from unnest(${asked.map(({ at }) => at)}::int[], ${asked.map(({ personId }) => personId)}::uuid[],
      ${asked.map(({ id }) => id)}::uuid[], ${asked.map(({ isPost }) => isPost)}::boolean[]) as a(at, person_id, id, is_post)
    left join community_post p on a.is_post and p.id = a.id
    join community c on c.id = case when a.is_post then p.community_id else a.id end
    where case when a.is_post then ${isVisible('post', sql`a.id`, sql`a.person_id`)} else ${isVisible('community', sql`c.id`, sql`a.person_id`)} end`.execute(
    db,
  )
  for (const { at, id } of rows) allowed[at]?.add(id)
  return allowed
}
