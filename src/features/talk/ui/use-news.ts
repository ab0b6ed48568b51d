import { useState } from 'react'
import { useLive } from '#platform/client/live.ts'
import { type TalkNews, talkTopic } from '../terms.ts'

/** The newest comments and updates of a campaign as the live stream tells them; null until it has told of any. */
export function useTalkNews(campaignId: string, options: { isLive: boolean }): TalkNews | null {
  const [news, setNews] = useState<TalkNews | null>(null)
  useLive(options.isLive ? [talkTopic(campaignId)] : [], ({ data }) => {
    const told = newsIn(data)
    if (told) setNews(told)
  })
  return news
}

/**
 * Which of these, newest first, stand before the newest that a page was rendered with, and are not on it already. Ids are of the clocks of
 * several processes, so their place tells; only where that newest is not among them, being removed or far behind, their time does.
 */
export function unseen(ids: readonly string[], page: { newest: string | null; known: ReadonlySet<string> }): string[] {
  const { newest, known } = page
  const place = newest === null ? -1 : ids.indexOf(newest)
  const newer = place < 0 ? ids.filter((id) => id > (newest ?? '')) : ids.slice(0, place)
  return newer.filter((id) => !known.has(id))
}

function newsIn(data: unknown): TalkNews | null {
  const { comments, updates }: { comments?: unknown; updates?: unknown } = Object(data)
  return isIds(comments) && isIds(updates) ? { comments, updates } : null
}

const isIds = (value: unknown): value is string[] => Array.isArray(value) && value.every((id) => typeof id === 'string')
