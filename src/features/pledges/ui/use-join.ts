import { useMutation } from '@tanstack/react-query'
import { type MouseEvent, useEffect, useState } from 'react'
import { signInHref } from '#features/accounts/ui/public.ts'
import { isPlainClick } from '#platform/client/plain-click.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { readSite } from '#platform/client/site.ts'
import type { Count, OwnPledge } from '../contract.ts'
import { api } from './api.ts'
import { learnCount } from './counts.ts'
import { problemText } from './problem-text.ts'
import { signInToReturn } from './sign-in-to-return.ts'

type Joinable = {
  campaign: { id: string; slug: string; pledge: OwnPledge | null }
  /** The count as it is shown now. */
  count: Count
  onPledged: (pledge: OwnPledge) => void
}

export type Join = ReturnType<typeof useJoin>

/** Joins at once on screen, then for good; taken back with a word why if the server refuses. */
export function useJoin({ campaign, count, onPledged }: Joinable) {
  const { viewer } = readSite()
  const signIn = signInHref(`/campaigns/${campaign.slug}`)
  const [isPrivate, setPrivate] = useState(viewer?.pledgesPrivately ?? false)
  const [heldAt, setHeldAt] = useState<number | null>(null)
  // Chosen before a session that turned out to have ended: nobody joins publicly because they had to sign in again.
  useEffect(() => {
    const chosen = takeChoice(campaign.id)
    if (chosen !== null) setPrivate(chosen)
  }, [campaign.id])
  const joining = useMutation({
    mutationFn: () => api.join.call({ id: campaign.id, isPrivate }),
    onMutate: () => setHeldAt(count.version),
    onSuccess: (answer) => {
      learnCount(campaign.id, answer.count)
      onPledged(answer.pledge)
    },
    onError: (error) => {
      if (refusalOf(error)?.code !== 'UNAUTHORIZED') return
      keepChoice(campaign.id, isPrivate)
      signInToReturn()
    },
    onSettled: () => setHeldAt(null),
  })
  const hopedFor: OwnPledge = { state: viewer?.isCounted ? 'counted' : 'unconfirmed', isPrivate }
  return {
    isJoined: campaign.pledge !== null,
    pledge: campaign.pledge ?? (joining.isPending ? hopedFor : null),
    /** One's own stroke, until the server's count holds it. */
    ahead: heldAt === count.version && hopedFor.state === 'counted' ? 1 : 0,
    signIn: viewer ? null : signIn,
    /** The same way with the place on the page that the address names, which only the browser knows. */
    toSignIn(event: MouseEvent) {
      if (!isPlainClick(event)) return
      event.preventDefault()
      signInToReturn()
    },
    isPrivate,
    setPrivate,
    problem: joining.isError ? problemText(joining.error) : null,
    join: () => joining.mutate(),
  }
}

const choiceName = (campaignId: string) => `holdout.private.${campaignId}`

function keepChoice(campaignId: string, isPrivate: boolean): void {
  try {
    sessionStorage.setItem(choiceName(campaignId), isPrivate ? 'yes' : 'no')
  } catch {
    // It is asked for again then.
  }
}

function takeChoice(campaignId: string): boolean | null {
  try {
    const kept = sessionStorage.getItem(choiceName(campaignId))
    sessionStorage.removeItem(choiceName(campaignId))
    return kept === null ? null : kept === 'yes'
  } catch {
    return null
  }
}
