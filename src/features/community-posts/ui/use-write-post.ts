import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { usePosting } from '#features/talk/ui/public.ts'
import { m } from '#messages'
import { useKeptTexts } from '#platform/client/kept-text.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import type { FieldProblems } from '#platform/refusal.ts'
import type { Post } from '../contract.ts'
import { postProblems } from '../policy.ts'
import { api } from './api.ts'
import { placePost } from './held-posts.ts'
import { fieldText, postProblem } from './problem-text.ts'
import { places } from './scene.ts'

type Writing = { communityId: string; viewerId: string; onPosted: (post: Post) => void; onSignedOut: () => void }

/** A post that is being written: its texts are kept until it is posted, and it is posted once. */
export function useWritePost({ communityId, viewerId, onPosted, onSignedOut }: Writing) {
  const queryClient = useQueryClient()
  const { texts, change, keyFor, clear } = useKeptTexts(places.post(viewerId, communityId), { title: '', body: '' })
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
    placePost(queryClient, post)
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
