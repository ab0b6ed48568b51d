import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { LoadingNotice, SkeletonLines } from '#design/skeleton.tsx'
import { threadPages } from '#features/comments/ui/api.ts'
import { DeletedNotice } from '#features/comments/ui/deleted-notice.tsx'
import { Discussion } from '#features/comments/ui/discussion.tsx'
import type { FoundComment } from '#features/comments/ui/find-comment.ts'
import type { Community } from '#features/communities/contract.ts'
import { MuteAuthorButton } from '#features/communities/members/ui/mute-button.tsx'
import { mutedText } from '#features/communities/muted-text.ts'
import { isMember, mayModerate } from '#features/communities/policy.ts'
import type { Post } from '#features/communities/posts/contract.ts'
import { recountComments } from '#features/communities/posts/ui/post-cache.ts'
import type { CommunitySearch } from '#features/communities/ui/community-search.ts'
import { m } from '#messages'
import { readSite } from '#platform/client/site.ts'

type PostDiscussionProps = {
  post: Post
  community: Community
  renderedAt: number
  /** The cursor at which the list begins and the linked comment; null if no link leads to this post. */
  linked: { start: string | undefined; comment: Pick<FoundComment, 'id' | 'rootId'> | null; isCommentMissing: boolean } | null
  /** The ids of its newest comments, from the live stream. */
  news: readonly string[]
  hrefTo: (search: CommunitySearch) => string
}

/** The discussion of a post, loaded when it is unfolded. */
export function PostDiscussion({ post, community, renderedAt, linked, news, hrefTo }: PostDiscussionProps) {
  const queryClient = useQueryClient()
  const viewerId = readSite().viewer?.id ?? null
  const about = { postId: post.id }
  const list = useInfiniteQuery(threadPages(about, linked?.start))
  if (!list.data) {
    return list.isError ? (
      <p role="alert" className="py-2 font-semibold text-danger-text">
        {m.comments_post_missed()}{' '}
        <button type="button" className="link min-h-11" onClick={() => list.refetch()}>
          {m.design_try_again()}
        </button>
      </p>
    ) : (
      <div className="py-2">
        <LoadingNotice />
        <SkeletonLines lines={3} />
      </div>
    )
  }
  const isOutside = viewerId !== null && !isMember(community)
  return (
    <>
      {linked?.isCommentMissing && <DeletedNotice text={m.comments_deleted()} />}
      <Discussion
        key={linked?.start}
        about={about}
        state={isOutside ? 'members only' : community.mute ? 'muted' : post.isLocked ? 'locked' : 'open'}
        note={community.mute ? mutedText(community.mute) : undefined}
        authorButton={({ author, authorRole }) => author && <MuteAuthorButton community={community} author={author} role={authorRole} />}
        mayModerate={mayModerate(community)}
        renderedAt={renderedAt}
        start={linked?.start}
        linked={linked?.comment ?? null}
        news={news}
        onCounted={() => void recountComments(queryClient, post.id)}
        hrefTo={(at) => hrefTo({ postId: post.id, ...at })}
      />
    </>
  )
}
