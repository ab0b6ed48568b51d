import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLive } from '#platform/client/live.ts'
import type { BellEvent, BellState } from '../terms.ts'
import { bellState } from './api.ts'
import { freshLists } from './fresh-lists.ts'
import { cachedState, learnState, showAllRead } from './notification-cache.ts'

const restMs = 1_000

/** The bell's state from the live stream; undefined until it is known. Changes of the state refetch the shown lists. */
export function useBell(): BellState | undefined {
  const queryClient = useQueryClient()
  const { data: state } = useQuery(bellState())
  const catchUp = useCatchUp()
  useLive(['me'], ({ data }) => {
    const notified = eventIn(data)
    if (!notified) return
    const { isReworded, ...state } = notified
    const cached = cachedState(queryClient)
    learnState(queryClient, state)
    if (!isReworded && cached?.unread === notified.unread && cached.newest === notified.newest) return
    // All were read elsewhere: marks the cached lists before they are refetched.
    if (notified.unread === 0) showAllRead(queryClient)
    catchUp()
  })
  return state
}

/** Refetches the shown lists, at most once a second and never twice at the same time. */
function useCatchUp(): () => void {
  const queryClient = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const asked = useRef({ isLooking: false, isAgain: false })
  useEffect(() => () => clearTimeout(timer.current), [])
  return function catchUp() {
    const now = asked.current
    if (now.isLooking) {
      now.isAgain = true
      return
    }
    now.isLooking = true
    const rest = () => {
      timer.current = setTimeout(() => {
        const { isAgain } = now
        asked.current = { isLooking: false, isAgain: false }
        if (isAgain) catchUp()
      }, restMs)
    }
    freshLists(queryClient).then(rest, rest)
  }
}

function eventIn(data: unknown): BellEvent | null {
  const { unread, newest, isReworded }: { unread?: unknown; newest?: unknown; isReworded?: unknown } = Object(data)
  if (typeof unread !== 'number' || !Number.isSafeInteger(unread) || unread < 0) return null
  return typeof newest === 'string' || newest === null ? { unread, newest, isReworded: isReworded === true } : null
}
