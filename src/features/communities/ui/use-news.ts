import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useLive } from '#platform/client/live.ts'
import { forgetUnseen } from '#platform/client/own-acts.ts'
import type { Community } from '../contract.ts'
import { type CommunityState, communityTopic, type PostState, postTopic } from '../live-topics.ts'
import { api } from './api.ts'
import { learnMembers, learnStanding, membershipKey } from './held-communities.ts'
import { refetchCommunity } from './use-standing-anew.ts'

/** How many posts a page hears of at once: a browser's stream carries a hundred topics for all its tabs. */
const postsHeard = 40

type Watched = Pick<Community, 'id' | 'slug' | 'privacy' | 'members' | 'inside'>

/**
 * Number of members and newest posts of a community from the live stream; null until it sends them, and for readers who may
 * not see its content. A reader who is let in while the page is open sees the content. For one who is removed or banned the
 * content is cleared at once.
 */
export function useCommunityNews({ id: communityId, slug, privacy, members, inside }: Watched): CommunityState | null {
  const queryClient = useQueryClient()
  const router = useRouter()
  const [told, setTold] = useState<{ id: string; state: CommunityState } | null>(null)
  useLive([communityTopic(communityId)], ({ data }) => {
    if (data === null) {
      if (inside === null || queryClient.isMutating({ mutationKey: membershipKey(communityId) }) > 0) return
      if (privacy === 'private') learnStanding(queryClient, communityId, { viewer: { status: null, role: null }, members })
      void refetchCommunity({ queryClient, router, slug }).then(() => forgetUnseen(queryClient))
      return
    }
    const state = communityStateIn(data)
    if (!state) return
    learnMembers(queryClient, { id: communityId, members: state.members })
    setTold({ id: communityId, state })
    // Nobody else is told of it. While one joins or leaves by oneself the answer to that shows what stands.
    if (inside === null && queryClient.isMutating({ mutationKey: membershipKey(communityId) }) === 0)
      void queryClient.invalidateQueries({ queryKey: api.get.key() }).then(() => router.invalidate())
  })
  return told?.id === communityId ? told.state : null
}

/**
 * Likes, comments and marks of these posts, and their newest comments, by id, as the live stream tells them. Of many posts
 * the last of the list are heard of: there is the reader.
 */
export function usePostNews(postIds: readonly string[]): ReadonlyMap<string, PostState> {
  const [told, setTold] = useState<ReadonlyMap<string, PostState>>(new Map())
  useLive(postIds.slice(-postsHeard).map(postTopic), ({ topic, data }) => {
    const state = postStateIn(data)
    if (!state) return
    const id = topic.slice(postTopic('').length)
    setTold((before) => new Map(before).set(id, state))
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
