import { useState } from 'react'
import { useLive } from '#platform/client/live.ts'
import { type DiscussionNewest, discussionTopic } from '../terms.ts'

/** The newest comments and updates of a campaign, and the limits of its discussion, from the live stream; null until it sends them. */
export function useDiscussionNews(campaignId: string, options: { isLive: boolean }): DiscussionNewest | null {
  const [news, setNews] = useState<DiscussionNewest | null>(null)
  useLive(options.isLive ? [discussionTopic(campaignId)] : [], ({ data }) => {
    const reported = newsIn(data)
    if (reported) setNews(reported)
  })
  return news
}

/**
 * Returns those of `ids` (newest first) that are newer than the page's newest id and not cached yet. Uses the order of the list, because
 * the times in the ids are from the clocks of several processes. Compares the ids only if the newest id of the page is not in the list,
 * because it was removed or is too old.
 */
export function unseen(ids: readonly string[], page: { newest: string | null; known: ReadonlySet<string> }): string[] {
  const { newest, known } = page
  const place = newest === null ? -1 : ids.indexOf(newest)
  const newer = place < 0 ? ids.filter((id) => id > (newest ?? '')) : ids.slice(0, place)
  return newer.filter((id) => !known.has(id))
}

function newsIn(data: unknown): DiscussionNewest | null {
  const { comments, updates, limits, statement }: { comments?: unknown; updates?: unknown; limits?: unknown; statement?: unknown } = Object(data)
  if (!isIds(comments) || !isIds(updates)) return null
  const { isLocked, slowSeconds }: { isLocked?: unknown; slowSeconds?: unknown } = Object(limits)
  return {
    comments,
    updates,
    statement: typeof statement === 'number' ? statement : null,
    limits: { isLocked: isLocked === true, slowSeconds: typeof slowSeconds === 'number' ? slowSeconds : null },
  }
}

const isIds = (value: unknown): value is string[] => Array.isArray(value) && value.every((id) => typeof id === 'string')
