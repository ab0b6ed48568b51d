import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useLive } from '#platform/client/live.ts'
import { removeUnusedQueries } from '#platform/client/mutation-effects.ts'
import type { Community } from '../contract.ts'
import { type CommunityState, communityTopic, type PostState, postTopic } from '../live-topics.ts'
import { api } from './api.ts'
import { cacheMembership, learnMembers, membershipKey } from './community-cache.ts'
import { refetchCommunity } from './use-refetched-access.ts'

/** Number of posts that a page subscribes to. A stream is limited to a hundred topics. */
const postsReceived = 40

type Watched = Pick<Community, 'id' | 'slug' | 'privacy' | 'members' | 'inside'>

/**
 * Number of members and newest posts of a community from the live stream; null until it sends them, and for viewers who may not
 * see its content. If the viewer gets access while the page is open, the content is fetched; if the viewer loses it, the content is
 * removed at once.
 */
export function useCommunityNews({ id: communityId, slug, privacy, members, inside }: Watched): CommunityState | null {
  const queryClient = useQueryClient()
  const router = useRouter()
  const [told, setLiveState] = useState<{ id: string; state: CommunityState } | null>(null)
  useLive([communityTopic(communityId)], ({ data }) => {
    if (data === null) {
      if (inside === null || queryClient.isMutating({ mutationKey: membershipKey(communityId) }) > 0) return
      if (privacy === 'private') cacheMembership(queryClient, communityId, { viewer: { status: null, role: null }, members })
      void refetchCommunity({ queryClient, router, slug }).then(() => removeUnusedQueries(queryClient))
      return
    }
    const state = communityStateIn(data)
    if (!state) return
    learnMembers(queryClient, { id: communityId, members: state.members })
    setLiveState({ id: communityId, state })
    // Only viewers with access receive this event, so the missing content is fetched. While the viewer's own join or leave is pending,
    // its response updates the page instead.
    if (inside === null && queryClient.isMutating({ mutationKey: membershipKey(communityId) }) === 0)
      void queryClient.invalidateQueries({ queryKey: api.get.key() }).then(() => router.invalidate())
  })
  return told?.id === communityId ? told.state : null
}

/**
 * Likes, comments, marks and newest comments of these posts from the live stream, by id. If there are more than `postsReceived` posts,
 * only the last ones of the list are subscribed to, because the reader has scrolled there.
 */
export function usePostNews(postIds: readonly string[]): ReadonlyMap<string, PostState> {
  const [told, setLiveState] = useState<ReadonlyMap<string, PostState>>(new Map())
  useLive(postIds.slice(-postsReceived).map(postTopic), ({ topic, data }) => {
    const state = postStateIn(data)
    if (!state) return
    const id = topic.slice(postTopic('').length)
    setLiveState((before) => new Map(before).set(id, state))
  })
  return told
}

function communityStateIn(data: unknown): CommunityState | null {
  const { members, posts }: { members?: unknown; posts?: unknown } = Object(data)
  return isCount(members) && isIds(posts) ? { members, posts } : null
}

function postStateIn(data: unknown): PostState | null {
  const { likes, comments, isPinned, isAnnouncement, isLocked, newest }: { [Name in keyof PostState]?: unknown } = Object(data)
  if (!isCount(likes) || !isCount(comments) || !isIds(newest)) return null
  if (typeof isPinned !== 'boolean' || typeof isAnnouncement !== 'boolean' || typeof isLocked !== 'boolean') return null
  return { likes, comments, isPinned, isAnnouncement, isLocked, newest }
}

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
const isIds = (value: unknown): value is string[] => Array.isArray(value) && value.every((id) => typeof id === 'string')
