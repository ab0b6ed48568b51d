import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { readSite } from '#platform/client/site.ts'
import type { Count, OwnPledge } from '../contract.ts'
import { api } from './api.ts'
import { learnCount } from './counts.ts'
import { problemText } from './problem-text.ts'
import { submitJoin } from './submit-join.ts'

type Joinable = {
  campaign: { id: string; slug: string; pledge: OwnPledge | null }
  /** The count that is displayed at present. */
  count: Count
  /** The number moves in steps, so the viewer's own pledge is not added to it. */
  isQuiet: boolean
  onPledged: (pledge: OwnPledge) => void
}

export type Join = ReturnType<typeof useJoin>

/** Optimistic update: shows the pledge as joined at once and reverts it with a message if the server refuses. */
export function useJoin({ campaign, count, isQuiet, onPledged }: Joinable) {
  const { viewer } = readSite()
  const [isPrivate, setPrivate] = useState(viewer?.pledgesPrivately ?? true)
  const [addedAt, setAddedAt] = useState<string | null>(null)
  const shown = `${campaign.id} ${count.version}`
  const joining = useMutation({
    mutationFn: (chosen: boolean) => api.join.call({ id: campaign.id, isPrivate: chosen }),
    onMutate: () => setAddedAt(shown),
    onSuccess: (answer) => {
      learnCount(campaign.id, answer.count)
      onPledged(answer.pledge)
    },
    onError: (error, chosen) => {
      setAddedAt(null)
      if (refusalOf(error)?.code === 'UNAUTHORIZED') submitJoin({ campaignId: campaign.id, isPrivate: chosen })
    },
  })
  const hopedFor: OwnPledge = { state: viewer?.isCounted ? 'counted' : 'unconfirmed', isPrivate: joining.variables ?? isPrivate }
  return {
    isJoined: campaign.pledge !== null,
    pledge: campaign.pledge ?? (joining.isPending ? hopedFor : null),
    /**
     * The viewer's own pledge, added to the displayed count until a newer count arrives. It stays for a pledge that is shown as counted but is not,
     * because a number that went down again would tell that.
     */
    ahead: !isQuiet && addedAt === shown && (joining.data?.pledge ?? hopedFor).state === 'counted' ? 1 : 0,
    viewerId: viewer?.id ?? null,
    /** The form that every Join button of the page submits. */
    formId: `join-${campaign.id}`,
    isPrivate,
    setPrivate,
    problem: joining.isError ? problemText(joining.error) : null,
    join: (chosen = isPrivate) => joining.mutate(chosen),
  }
}
