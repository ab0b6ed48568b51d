import type { QueryClient } from '@tanstack/react-query'
import { changeItems, heldItems } from '#platform/client/pages.ts'
import type { Post } from '../contract.ts'
import { api, postPages } from './api.ts'

// What this browser holds of posts, changed in every list that shows it.

export function changePost(queryClient: QueryClient, id: string, change: (post: Post) => Post): void {
  changeItems<Post>(queryClient, api.list.key(), (items) => items.map((post) => (post.id === id ? change(post) : post)))
}

export function removePost(queryClient: QueryClient, id: string): void {
  changeItems<Post>(queryClient, api.list.key(), (items) => items.filter((post) => post.id !== id))
}

/** A post that was just written, or that is pinned or no longer: where it stands from now on, as far as the list is loaded. */
export function placePost(queryClient: QueryClient, post: Post): void {
  queryClient.setQueryData(postPages(post.communityId).queryKey, (data) => {
    if (!data) return data
    const ordered = [post, ...data.pages.flatMap(({ items }) => items).filter(({ id }) => id !== post.id)].sort(byPlace)
    const sizes = data.pages.map(({ items }) => items.length)
    const last = sizes.length - 1
    let from = 0
    const pages = data.pages.map((page, at) => {
      const to = at === last ? ordered.length : from + (sizes[at] ?? 0)
      const items = ordered.slice(from, to)
      from = to
      return { ...page, items }
    })
    return { ...data, pages }
  })
}

/** Pinned first, then the newest, as the server has it. */
const byPlace = (a: Post, b: Post) =>
  Number(b.isPinned) - Number(a.isPinned) || b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

export const heldPost = (queryClient: QueryClient, id: string): Post | undefined => heldItems<Post>(queryClient, api.list.key()).find((post) => post.id === id)

/** How many comments a post has, asked anew: whoever just wrote one may have been told of it by the live stream already, or not yet. */
export async function recountComments(queryClient: QueryClient, id: string): Promise<void> {
  const now = await api.get.call({ id }).catch(() => null)
  if (now) changePost(queryClient, id, (post) => ({ ...post, comments: now.comments }))
}

/** The ids of all posts of a community that this browser holds. */
export const heldIds = (queryClient: QueryClient, communityId: string): Set<string> =>
  new Set(heldItems<Post>(queryClient, api.list.key()).flatMap((post) => (post.communityId === communityId ? [post.id] : [])))
