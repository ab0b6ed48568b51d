import { idOf, zipf } from './chance.ts'
import { type LoadedPost, postComments } from './community-rows.ts'
import { lineOf } from './copy.ts'
import { momentSince } from './pledge-rows.ts'
import type { Rows } from './reference-rows.ts'
import { momentOf } from './times.ts'
import { commentText } from './words.ts'
import { kinds, type World } from './world.ts'

type CommentRow = { id: string; rootId: string; depth: number; at: number }

/** Rows of comments on campaigns and posts, in threads up to four levels deep, their likes, and the campaigns' updates and edits. */
export function discussionRows(world: World, posts: readonly LoadedPost[]): Rows[] {
  const ids: string[] = []
  return [
    {
      table: 'comment',
      columns: ['id', 'campaign_id', 'post_id', 'author_id', 'parent_id', 'root_id', 'depth', 'body', 'body_html', 'created_at', 'updated_at', 'removed_at'],
      of: comments(world, { ids, posts }),
    },
    { table: 'comment_like', columns: ['comment_id', 'person_id', 'created_at'], of: likes(world, ids) },
    { table: 'campaign_update', columns: ['id', 'campaign_id', 'creator_id', 'body', 'body_html', 'created_at'], of: updates(world) },
    { table: 'campaign_edit', columns: ['id', 'campaign_id', 'editor_id', 'changes', 'created_at'], of: edits(world) },
  ]
}

function* comments(world: World, { ids, posts }: { ids: string[]; posts: readonly LoadedPost[] }): Generator<string> {
  const { size, chance, people, now } = world
  const campaigns = world.campaigns.filter(({ status }) => status !== 'draft').toSorted((a, b) => b.pledges - a.pledges)
  const campaignOf = zipf(campaigns.length, 0.9)
  const lastOf = new Map<string, CommentRow>()
  for (let n = 0; n < size.comments; n++) {
    const campaign = campaigns[campaignOf.draw(chance)]
    if (!campaign) continue
    const last = lastOf.get(campaign.id)
    const parent = last && last.depth < 3 && chance.next() < 0.4 ? last : null
    const at = parent ? parent.at + chance.next() * (now - parent.at) : momentSince(world, campaign.publishedAt)
    const id = idOf(kinds.comment, n, at)
    const said = { id, rootId: parent?.rootId ?? id, depth: parent ? parent.depth + 1 : 0, at }
    lastOf.set(campaign.id, said)
    ids.push(id)
    const [text, moment] = [commentText(chance), momentOf(at)]
    const author = people[chance.below(people.length)] ?? null
    yield lineOf([
      id,
      campaign.id,
      null,
      author,
      parent?.id ?? null,
      said.rootId,
      said.depth,
      text,
      `<p>${text}</p>`,
      moment,
      moment,
      n % 50 === 0 ? momentOf(now) : null,
    ])
  }
  yield* postComments(world, { posts, ids })
}

function* likes({ size, chance, people, now }: World, ids: string[]): Generator<string> {
  const each = Math.ceil(size.likes / size.comments)
  for (const [n, id] of ids.entries()) {
    const first = chance.below(people.length)
    const count = chance.below(2 * each + 1)
    for (let like = 0; like < count; like++)
      yield `${id}\t${people[(first + like * 7) % people.length]}\t${momentOf(now - (n % 400) * 86_400_000 - like * 1_000)}\n`
  }
}

function* updates(world: World): Generator<string> {
  const { size, chance, people } = world
  const campaigns = world.campaigns.filter(({ status }) => status !== 'draft')
  for (let n = 0; n < size.updates; n++) {
    const campaign = chance.pick(campaigns)
    const at = momentSince(world, campaign.publishedAt)
    const text = commentText(chance)
    yield lineOf([idOf(kinds.update, n, at), campaign.id, people[campaign.creator] ?? null, text, `<p>${text}</p>`, momentOf(at)])
  }
}

/** One edit in ten belongs to the same campaign, whose history is therefore long. */
function* edits(world: World): Generator<string> {
  const { size, chance, people } = world
  const campaigns = world.campaigns.filter(({ status }) => status === 'active').toSorted((a, b) => b.pledges - a.pledges)
  for (let n = 0; n < size.edits; n++) {
    const campaign = n % 10 === 0 ? campaigns[0] : chance.pick(campaigns)
    if (!campaign) continue
    const at = momentSince(world, campaign.publishedAt)
    const changes = JSON.stringify({ whyItMatters: { before: commentText(chance), after: commentText(chance) } })
    yield lineOf([idOf(kinds.edit, n, at), campaign.id, people[campaign.creator] ?? null, changes, momentOf(at)])
  }
}
