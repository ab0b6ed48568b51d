import { useCallback, useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { type LiveEvent, useLive } from '#platform/client/live.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { chatTopic } from '../terms.ts'
import { chatEventOf } from './chat-event.ts'
import { chatReducer, startState } from './chat-state.ts'
import { loadNewest, loadOlder } from './loading.ts'

// If no live stream comes to stand, the chat is at least read.
const patienceMs = 3_000

/** A campaign's chat as it is now: loaded when its stream stands, then kept by what the stream says. */
export function useChat({ campaignId, viewerId }: { campaignId: string; viewerId: string | null }) {
  const [state, dispatch] = useReducer(chatReducer, startState)
  const newest = useRef(0)
  const isLoadingOlder = useRef(false)

  const load = useEffectEvent(async () => {
    const turn = ++newest.current
    dispatch({ type: 'loading' })
    try {
      const loaded = await loadNewest(campaignId, state.messages[0])
      if (turn === newest.current) dispatch({ type: 'loaded', ...loaded })
    } catch (error) {
      if (turn !== newest.current) return
      const code = refusalOf(error)?.code
      dispatch({ type: code === 'CAMPAIGN_NOT_ACTIVE' || code === 'NOT_FOUND' ? 'closed' : 'load failed' })
    }
  })
  const hear = ({ data }: LiveEvent) => {
    const event = chatEventOf(data)
    if (!event) return
    if ('here' in event) dispatch({ type: 'here', here: event.here })
    else if ('removed' in event) dispatch({ type: 'removed', id: event.removed })
    else dispatch({ type: 'said', message: event.said, isMine: event.said.author.id === viewerId })
  }
  useLive([chatTopic(campaignId)], hear, () => void load())
  useEffect(() => {
    const impatience = setTimeout(() => newest.current === 0 && void load(), patienceMs)
    return () => clearTimeout(impatience)
  }, [])

  const older = useCallback(async (): Promise<boolean> => {
    if (isLoadingOlder.current || state.older === 'none') return true
    isLoadingOlder.current = true
    const turn = newest.current
    try {
      const more = await loadOlder(campaignId, { older: state.older, shown: state.messages[0] })
      // What was loaded anew meanwhile has its own beginning.
      if (turn === newest.current) dispatch({ type: 'older', ...more })
      return true
    } catch {
      return false
    } finally {
      isLoadingOlder.current = false
    }
  }, [campaignId, state.older, state.messages[0]])

  return { state, dispatch, older, reload: () => void load() }
}
