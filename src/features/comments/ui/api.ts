import { apiFor } from '#platform/client/api.ts'
import { pagesFrom } from '#platform/client/pages.ts'
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
  apiAbout(about).list.infiniteOptions({ ...pagesFrom({ id: parentIdOf(about), limit: 20 }, start), staleTime: 'static' })

const answersFrom = (rootId: string) => pagesFrom({ id: rootId, limit: answersAtOnce })
export const answersInput = (rootId: string, cursor: string | undefined) => answersFrom(rootId).input(cursor)

/** All replies below a root, oldest first. */
export const answerPages = (rootId: string) => api.thread.infiniteOptions({ ...answersFrom(rootId), staleTime: 'static' })
