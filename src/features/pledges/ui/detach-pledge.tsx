import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAlert } from '#design/alerts.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { failureText } from '#platform/client/failure-text.ts'
import { refetchAfterMutation } from '#platform/client/mutation-effects.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { fullDay } from '#platform/format.ts'
import type { Detaching, OwnPledge } from '../contract.ts'
import { api } from './api.ts'

const problems = {
  CREATOR_STAYS: () => m.pledges_detach_own(nouns),
  PLEDGE_NOT_COUNTED: m.pledges_detach_not_counted,
  PLEDGE_TOO_NEW: m.pledges_detach_too_new,
}

type DetachPledgeProps = {
  campaignId: string
  pledge: OwnPledge
  detaching: Detaching
  /** Adds the campaign's title to the button's accessible name. Needed if a page has several buttons. */
  title?: string
  /** Id of the element that receives the focus afterwards, because this button is gone by then. */
  focusId?: string
}

/** Disconnects the pledge from the viewer's account after a question. Shows nothing for a pledge that cannot be disconnected at all. */
export function DetachPledge({ campaignId, pledge, detaching: { refusal, from }, title, focusId }: DetachPledgeProps) {
  const queryClient = useQueryClient()
  const { alert, confirm } = useAlert()
  const isCounted = pledge.state === 'counted'
  const detaching = useMutation({
    mutationFn: () =>
      api.detach.call({ id: campaignId }).catch((error: unknown) => {
        // Not found means that it is already disconnected.
        if (refusalOf(error)?.status !== 404) throw error
      }),
    async onSuccess() {
      await alert(isCounted ? m.pledges_detached() : m.pledges_detached_repeated())
      await refetchAfterMutation(queryClient)
      if (focusId !== undefined) document.getElementById(focusId)?.focus({ preventScroll: true })
    },
    onError: (error) => void alert(failureText(error, problems)),
  })
  async function detach() {
    const question = isCounted ? m.pledges_detach_ask(nouns) : m.pledges_detach_ask_repeated(nouns)
    if (await confirm(question, { confirm: m.pledges_detach_yes(), danger: true })) detaching.mutate()
  }
  if (from) return <p className="py-2 text-sm text-muted">{m.pledges_detach_later({ day: fullDay(from) })}</p>
  if (refusal) return null
  return (
    <button
      type="button"
      onClick={() => void detach()}
      aria-disabled={detaching.isPending}
      aria-label={title === undefined ? undefined : m.pledges_detach_named({ title })}
      className="link inline-flex min-h-11 items-center text-start text-sm"
    >
      {m.pledges_detach()}
    </button>
  )
}
