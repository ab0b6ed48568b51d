import type { QueryClient } from '@tanstack/react-query'
import { cachedItems, changeItems } from '#platform/client/pages.ts'
import type { Post } from '../contract.ts'
import { api, postPages } from './api.ts'

// Functions that change posts in all cached lists.

export function changePost(queryClient: QueryClient, id: string, change: (post: Post) => Post): void {
  changeItems<Post>(queryClient, api.list.key(), (items) => items.map((post) => (post.id === id ? change(post) : post)))
}

export function removePost(queryClient: QueryClient, id: string): void {
  changeItems<Post>(queryClient, api.list.key(), (items) => items.filter((post) => post.id !== id))
}

/** Moves a post that was just written, pinned or unpinned to its position in the loaded pages. */
export function insertPost(queryClient: QueryClient, post: Post): void {
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

/** The server's order: pinned first, then the newest. */
const byPlace = (a: Post, b: Post) =>
  Number(b.isPinned) - Number(a.isPinned) || b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

export const cachedPost = (queryClient: QueryClient, id: string): Post | undefined =>
  cachedItems<Post>(queryClient, api.list.key()).find((post) => post.id === id)

/** Refetches a post's comment count. Incrementing it could count the viewer's own comment twice, because the live stream updates it too. */
export async function recountComments(queryClient: QueryClient, id: string): Promise<void> {
  const now = await api.get.call({ id }).catch(() => null)
  if (now) changePost(queryClient, id, (post) => ({ ...post, comments: now.comments }))
}

/** The ids of all cached posts of a community. */
export const cachedIds = (queryClient: QueryClient, communityId: string): Set<string> =>
  new Set(cachedItems<Post>(queryClient, api.list.key()).flatMap((post) => (post.communityId === communityId ? [post.id] : [])))
