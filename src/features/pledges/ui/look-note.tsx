import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#design/button.tsx'
import { m } from '#messages'
import { formatCount } from '#platform/format.ts'
import { api, pledgeInFull } from './api.ts'
import { problemText } from './problem-text.ts'

/** `review`: the pledge was held for longer than 72 hours. `removed`: a correction of the count has taken it out. */
export type LookState = 'review' | 'removed'

const texts: Record<LookState, { why: () => string; offer: () => string | null; ask: () => string }> = {
  review: { why: m.pledges_review_why, offer: () => null, ask: m.pledges_review_ask },
  removed: { why: m.pledges_removed_why, offer: m.pledges_removed_offer, ask: m.pledges_removed_tell },
}

/** For the person whose pledge does not count although they did everything for it. They can ask a moderator to look, once, until it is decided. */
export function LookNote({ campaignId, state }: { campaignId: string; state: LookState }) {
  const queryClient = useQueryClient()
  const { data } = useQuery(pledgeInFull(campaignId))
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function ask() {
    setProblem(null)
    setSending(true)
    try {
      await api.askLook.call({ id: campaignId })
      await queryClient.invalidateQueries({ queryKey: pledgeInFull(campaignId).queryKey })
    } catch (error) {
      setProblem(problemText(error))
    } finally {
      setSending(false)
    }
  }

  return (
    <div className="mt-2 max-w-prose text-sm">
      <p>
        {texts[state].why()} {data?.isLookPossible && texts[state].offer()}
      </p>
      {data?.isLookAnswered && <p className="mt-2 font-semibold">{m.pledges_look_stays()}</p>}
      {data?.isLookAsked && (
        <p role="status" className="mt-2 font-semibold">
          {m.pledges_look_asked()}
        </p>
      )}
      {data?.isLookPossible && (
        <Button size="sm" pending={isSending} onClick={ask} className="mt-2">
          {texts[state].ask()}
        </Button>
      )}
      {data && data.hoursToLook !== null && <p className="mt-1 text-muted">{hoursText(data.hoursToLook)}</p>}
      <p role="alert" className="mt-1 font-semibold text-danger-text empty:hidden">
        {problem}
      </p>
    </div>
  )
}

function hoursText(hours: number): string {
  if (hours < 1) return m.pledges_look_soon()
  if (hours < 48) return m.pledges_look_hours({ count: hours, shown: formatCount(hours) })
  return m.pledges_look_days({ shown: formatCount(Math.round(hours / 24)) })
}
