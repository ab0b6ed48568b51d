import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { cachedItems, changeItems } from '#platform/client/pages.ts'
import type { Comment } from '../contract.ts'
import { type CommentSubject, subjectIdOf } from '../terms.ts'
import { answerPages, api } from './api.ts'

// Functions that change comments in all cached lists.

export function changeComment(queryClient: QueryClient, id: string, change: (comment: Comment) => Comment): void {
  const changed = (items: Comment[]) => items.map((comment) => (comment.id === id ? change(comment) : comment))
  for (const key of listKeys()) changeItems<Comment>(queryClient, key, changed)
  changeItems<Comment>(queryClient, api.thread.key(), changed)
}

/** Adds a new comment to the cached lists: a top-level comment first (campaign) or last (post), a reply at the end of its thread. */
export function addComment(queryClient: QueryClient, comment: Comment, rootId: string): void {
  let isPlaced = false
  if (comment.depth === 0 && comment.postId !== null) {
    queryClient.setQueriesData<CommentPages>({ queryKey: listKeyOf(comment) }, (data) => withLast(data, comment))
    return
  }
  if (comment.depth === 0) {
    changeItems<Comment>(queryClient, listKeyOf(comment), (items) => {
      const next = isPlaced ? items : [comment, ...items.filter(({ id }) => id !== comment.id)]
      isPlaced = true
      return next
    })
    return
  }
  changeComment(queryClient, rootId, (root) => ({ ...root, replies: root.replies + 1 }))
  queryClient.setQueryData(answerPages(rootId).queryKey, (data) => withLast(data, comment))
}

type CommentPages = InfiniteData<{ items: Comment[] }>

/** Appends a comment to the last loaded page. A page that is loaded later may contain the same comment again. */
function withLast<Pages extends CommentPages>(data: Pages | undefined, comment: Comment): Pages | undefined {
  const last = data?.pages.at(-1)
  if (!data || !last) return data
  return { ...data, pages: [...data.pages.slice(0, -1), { ...last, items: [...last.items.filter(({ id }) => id !== comment.id), comment] }] }
}

/**
 * Removes a deleted top-level comment without replies from the lists. Any other deleted comment is only marked as removed; `answerTree` then leaves
 * out removed replies that have no replies.
 */
export function removeComment(queryClient: QueryClient, { id, depth, replies }: Comment, rootId: string): void {
  const removedCommentFields = {
    author: null,
    authorRole: null,
    body: '',
    bodyHtml: '',
    pictures: [],
    isRemoved: true,
    moderation: null,
    isEdited: false,
    likes: 0,
  }
  if (depth === 0 && replies === 0) {
    for (const key of listKeys()) changeItems<Comment>(queryClient, key, (items) => items.filter((one) => one.id !== id))
    return
  }
  changeComment(queryClient, id, (comment) => ({ ...comment, ...removedCommentFields, viewer: { isAuthor: false, hasLiked: false } }))
  if (depth > 0) changeComment(queryClient, rootId, (root) => ({ ...root, replies: Math.max(0, root.replies - 1) }))
}

/** The ids of all cached comments on a campaign or post. */
export function cachedIds(queryClient: QueryClient, about: CommentSubject): Set<string> {
  const cached = [...listKeys(), api.thread.key()].flatMap((key) => cachedItems<Comment>(queryClient, key))
  return new Set(cached.flatMap((comment) => (isAbout(comment, about) ? [comment.id] : [])))
}

export const isAbout = ({ campaignId, postId }: Pick<Comment, 'campaignId' | 'postId'>, about: CommentSubject) => (campaignId ?? postId) === subjectIdOf(about)

/** Query keys of the lists of top-level comments. */
const listKeys = () => [api.list.key(), api.listOfPost.key()]

const listKeyOf = ({ campaignId, postId }: Comment) =>
  postId === null ? api.list.key({ input: { id: campaignId ?? '' } }) : api.listOfPost.key({ input: { id: postId } })
