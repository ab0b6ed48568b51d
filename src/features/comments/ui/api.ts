import { apiFor } from '#platform/client/api.ts'
import type { commentsContract } from '../contract.ts'
import { type CommentParent, parentIdOf } from '../terms.ts'

export const api = apiFor<typeof commentsContract>('comments')

const answersAtOnce = 100

/** Operations whose names differ between campaigns and posts. */
export const apiAbout = (about: CommentParent) =>
  'postId' in about
    ? { list: api.listOfPost, post: api.postToPost, like: api.likePostComment, unlike: api.unlikePostComment }
    : { list: api.list, post: api.post, like: api.like, unlike: api.unlike }

/** Roots of the threads, from cursor `start` on. Never refetched automatically, so that the list does not move while it is read. */
export const threadPages = (about: CommentParent, start?: string) =>
  apiAbout(about).list.infiniteOptions({
    input: (from: string | undefined) => ({ id: parentIdOf(about), limit: 20, ...(from ? { cursor: from } : {}) }),
    initialPageParam: start,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 'static',
  })

export const answersInput = (rootId: string, from: string | undefined) => ({ id: rootId, limit: answersAtOnce, ...(from ? { cursor: from } : {}) })

/** All replies below a root, oldest first. */
export const answerPages = (rootId: string) =>
  api.thread.infiniteOptions({
    input: (from: string | undefined) => answersInput(rootId, from),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 'static',
  })
