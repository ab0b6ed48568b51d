import { v7 as uuidv7 } from 'uuid'
import { attach } from '#features/media/server/public.ts'
import { isKeptApart } from '#features/trust/blocks/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { renderMarkdown } from '#platform/server/markdown.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { normalized } from '#platform/text.ts'
import { bodyProblems, mayAnswer, mayBeBlank } from '../policy.ts'
import { type CommentSubject, subjectIdOf } from '../terms.ts'
import { commentAt } from './queries.ts'

export type Post = { id: string; body: string; parentId?: string | null | undefined; mediaIds?: string[] | undefined }

type ToWrite = { place: CommentSubject; authorId: string; input: Post }

/** Inserts one comment with its pictures and returns its id. The caller has locked the campaign or post and checked the viewer's rights, and records the event. */
export async function writeComment(tx: Tx, { place, authorId, input }: ToWrite): Promise<string> {
  const { parentId = null, mediaIds = [] } = input
  const body = normalized(input.body)
  refuseFields(bodyProblems(body, { isBlankFit: mayBeBlank(place) && mediaIds.length > 0 }))
  const parent = parentId === null ? null : await commentAt(tx, { id: parentId, lock: 'share' })
  if (parentId !== null && (!parent || parent.removed_at || subjectIdOf(parent.place) !== subjectIdOf(place))) refuseFields({ parentId: 'PARENT_UNKNOWN' })
  // The same refusal as for a removed comment, which it looks like.
  if (parent && (await isKeptApart(tx, { viewerId: authorId, authorId: parent.author_id }))) refuseFields({ parentId: 'PARENT_UNKNOWN' })
  if (parent && !mayAnswer(parent)) refuseFields({ parentId: 'TOO_DEEP' })
  const about = 'postId' in place ? { post_id: place.postId } : { campaign_id: place.campaignId }
  const id = uuidv7()
  const inThread = { parent_id: parentId, root_id: parent?.root_id ?? id, depth: parent ? parent.depth + 1 : 0 }
  await tx
    .insertInto('comment')
    .values({ id, ...about, author_id: authorId, body, body_html: renderMarkdown(body), ...inThread })
    .execute()
  await attach(tx, { holder: 'comment', id, mediaIds, ownerId: authorId })
  return id
}
