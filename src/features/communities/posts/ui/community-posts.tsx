import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { PillButton } from '#design/button.tsx'
import { LoadMore } from '#design/load-more.tsx'
import { EmptyState } from '#design/states.tsx'
import { useNow } from '#design/time.tsx'
import { signInHref } from '#features/accounts/ui/sign-in-href.ts'
import type { Community } from '#features/communities/contract.ts'
import { isMember } from '#features/communities/policy.ts'
import { communityNewsLimits } from '#features/communities/terms.ts'
import { unseen } from '#features/discussion/ui/use-news.ts'
import { m } from '#messages'
import { reveal } from '#platform/client/reveal.ts'
import { readSite } from '#platform/client/site.ts'
import type { CommunitySearch } from '../../ui/community-search.ts'
import type { Post } from '../contract.ts'
import { postPages } from './api.ts'
import { cachedIds } from './post-cache.ts'
import { Composer } from './post-form.tsx'
import { PostItem } from './post-item.tsx'
import { postAnchor, type Scene } from './scene.ts'
import { useLivePosts } from './use-live-posts.ts'

type CommunityPostsProps = {
  community: Community
  renderedAt: number
  /** Cursor at which the list starts, for a link to a post that is not on the first page. */
  start: string | undefined
  /** The post that the address links to; null if it links to none, or to a comment, whose post is `openId`. */
  linkedId: string | null
  /** Ids of the newest posts, from the live stream. */
  news: readonly string[]
  hrefTo: (search: CommunitySearch) => string
  /** Renders a post's comments, below it while it is expanded; `news` are the ids of its newest comments, from the live stream. */
  discussion: (post: Post, news: readonly string[]) => ReactNode
  /** A button about the author of a post, for owner and mods. */
  authorButton: (post: Post) => ReactNode
  /** The post whose comments are expanded initially. */
  openId: string | null
}

/**
 * A community's posts: pinned first, then the newest. New posts are shown only after a button was pressed, so that the list does not
 * move while it is read.
 */
export function CommunityPosts({ community, renderedAt, start, linkedId, news, hrefTo, discussion, authorButton, openId }: CommunityPostsProps) {
  const queryClient = useQueryClient()
  const list = useSuspenseInfiniteQuery(postPages(community.id, start))
  const [shown, setShown] = useState<string | null>(linkedId)
  // Expands the linked post in the first rendering, because without JavaScript it cannot be expanded later.
  const linked = [linkedId, openId].filter((id) => id !== null)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(linked))
  const show = useEffectEvent((id: string) => reveal(postAnchor(id)))
  useEffect(() => {
    setShown(linkedId)
    for (const id of [linkedId, openId]) if (id !== null) setOpen((before) => new Set(before).add(id))
  }, [linkedId, openId])
  useEffect(() => (shown ? show(shown) : undefined), [shown])

  const scene: Scene = {
    community,
    viewerId: readSite().viewer?.id ?? null,
    now: useNow(renderedAt),
    hrefTo: (postId) => hrefTo(postId ? { postId } : {}),
    signInTo: (postId) => signInHref(hrefTo(postId ? { postId } : {})),
  }
  // Removes duplicates: a post that was pinned between the requests for two pages is on both.
  const posts = [...new Map(list.data.pages.flatMap(({ items }) => items).map((post) => [post.id, post])).values()]
  const newsOf = useLivePosts(posts.map(({ id }) => id))
  const newest = list.data.pages[0]?.newest ?? null
  const fresh = unseen(news, { newest, known: cachedIds(queryClient, community.id) })
  const toggle = (id: string) => setOpen(open.has(id) ? new Set([...open].filter((each) => each !== id)) : new Set([...open, id]))

  async function showFresh() {
    const first = fresh[0]
    await list.refetch()
    setShown(first ?? null)
  }
  function posted({ id }: Post) {
    // With `start` the loaded list does not contain the new post, so its own address is opened.
    if (start) window.location.assign(hrefTo({ postId: id }))
    else setShown(id)
  }

  return (
    <section aria-labelledby="community-posts" className="flex max-w-[48rem] flex-col gap-4">
      <h2 id="community-posts" className="sr-only">
        {m.communities_tab_posts()}
      </h2>
      <Composer scene={scene} onPosted={posted} />
      {/* Has no height, so that the list does not move when the button appears. */}
      <div role="status" className="sticky top-20 z-10 -mt-4 flex h-0 items-start justify-center">
        {fresh.length > 0 && !start && (
          <PillButton onClick={showFresh}>
            {m.community_posts_new({
              count: fresh.length,
              shown: fresh.length < communityNewsLimits.posts ? String(fresh.length) : `${communityNewsLimits.posts}+`,
            })}
          </PillButton>
        )}
      </div>
      {start && (
        <p>
          <a href={hrefTo({})} className="link inline-flex min-h-11 items-center font-semibold">
            {m.community_posts_newest()}
          </a>
        </p>
      )}
      {posts.length === 0 ? (
        <EmptyState level={3} title={m.community_posts_empty()}>
          {isMember(community) ? m.community_posts_empty_member() : m.community_posts_empty_reader()}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {posts.map((post) => (
            <li key={post.id}>
              <PostItem
                scene={scene}
                post={post}
                isOpen={open.has(post.id)}
                onToggle={() => toggle(post.id)}
                authorButton={authorButton}
                discussion={(shownPost) => discussion(shownPost, newsOf(post.id))}
              />
            </li>
          ))}
        </ul>
      )}
      <LoadMore list={list} hrefFrom={(next) => hrefTo({ cursor: next })} />
    </section>
  )
}
