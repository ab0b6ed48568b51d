import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { usePosting } from '#features/media/ui/use-posting.ts'
import { m } from '#messages'
import { useKeptTexts } from '#platform/client/kept-text.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import type { FieldProblems } from '#platform/refusal.ts'
import type { Post } from '../contract.ts'
import { postProblems } from '../policy.ts'
import { api } from './api.ts'
import { insertPost } from './post-cache.ts'
import { fieldText, postProblem } from './problem-text.ts'
import { formKeys } from './scene.ts'

type Writing = { communityId: string; viewerId: string; onPosted: (post: Post) => void; onSignedOut: () => void }

/** A post that is being written. Its texts are stored in this browser until it is posted; the idempotency key prevents a second post. */
export function useWritePost({ communityId, viewerId, onPosted, onSignedOut }: Writing) {
  const queryClient = useQueryClient()
  const { texts, change, keyFor, clear } = useKeptTexts(formKeys.post(viewerId, communityId), { title: '', body: '' })
  const [fields, setFields] = useState<FieldProblems>({})
  const posting = usePosting('community_post', { onSignedOut, onFailed })

  function onFailed(error: unknown): string | null {
    const refused = refusalOf(error)?.fields ?? {}
    setFields(refused)
    return fieldText(refused.title) || fieldText(refused.body) ? null : m.community_posts_failed({ message: postProblem(error) })
  }

  async function send(mediaIds: string[]) {
    const input = { id: communityId, title: texts.title, body: texts.body, mediaIds }
    const post = await api.post.call(input, { context: { idempotencyKey: keyFor(input) } })
    insertPost(queryClient, post)
    clear()
    onPosted(post)
  }

  function post() {
    const found = postProblems(texts)
    setFields(found)
    posting.post({ isFit: Object.keys(found).length === 0, send })
  }

  return { posting, texts, change, clear, errors: { title: fieldText(fields.title), body: fieldText(fields.body) }, post }
}
