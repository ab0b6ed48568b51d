import { expect, test, vi } from 'vitest'
import { openPresence } from './presence.ts'

test('a stream that replaces another one receives the right count, even if it received the count of both streams before', () => {
  vi.useFakeTimers()
  const sent: unknown[] = []
  const presence = openPresence({ publish: () => {}, deliverLocally: ({ data }) => sent.push(data) })
  try {
    const leave = presence.enter('chat:one', 'an address')
    vi.advanceTimersByTime(5_000)
    presence.enter('chat:one', 'an address')
    expect(presence.here('chat:one')).toBe(2)
    leave()
    vi.advanceTimersByTime(5_000)
    expect(sent).toEqual([{ here: 1 }, { here: 1 }])
  } finally {
    presence.close()
    vi.useRealTimers()
  }
})
