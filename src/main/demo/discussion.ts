import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '#platform/server/idempotency.ts'
import { renderMarkdown } from '#platform/server/markdown.ts'
import { type Chance, daysBefore } from './chance.ts'
import type { DemoComment } from './demo-files.ts'
import type { LoadedCampaign } from './fiction.ts'
import { inChunks } from './in-chunks.ts'
import type { DemoPeople } from './people.ts'
import { idOf } from './reference.ts'

type LoadedComment = { comment: DemoComment; id: string; campaign: LoadedCampaign; parentId: string | null; rootId: string; depth: number }

/** Loads comments with their replies and likes. */
export async function loadDiscussion(tx: Tx, given: { campaigns: LoadedCampaign[]; people: DemoPeople; now: Date; chance: Chance }): Promise<void> {
  const { campaigns, people, now, chance } = given
  function threadOf(campaign: LoadedCampaign, comments: DemoComment[], parent: LoadedComment | null): LoadedComment[] {
    return comments.flatMap((comment) => {
      const id = uuidv7({ msecs: daysBefore(now, comment.daysAgo).getTime() })
      const said = { comment, id, campaign, parentId: parent?.id ?? null, rootId: parent?.rootId ?? id, depth: parent === null ? 0 : parent.depth + 1 }
      return [said, ...threadOf(campaign, comment.replies, said)]
    })
  }

  const all = campaigns.flatMap((campaign) => threadOf(campaign, campaign.story.comments, null))
  const comments = all.map(({ comment, id, campaign, parentId, rootId, depth }) => {
    const at = daysBefore(now, comment.daysAgo)
    return {
      id,
      campaign_id: campaign.id,
      author_id: idOf(people.named, comment.by),
      parent_id: parentId,
      root_id: rootId,
      depth,
      body: comment.body,
      body_html: renderMarkdown(comment.body),
      created_at: at,
      updated_at: at,
    }
  })
  const likes = all.flatMap(({ comment, id, campaign }) => {
    // Within two days of the comment, before now and before the campaign's end.
    const latest = Math.max(campaign.story.endedDaysAgo ?? 0, comment.daysAgo - 2)
    return comment.likes.map((key) => ({
      comment_id: id,
      person_id: idOf(people.named, key),
      created_at: daysBefore(now, chance.between(Math.min(latest, comment.daysAgo), comment.daysAgo)),
    }))
  })
  await inChunks(comments, (rows) => tx.insertInto('comment').values(rows).execute())
  await inChunks(likes, (rows) => tx.insertInto('comment_like').values(rows).execute())
}

/** Returns the people who comment on a campaign, in the order of their first comments. */
export function speakersOf(comments: DemoComment[]): string[] {
  const all = (list: DemoComment[]): DemoComment[] => list.flatMap((comment) => [comment, ...all(comment.replies)])
  return [
    ...new Set(
      all(comments)
        .sort((one, other) => other.daysAgo - one.daysAgo)
        .map(({ by }) => by),
    ),
  ]
}
