import { useEffect, useRef, useState } from 'react'
import { m } from '#messages'
import { formatCount } from '#platform/format.ts'
import type { BellState } from '../terms.ts'

const gatherMs = 3_000

/** Announces "3 new notifications" to screen readers: once for all that arrive within `gatherMs`. */
export function SpokenBell({ state }: { state: BellState | undefined }) {
  const [said, setSaid] = useState('')
  const before = useRef(state)
  const waiting = useRef<{ count: number; timer: ReturnType<typeof setTimeout> } | null>(null)
  useEffect(() => {
    const last = before.current
    before.current = state
    // Ids increase with time, so a greater one is newer.
    if (!last || !state?.newest || state.newest <= (last.newest ?? '')) return
    const count = Math.max(1, state.unread - last.unread) + (waiting.current?.count ?? 0)
    const timer =
      waiting.current?.timer ??
      setTimeout(() => {
        const all = waiting.current?.count ?? 0
        waiting.current = null
        setSaid(m.notifications_spoken({ count: all, shown: formatCount(all) }))
      }, gatherMs)
    waiting.current = { count, timer }
  }, [state])
  useEffect(() => () => clearTimeout(waiting.current?.timer), [])
  return (
    <span role="status" className="sr-only">
      {said}
    </span>
  )
}
