import { useState } from 'react'
import { useLive } from '#platform/client/live.ts'
import { discussionTopic, type NewestIds } from '../terms.ts'

/** The newest comments and updates of a campaign from the live stream; null until it sends them. */
export function useDiscussionNews(campaignId: string, options: { isLive: boolean }): NewestIds | null {
  const [news, setNews] = useState<NewestIds | null>(null)
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

function newsIn(data: unknown): NewestIds | null {
  const { comments, updates }: { comments?: unknown; updates?: unknown } = Object(data)
  return isIds(comments) && isIds(updates) ? { comments, updates } : null
}

const isIds = (value: unknown): value is string[] => Array.isArray(value) && value.every((id) => typeof id === 'string')
