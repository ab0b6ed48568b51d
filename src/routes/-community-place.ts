import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type FoundComment, findComment, placeOfComment, threadPages } from '#features/comments/ui/public.ts'
import type { CommunitySearch } from '#features/communities/ui/public.ts'
import { findPost, postPages } from '#features/community-posts/ui/public.ts'
import { loadedFrom } from '#platform/client/list-start.ts'

/** The post that an address leads to, where the list of what is said to it begins, and the comment it leads to. */
type LinkedPost = { id: string; start: string | undefined; comment: Pick<FoundComment, 'id' | 'rootId'> | null }

/** What of a community's posts an address shows: where the list begins, and what is unfolded and brought into view. */
export type CommunityPlace = { start: string | undefined; linked: LinkedPost | null; renderedAt: number }

/** Finds the place and loads what it shows, on the server as in the browser. */
export const communityPlace = (communityId: string, { postId, commentId, cursor }: CommunitySearch) =>
  queryOptions({
    queryKey: ['community place', communityId, { postId, commentId, cursor }],
    queryFn: async ({ client }): Promise<CommunityPlace> => ({
      ...((await linkedAt(client, communityId, { postId, commentId, cursor })) ?? (await listAt(client, communityId, postId ? undefined : cursor))),
      renderedAt: Date.now(),
    }),
    staleTime: 'static',
  })

type Found = Omit<CommunityPlace, 'renderedAt'>

/** What a link leads to may be gone, with its comment or whole: then it opens what is left. */
async function linkedAt(client: QueryClient, communityId: string, { postId: asked, commentId, cursor }: CommunitySearch): Promise<Found | null> {
  const postId = asked ?? (commentId && (await postOf(commentId)))
  const post = postId ? await findPost(client, { communityId, postId }) : null
  if (!post) return null
  const about = { postId: post.id }
  const comment = commentId ? await findComment(client, { about, commentId }) : null
  if (comment) return { start: post.start, linked: { id: post.id, start: comment.start, comment: { id: comment.id, rootId: comment.rootId } } }
  // Beside a post's id the cursor is of what is said to it.
  const start = await loadedFrom((from) => client.ensureInfiniteQueryData(threadPages(about, from)), asked ? cursor : undefined)
  return { start: post.start, linked: { id: post.id, start, comment: null } }
}

async function postOf(commentId: string): Promise<string | undefined> {
  const place = await placeOfComment(commentId)
  return place && 'postId' in place ? place.postId : undefined
}

async function listAt(client: QueryClient, communityId: string, cursor: string | undefined): Promise<Found> {
  const start = await loadedFrom((from) => client.ensureInfiniteQueryData(postPages(communityId, from)), cursor)
  return { start, linked: null }
}
