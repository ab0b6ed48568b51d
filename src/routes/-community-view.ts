import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { threadPages } from '#features/comments/ui/api.ts'
import { type FoundComment, findComment, positionOfComment } from '#features/comments/ui/find-comment.ts'
import { findPost, postPages } from '#features/communities/posts/ui/api.ts'
import type { CommunitySearch } from '#features/communities/ui/community-search.ts'
import { loadedFrom } from '#platform/client/list-start.ts'

/** The post that an address links to, the cursor at which its comments begin, and the linked comment. */
type LinkedPost = { id: string; start: string | undefined; comment: Pick<FoundComment, 'id' | 'rootId'> | null; isCommentMissing: boolean }

/** The part of a community's posts that an address shows: the cursor at which the list begins, and the post to unfold and scroll to. */
export type CommunityView = {
  start: string | undefined
  linked: LinkedPost | null
  /** The kind of the entry that the address names and that is not there any more. */
  missing: 'comment' | 'post' | null
  renderedAt: number
}

/** Resolves the address and loads what it shows, on the server and in the browser. */
export const communityView = (communityId: string, { postId, commentId, cursor }: CommunitySearch) =>
  queryOptions({
    queryKey: ['community place', communityId, { postId, commentId, cursor }],
    queryFn: async ({ client }): Promise<CommunityView> => ({
      missing: null,
      ...((await linkedAt(client, communityId, { postId, commentId, cursor })) ?? {
        ...(await listAt(client, communityId, postId ? undefined : cursor)),
        missing: postId ? 'post' : commentId ? 'comment' : null,
      }),
      renderedAt: Date.now(),
    }),
    staleTime: 'static',
  })

type Found = Omit<CommunityView, 'renderedAt' | 'missing'>

/** The linked comment or the whole post may have been deleted; whatever is left is opened. */
async function linkedAt(client: QueryClient, communityId: string, { postId: asked, commentId, cursor }: CommunitySearch): Promise<Found | null> {
  const postId = asked ?? (commentId && (await postOf(commentId)))
  const post = postId ? await findPost(client, { communityId, postId }) : null
  if (!post) return null
  const about = { postId: post.id }
  const comment = commentId ? await findComment(client, { about, commentId }) : null
  if (comment)
    return { start: post.start, linked: { id: post.id, start: comment.start, comment: { id: comment.id, rootId: comment.rootId }, isCommentMissing: false } }
  // Together with a post's id, the cursor belongs to the comments of the post.
  const start = await loadedFrom((from) => client.ensureInfiniteQueryData(threadPages(about, from)), asked ? cursor : undefined)
  return { start: post.start, linked: { id: post.id, start, comment: null, isCommentMissing: commentId !== undefined } }
}

async function postOf(commentId: string): Promise<string | undefined> {
  const place = await positionOfComment(commentId)
  return place && 'postId' in place ? place.postId : undefined
}

async function listAt(client: QueryClient, communityId: string, cursor: string | undefined): Promise<Found> {
  const start = await loadedFrom((from) => client.ensureInfiniteQueryData(postPages(communityId, from)), cursor)
  return { start, linked: null }
}
