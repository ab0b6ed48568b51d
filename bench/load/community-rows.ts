import { idOf, zipf } from './chance.ts'
import type { LoadedCommunity } from './communities.ts'
import { type Cell, lineOf } from './copy.ts'
import type { Rows } from './reference-rows.ts'
import { momentOf } from './times.ts'
import { commentText, companyName } from './words.ts'
import { kinds, type World } from './world.ts'

const weekMs = 7 * 86_400_000
/** No loaded post is this close to an age of seven days, so that none passes it while a set is loaded, measured or kept. */
const marginMs = weekMs / 14
/** A post as its comments need it; `at` is its creation time in ms. */
export type LoadedPost = { id: string; at: number }

/** Rows of communities with members, posts and likes; appends the posts to `posts` for the comments. */
export function communityRows(world: World, posts: LoadedPost[]): Rows[] {
  if (world.communities.length === 0) return []
  return [
    {
      table: 'community',
      columns: ['id', 'slug', 'name', 'description', 'rules', 'rules_html', 'privacy', 'tags', 'website_url', 'quick_links', 'owner_user_id', 'created_at'],
      of: communities(world),
    },
    { table: 'community_member', columns: ['community_id', 'person_id', 'role', 'status', 'created_at'], of: members(world) },
    {
      table: 'community_post',
      columns: ['id', 'community_id', 'author_id', 'title', 'body', 'body_html', 'is_pinned', 'is_announcement', 'in_week', 'created_at', 'updated_at'],
      of: postLines(world, posts),
    },
    { table: 'community_post_like', columns: ['post_id', 'person_id'], of: likes(world, posts) },
  ]
}

function* communities({ communities: all, chance, people }: World): Generator<string> {
  for (const { n, id, privacy, tags, owner, createdAt } of all) {
    const rules = commentText(chance)
    const links = JSON.stringify([{ title: 'What we buy instead', url: 'https://instead.example' }])
    const texts = [`community-${n + 1}`, companyName(chance, n), commentText(chance), rules, `<p>${rules}</p>`]
    yield lineOf([id, ...texts, privacy, `{${tags.join(',')}}`, 'https://us.example', links, people[owner] ?? null, momentOf(createdAt)])
  }
}

/** Most members are active; some are moderators, pending or banned. */
function* members({ communities: all, people, now }: World): Generator<string> {
  for (const community of all) {
    for (let j = 0; j < community.members; j++) {
      const at = community.createdAt + ((now - community.createdAt) * j) / community.members
      const role = j === 0 ? 'owner' : j % 5_000 === 1 ? 'mod' : 'member'
      const status = role !== 'member' ? 'active' : j % 200 === 3 ? 'banned' : community.privacy === 'private' && j % 50 === 7 ? 'pending' : 'active'
      yield `${community.id}\t${personIn(community, { j, people })}\t${role}\t${status}\t${momentOf(at)}\n`
    }
  }
}

const personIn = ({ owner, step }: LoadedCommunity, { j, people }: { j: number; people: string[] }) => people[(owner + j * step) % people.length] ?? ''

function* postLines({ communities: all, chance, people, now }: World, kept: LoadedPost[]): Generator<string> {
  let n = 0
  for (const community of all) {
    for (let j = 0; j < community.posts; j++, n++) {
      const age = Math.floor((now - community.createdAt) * chance.next())
      const at = now - (age > weekMs - marginMs && age < weekMs ? age + marginMs : age)
      const id = idOf(kinds.post, n, at)
      kept.push({ id, at })
      const [author, text, moment] = [personIn(community, { j: chance.below(community.members), people }), commentText(chance), momentOf(at)]
      const cells: Cell[] = [id, community.id, author, j % 3 ? `Week ${j}` : '', text, `<p>${text}</p>`]
      yield lineOf([...cells, j % 5_000 === 17, j % 100 === 17, at > now - weekMs, moment, moment])
    }
  }
}

/** The owner of the first community likes one post in three. */
function* likes({ communities: all, chance, people }: World, posts: LoadedPost[]): Generator<string> {
  const own = all[0]?.owner ?? 0
  for (const [n, { id }] of posts.entries()) {
    const first = chance.below(people.length)
    if (n % 3 === 0) yield `${id}\t${people[own]}\n`
    for (let like = chance.below(9); like > 0; like--) {
      const at = (first + like * 7) % people.length
      if (at !== own) yield `${id}\t${people[at]}\n`
    }
  }
}

/** Comments on posts; the first posts have most of them. */
export function* postComments({ size, chance, people, now }: World, { posts, ids }: { posts: readonly LoadedPost[]; ids: string[] }): Generator<string> {
  if (posts.length === 0) return
  const postOf = zipf(posts.length, 0.8)
  const lastOf = new Map<string, { id: string; rootId: string; depth: number; at: number }>()
  for (let n = 0; n < size.postComments; n++) {
    const post = posts[postOf.draw(chance)]
    if (!post) continue
    const last = lastOf.get(post.id)
    const parent = last && last.depth < 3 && chance.next() < 0.4 ? last : null
    const from = parent?.at ?? post.at
    const at = from + chance.next() * (now - from)
    const id = idOf(kinds.postComment, n, at)
    const said = { id, rootId: parent?.rootId ?? id, depth: parent ? parent.depth + 1 : 0, at }
    lastOf.set(post.id, said)
    ids.push(id)
    const [text, moment, author] = [commentText(chance), momentOf(at), people[chance.below(people.length)] ?? null]
    const removed = n % 50 === 0 ? momentOf(now) : null
    yield lineOf([id, null, post.id, author, parent?.id ?? null, said.rootId, said.depth, text, `<p>${text}</p>`, moment, moment, removed])
  }
}
