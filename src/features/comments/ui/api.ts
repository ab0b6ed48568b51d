import { apiFor } from '#platform/client/api.ts'
import { pagesFrom } from '#platform/client/pages.ts'
import type { commentsContract } from '../contract.ts'
import { type CommentSubject, subjectIdOf } from '../terms.ts'

export const api = apiFor<typeof commentsContract>('comments')

const answersAtOnce = 100

/** Operations whose names differ between campaigns and posts. */
export const apiAbout = (about: CommentSubject) =>
  'postId' in about
    ? { list: api.listOfPost, post: api.postToPost, like: api.likePostComment, unlike: api.unlikePostComment }
    : { list: api.list, post: api.post, like: api.like, unlike: api.unlike }

/** Top-level comments from the cursor `start` on. The list is never refetched automatically, so that comments do not move while somebody reads them. */
export const threadPages = (about: CommentSubject, start?: string) =>
  apiAbout(about).list.infiniteOptions({ ...pagesFrom({ id: subjectIdOf(about) }, start), staleTime: 'static' })

const answersFrom = (rootId: string) => pagesFrom({ id: rootId, limit: answersAtOnce })
export const answersInput = (rootId: string, cursor: string | undefined) => answersFrom(rootId).input(cursor)

/** All replies below a top-level comment, oldest first. */
export const answerPages = (rootId: string) => api.thread.infiniteOptions({ ...answersFrom(rootId), staleTime: 'static' })
