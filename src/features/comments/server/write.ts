import { v7 as uuidv7 } from 'uuid'
import { attach } from '#features/media/server/public.ts'
import { fingerprintOf, type Tx } from '#platform/server/idempotency.ts'
import { renderMarkdown } from '#platform/server/markdown.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { neat } from '#platform/text.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Comment } from '../contract.ts'
import { bodyProblems, mayAnswer, mayBeBlank } from '../policy.ts'
import { type Place, subjectOf } from '../terms.ts'
import type { CommentToWrite, Words, WrittenComment } from './desk.ts'
import { noteComment } from './noted.ts'
import { commentAt } from './queries.ts'

export type Post = { id: string; body: string; parentId?: string | null | undefined; mediaIds?: string[] | undefined }

export function wordsOf({ body: typed, parentId }: Post, author: Viewer): Words {
  const body = neat(typed)
  return { id: uuidv7(), authorId: author.id, parentId: parentId ?? null, body, bodyHtml: renderMarkdown(body) }
}

/** For the desk, which writes what is said about campaigns. */
export function commentToWrite(input: Post, { viewer, key }: { viewer: Viewer; key: string | null }): CommentToWrite {
  return { ...wordsOf(input, viewer), campaignId: input.id, key, fingerprint: fingerprintOf(input) }
}

/** What the desk has written, as its author is shown it. */
export function justWritten({ id, campaignId, parentId, body, bodyHtml }: CommentToWrite, { createdAt, depth }: WrittenComment, viewer: Viewer): Comment {
  const author = { id: viewer.id, name: viewer.name, avatarUrl: viewer.avatarUrl, isDeleted: false }
  const fresh = { authorRole: null, pictures: [], isRemoved: false, isEdited: false, likes: 0, replies: 0, viewer: { isAuthor: true, hasLiked: false } }
  return { id, campaignId, postId: null, parentId, depth, author, body, bodyHtml, createdAt, ...fresh }
}

type ToWrite = Words & { place: Place; mediaIds: readonly string[] }

/** Writes one comment where the place is held and takes it, with its picture. */
export async function writeComment(tx: Tx, { id, place, authorId, parentId, body, bodyHtml, mediaIds }: ToWrite): Promise<void> {
  refuseFields(bodyProblems(body, { isBlankFit: mayBeBlank(place) && mediaIds.length > 0 }))
  const parent = parentId === null ? null : await commentAt(tx, { id: parentId, hold: 'share' })
  if (parentId !== null && (!parent || parent.removed_at || subjectOf(parent.place) !== subjectOf(place))) refuseFields({ parentId: 'PARENT_UNKNOWN' })
  if (parent && !mayAnswer(parent)) refuseFields({ parentId: 'TOO_DEEP' })
  const about = 'postId' in place ? { post_id: place.postId } : { campaign_id: place.campaignId }
  const inThread = { parent_id: parentId, root_id: parent?.root_id ?? id, depth: parent ? parent.depth + 1 : 0 }
  await tx
    .insertInto('comment')
    .values({ id, ...about, author_id: authorId, body, body_html: bodyHtml, ...inThread })
    .execute()
  await attach(tx, { holder: 'comment', id, mediaIds, ownerId: authorId })
  await noteComment(tx, { id, place, actorId: authorId, answeredId: parent?.author_id ?? null })
}
