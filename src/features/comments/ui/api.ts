import { apiFor } from '#platform/client/api.ts'
import type { commentsContract } from '../contract.ts'
import { type Place, subjectOf } from '../terms.ts'

export const api = apiFor<typeof commentsContract>('comments')

const answersAtOnce = 100

/** The operations whose names differ by what is spoken about. */
export const apiAbout = (about: Place) =>
  'postId' in about
    ? { list: api.listOfPost, post: api.postToPost, like: api.likePostComment, unlike: api.unlikePostComment }
    : { list: api.list, post: api.post, like: api.like, unlike: api.unlike }

/** The first comments of a place's threads in its order, from `start` on, else from the first. Nothing moves them but what the reader does. */
export const threadPages = (about: Place, start?: string) =>
  apiAbout(about).list.infiniteOptions({
    input: (from: string | undefined) => ({ id: subjectOf(about), limit: 20, ...(from ? { cursor: from } : {}) }),
    initialPageParam: start,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 'static',
  })

export const answersInput = (rootId: string, from: string | undefined) => ({ id: rootId, limit: answersAtOnce, ...(from ? { cursor: from } : {}) })

/** Everything below a thread's first comment, oldest first. */
export const answerPages = (rootId: string) =>
  api.thread.infiniteOptions({
    input: (from: string | undefined) => answersInput(rootId, from),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 'static',
  })
