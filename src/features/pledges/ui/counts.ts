import { useSyncExternalStore } from 'react'
import { type LiveEvent, useLive } from '#platform/client/live.ts'
import type { Count } from '../contract.ts'

const newest = new Map<string, Count>()
const listeners = new Map<string, Set<() => void>>()

/** Stores a campaign's count if it is newer than the known one. */
export function learnCount(campaignId: string, count: Count): void {
  if (count.version <= (newest.get(campaignId)?.version ?? -1)) return
  newest.set(campaignId, count)
  for (const listener of listeners.get(campaignId) ?? []) listener()
}

/** The newest count from the page's data, an answer or the live stream. With `isLive` it subscribes to the stream. */
export function useCount(campaignId: string, given: Count, options: { isLive: boolean }): Count {
  useLive(options.isLive ? [`campaign:${campaignId}`] : [], ({ data }: LiveEvent) => {
    const count = countOf(data)
    if (count) learnCount(campaignId, count)
  })
  const known = useSyncExternalStore(
    (listener) => {
      const all = listeners.get(campaignId) ?? new Set()
      listeners.set(campaignId, all.add(listener))
      return () => void all.delete(listener)
    },
    () => newest.get(campaignId),
    () => undefined,
  )
  return known && known.version > given.version ? known : given
}

function countOf(data: unknown): Count | null {
  const { supporters, version }: { supporters?: unknown; version?: unknown } = Object(data)
  return typeof supporters === 'number' && typeof version === 'number' ? { supporters, version } : null
}
