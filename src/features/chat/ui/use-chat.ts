import { useCallback, useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { type LiveEvent, useLive } from '#platform/client/live.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { chatTopic } from '../terms.ts'
import { chatEventOf } from './chat-event.ts'
import { chatReducer, startState } from './chat-state.ts'
import { loadNewest, loadOlder } from './loading.ts'

// The messages are loaded after this time even if no live stream is connected.
const loadAnywayMs = 3_000

/** The state of a campaign's chat. Loads the messages when the live stream is connected, then applies its events. */
export function useChat({ campaignId, viewerId }: { campaignId: string; viewerId: string | null }) {
  const [state, dispatch] = useReducer(chatReducer, startState)
  const latestLoad = useRef(0)
  const isLoadingOlder = useRef(false)

  const load = useEffectEvent(async () => {
    const loadId = ++latestLoad.current
    dispatch({ type: 'loading' })
    try {
      const loaded = await loadNewest(campaignId, state.messages[0])
      if (loadId === latestLoad.current) dispatch({ type: 'loaded', ...loaded })
    } catch (error) {
      if (loadId !== latestLoad.current) return
      const code = refusalOf(error)?.code
      dispatch({ type: code === 'CAMPAIGN_NOT_ACTIVE' || code === 'NOT_FOUND' ? 'closed' : 'load failed' })
    }
  })
  const applyEvent = ({ data }: LiveEvent) => {
    const event = chatEventOf(data)
    if (!event) return
    if ('removed' in event) dispatch({ type: 'removed', id: event.removed })
    else if ('restored' in event) void load()
    else dispatch({ type: 'said', message: event.said, isMine: event.said.author.id === viewerId })
  }
  useLive([chatTopic(campaignId)], applyEvent, () => void load())
  useEffect(() => {
    const timer = setTimeout(() => latestLoad.current === 0 && void load(), loadAnywayMs)
    return () => clearTimeout(timer)
  }, [])

  const older = useCallback(async (): Promise<boolean> => {
    if (isLoadingOlder.current || state.older === 'none') return true
    isLoadingOlder.current = true
    const loadId = latestLoad.current
    try {
      const more = await loadOlder(campaignId, { older: state.older, shown: state.messages[0] })
      // Drops the page if the list was reloaded meanwhile, because it may not continue the new list.
      if (loadId === latestLoad.current) dispatch({ type: 'older', ...more })
      return true
    } catch {
      return false
    } finally {
      isLoadingOlder.current = false
    }
  }, [campaignId, state.older, state.messages[0]])

  return { state, dispatch, older, reload: () => void load() }
}
