import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { changeItems, heldItems } from '#platform/client/pages.ts'
import type { Comment } from '../contract.ts'
import { type Place, subjectOf } from '../terms.ts'
import { answerPages, api } from './api.ts'

// What this browser holds of discussions, changed in every list that shows it.

export function changeComment(queryClient: QueryClient, id: string, change: (comment: Comment) => Comment): void {
  const changed = (items: Comment[]) => items.map((comment) => (comment.id === id ? change(comment) : comment))
  for (const key of listKeys()) changeItems<Comment>(queryClient, key, changed)
  changeItems<Comment>(queryClient, api.thread.key(), changed)
}

/** A comment that was just posted: first or last of its place's threads by their order, or at the end of its thread. */
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

/** A comment at the end of what is loaded. Where more follows, the next page repeats it. */
function withLast<Pages extends CommentPages>(data: Pages | undefined, comment: Comment): Pages | undefined {
  const last = data?.pages.at(-1)
  if (!data || !last) return data
  return { ...data, pages: [...data.pages.slice(0, -1), { ...last, items: [...last.items.filter(({ id }) => id !== comment.id), comment] }] }
}

/** A comment that was just deleted: gone, or its place alone where answers hang below it. */
export function removeComment(queryClient: QueryClient, { id, depth, replies }: Comment, rootId: string): void {
  const nothing = { author: null, authorRole: null, body: '', bodyHtml: '', pictures: [], isRemoved: true, isEdited: false, likes: 0 }
  if (depth === 0 && replies === 0) {
    for (const key of listKeys()) changeItems<Comment>(queryClient, key, (items) => items.filter((one) => one.id !== id))
    return
  }
  changeComment(queryClient, id, (comment) => ({ ...comment, ...nothing, viewer: { isAuthor: false, hasLiked: false } }))
  if (depth > 0) changeComment(queryClient, rootId, (root) => ({ ...root, replies: Math.max(0, root.replies - 1) }))
}

/** The ids of all comments about something that this browser holds. */
export function heldIds(queryClient: QueryClient, about: Place): Set<string> {
  const held = [...listKeys(), api.thread.key()].flatMap((key) => heldItems<Comment>(queryClient, key))
  return new Set(held.flatMap((comment) => (isAbout(comment, about) ? [comment.id] : [])))
}

export const isAbout = ({ campaignId, postId }: Pick<Comment, 'campaignId' | 'postId'>, about: Place) => (campaignId ?? postId) === subjectOf(about)

/** Where lists of first comments are held. */
const listKeys = () => [api.list.key(), api.listOfPost.key()]

const listKeyOf = ({ campaignId, postId }: Comment) =>
  postId === null ? api.list.key({ input: { id: campaignId ?? '' } }) : api.listOfPost.key({ input: { id: postId } })
