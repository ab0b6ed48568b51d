import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLive } from '#platform/client/live.ts'
import type { BellEvent, BellState } from '../terms.ts'
import { bellState } from './api.ts'
import { freshLists } from './fresh-lists.ts'
import { heldState, learnState, showAllRead } from './held-notifications.ts'

const restMs = 1_000

/** The state of the bell as the live stream tells it; undefined until anything is known. The lists that are shown follow it. */
export function useBell(): BellState | undefined {
  const queryClient = useQueryClient()
  const { data: state } = useQuery(bellState())
  const catchUp = useCatchUp()
  useLive(['me'], ({ data }) => {
    const told = eventIn(data)
    if (!told) return
    const { isReworded, ...state } = told
    const held = heldState(queryClient)
    learnState(queryClient, state)
    if (!isReworded && held?.unread === told.unread && held.newest === told.newest) return
    // Read elsewhere: that needs no question.
    if (told.unread === 0) showAllRead(queryClient)
    catchUp()
  })
  return state
}

/** Fetches the lists that are shown anew, one time after the other and at most once a second, however much happens. */
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
