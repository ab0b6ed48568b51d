import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '#platform/server/idempotency.ts'
import { renderMarkdown } from '#platform/server/markdown.ts'
import { type Chance, daysBefore } from './chance.ts'
import type { DemoCommunity } from './demo-files.ts'
import type { LoadedCampaign } from './fiction.ts'
import { inChunks } from './in-chunks.ts'
import type { DemoPeople } from './people.ts'
import { idOf } from './reference.ts'

type Options = { stories: DemoCommunity[]; campaigns: LoadedCampaign[]; people: DemoPeople; now: Date; chance: Chance }
type Loaded = { id: string; story: DemoCommunity }

const weekDays = 7
/** Share of the members at that time who like a post or a comment. */
const likeShare = { post: 0.35, comment: 0.12 }
/** All likes come within this many days. */
const likedWithin = 2

/** Loads communities with their members, posts, comments, likes and linked campaigns, and returns their number. The database keeps their counts. */
export async function loadCommunities(tx: Tx, given: Options): Promise<number> {
  const { stories, now, people } = given
  const loaded = stories.map((story) => ({ id: uuidv7({ msecs: daysBefore(now, story.createdDaysAgo).getTime() }), story }))
  const rows = loaded.map(({ id, story }) => ({
    id,
    slug: story.slug,
    name: story.name,
    description: story.description,
    privacy: story.privacy,
    approves_members: story.approvesMembers,
    tags: story.tags,
    rules: story.rules,
    rules_html: renderMarkdown(story.rules),
    owner_user_id: idOf(people.named, story.owner),
    created_at: daysBefore(now, story.createdDaysAgo),
    updated_at: daysBefore(now, story.createdDaysAgo),
  }))
  await inChunks(rows, (chunk) => tx.insertInto('community').values(chunk).execute())
  for (const community of loaded) await loadInside(tx, { ...given, ...community })
  return loaded.length
}

async function loadInside(tx: Tx, given: Options & Loaded): Promise<void> {
  const { id: communityId, story, campaigns, people, now } = given
  const joined = joinedDaysAgo(given)
  const roleOf = (key: string) => (key === story.owner ? 'owner' : story.mods.includes(key) ? 'mod' : 'member')
  const members = [...joined].map(([key, daysAgo]) => ({
    community_id: communityId,
    person_id: idOf(people.named, key),
    role: roleOf(key),
    status: 'active',
    created_at: daysBefore(now, daysAgo),
  }))
  const waiting = story.requests.map((key, n) => ({
    community_id: communityId,
    person_id: idOf(people.named, key),
    role: 'member',
    status: 'pending',
    created_at: daysBefore(now, (n + 1) / 2),
  }))
  await inChunks([...members, ...waiting], (rows) => tx.insertInto('community_member').values(rows).execute())
  await loadPosts(tx, { ...given, joined })
  const links = story.campaigns.map((slug, n) => ({
    community_id: communityId,
    campaign_id: idOf(new Map(campaigns.map((campaign) => [campaign.story.slug, campaign.id])), slug),
    added_by: idOf(people.named, story.owner),
    created_at: daysBefore(now, story.createdDaysAgo / (n + 2)),
  }))
  await inChunks(links, (rows) => tx.insertInto('community_campaign').values(rows).execute())
}

/** Returns when each became a member, in days ago: the owner with the community, everybody before their first post or comment. */
function joinedDaysAgo({ story, chance }: Options & Loaded): Map<string, number> {
  const words = story.posts.flatMap((post) => [post, ...post.comments])
  const firstWord = (key: string) => Math.max(0, ...words.filter(({ by }) => by === key).map(({ daysAgo }) => daysAgo))
  return new Map([
    [story.owner, story.createdDaysAgo],
    ...[...story.mods, ...story.members].map((key): [string, number] => [
      key,
      chance.between(Math.max(firstWord(key), story.createdDaysAgo / 10), story.createdDaysAgo),
    ]),
  ])
}

async function loadPosts(tx: Tx, given: Options & Loaded & { joined: ReadonlyMap<string, number> }): Promise<void> {
  const { id: communityId, story, people, now, chance, joined } = given
  const at = (daysAgo: number) => ({ created_at: daysBefore(now, daysAgo), updated_at: daysBefore(now, daysAgo) })
  const written = (said: { by: string; body: string; daysAgo: number }) => ({
    author_id: idOf(people.named, said.by),
    body: said.body,
    body_html: renderMarkdown(said.body),
    ...at(said.daysAgo),
  })
  const idAt = (daysAgo: number) => uuidv7({ msecs: daysBefore(now, daysAgo).getTime() })
  /** Returns who likes a post or comment, and when. All were members within two days of it. */
  const likers = (said: { by: string; daysAgo: number }, share: number) => {
    const latest = Math.max(0, said.daysAgo - likedWithin)
    return [...joined].flatMap(([key, joinedAgo]) => {
      const earliest = Math.min(said.daysAgo, joinedAgo)
      const isTaken = chance.next() < share
      const daysAgo = chance.between(latest, earliest)
      return key !== said.by && isTaken && earliest > latest ? [{ person_id: idOf(people.named, key), created_at: daysBefore(now, daysAgo) }] : []
    })
  }
  const posts = story.posts.map((post) => ({ id: idAt(post.daysAgo), post, likes: likers(post, likeShare.post) }))
  const comments = posts.flatMap(({ id, post }) =>
    post.comments.map((comment) => ({ id: idAt(comment.daysAgo), postId: id, comment, likes: likers(comment, likeShare.comment) })),
  )

  const postRows = posts.map(({ id, post }) => ({
    id,
    community_id: communityId,
    title: post.title,
    is_pinned: post.isPinned,
    is_announcement: post.isAnnouncement,
    in_week: post.daysAgo < weekDays,
    ...written(post),
  }))
  const commentRows = comments.map(({ id, postId, comment }) => ({ id, post_id: postId, root_id: id, depth: 0, ...written(comment) }))
  const postLikes = posts.flatMap(({ id, likes }) => likes.map((like) => ({ post_id: id, ...like })))
  const commentLikes = comments.flatMap(({ id, likes }) => likes.map((like) => ({ comment_id: id, ...like })))
  await inChunks(postRows, (rows) => tx.insertInto('community_post').values(rows).execute())
  await inChunks(commentRows, (rows) => tx.insertInto('comment').values(rows).execute())
  await inChunks(postLikes, (rows) => tx.insertInto('community_post_like').values(rows).execute())
  await inChunks(commentLikes, (rows) => tx.insertInto('comment_like').values(rows).execute())
}
