import { type Dispatch, useState } from 'react'
import { slowSecondsHere } from '#features/moderation/switches/ui/slow-notice.tsx'
import { useKeptTexts } from '#platform/client/kept-text.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { normalized } from '#platform/text.ts'
import { chatLimits } from '../terms.ts'
import { api } from './api.ts'
import type { ChatAction } from './chat-state.ts'
import { problemText } from './problem-text.ts'
import { useCooldown } from './use-cooldown.ts'

type Options = { campaignId: string; personId: string; signIn: string; slowSeconds: number; dispatch: Dispatch<ChatAction> }

/** Sends messages with an optimistic update. If a request fails, the text is put back into the field and the reason is shown. */
export function useSend({ campaignId, personId, signIn, slowSeconds, dispatch }: Options) {
  // `sent` is the text of the pending request. The field shows it again if the request fails, or after a reload without a response.
  const { texts, change, keyFor, wasSent, clear } = useKeptTexts(`${personId}.chat.${campaignId}`, { typed: '', sent: '' })
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const cooldown = useCooldown()
  const text = isSending ? texts.typed : together(texts.sent, texts.typed)

  async function send() {
    const body = text.trim()
    if (!normalized(body) || isSending || cooldown.secondsLeft > 0) return
    const input = { id: campaignId, body }
    setSending(true)
    setProblem(null)
    change({ typed: '', sent: body })
    dispatch({ type: 'sending', sending: { body: normalized(body), isRetry: wasSent(input) } })
    try {
      const message = await api.post.call(input, { context: { idempotencyKey: keyFor(input) } })
      dispatch({ type: 'sent', message })
      clear('sent')
      cooldown.start(Math.max(chatLimits.cooldownMs, slowSecondsHere(slowSeconds) * 1_000))
    } catch (error) {
      dispatch({ type: 'not sent' })
      const refusal = refusalOf(error)
      if (refusal?.code === 'UNAUTHORIZED') return window.location.assign(signIn)
      const { retryAfterMs }: { retryAfterMs?: unknown } = Object(Object(error).data)
      if (typeof retryAfterMs === 'number') cooldown.start(retryAfterMs)
      if (refusal?.code === 'CAMPAIGN_NOT_ACTIVE') dispatch({ type: 'closed' })
      setProblem(problemText(error))
    } finally {
      setSending(false)
    }
  }

  return {
    text,
    problem,
    isSending,
    secondsLeft: cooldown.secondsLeft,
    send: () => void send(),
    type(typed: string) {
      setProblem(null)
      change(isSending ? { typed } : { typed, sent: '' })
    },
  }
}

/** The unsent text, followed by the text typed since. */
const together = (before: string, after: string) => (before && after.trim() ? `${before}\n${after}` : before || after)
