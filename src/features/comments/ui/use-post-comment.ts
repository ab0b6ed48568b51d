import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { usePosting } from '#features/media/ui/use-posting.ts'
import { m } from '#messages'
import { useKeptTexts } from '#platform/client/kept-text.ts'
import type { Comment } from '../contract.ts'
import { bodyProblems, mayBeBlank } from '../policy.ts'
import { type CommentSubject, subjectIdOf } from '../terms.ts'
import { apiAbout } from './api.ts'
import { addComment } from './comment-cache.ts'
import { commentProblem, commentText } from './problem-text.ts'

type Posting = {
  about: CommentSubject
  /** Form key under which the unsent text is stored. */
  place: string
  parent: { id: string; rootId: string } | null
  onPosted?: ((comment: Comment) => void) | undefined
  onSignedOut: () => void
}

/** A comment or reply that is being written. Its text is stored in this browser until it is posted; the idempotency key prevents a second comment. */
export function usePostComment({ about, place, parent, onPosted, onSignedOut }: Posting) {
  const queryClient = useQueryClient()
  const { texts, change, keyFor, clear } = useKeptTexts(place, { body: '' })
  const posting = usePosting('comment', { onSignedOut, onFailed: (error) => m.comments_failed({ message: commentProblem(error) }) })
  const [error, setError] = useState<string | undefined>()

  async function send(mediaIds: string[]) {
    const input = { id: subjectIdOf(about), body: texts.body, ...(parent ? { parentId: parent.id } : {}), ...(mediaIds.length > 0 ? { mediaIds } : {}) }
    const comment = await apiAbout(about).post.call(input, { context: { idempotencyKey: keyFor(input) } })
    addComment(queryClient, comment, parent?.rootId ?? comment.id)
    clear()
    onPosted?.(comment)
  }

  function post() {
    const { body: wrong } = bodyProblems(texts.body, { isBlankFit: mayBeBlank(about) && posting.pictures.chosen.length > 0 })
    setError(wrong && commentText(wrong))
    posting.post({ isFit: !wrong, send })
  }

  return { posting, body: texts.body, change: (body: string) => change({ body }), error, post, clear }
}
