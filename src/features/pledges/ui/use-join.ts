import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { readSite } from '#platform/client/site.ts'
import type { Count, OwnPledge } from '../contract.ts'
import { joinAction } from '../terms.ts'
import { api } from './api.ts'
import { learnCount } from './counts.ts'
import { problemText } from './problem-text.ts'
import { submitJoin } from './submit-join.ts'

type Joinable = {
  campaign: { id: string; slug: string; pledge: OwnPledge | null }
  /** The count that is displayed at present. */
  count: Count
  onPledged: (pledge: OwnPledge) => void
}

export type Join = ReturnType<typeof useJoin>

/** Optimistic update: shows the pledge as joined at once and reverts it with a message if the server refuses. */
export function useJoin({ campaign, count, onPledged }: Joinable) {
  const { viewer } = readSite()
  const [isPrivate, setPrivate] = useState(viewer?.pledgesPrivately ?? true)
  const [addedAtVersion, setAddedAtVersion] = useState<number | null>(null)
  const joining = useMutation({
    mutationFn: (chosen: boolean) => api.join.call({ id: campaign.id, isPrivate: chosen }),
    onMutate: () => setAddedAtVersion(count.version),
    onSuccess: (answer) => {
      learnCount(campaign.id, answer.count)
      onPledged(answer.pledge)
    },
    onError: (error, chosen) => {
      if (refusalOf(error)?.code === 'UNAUTHORIZED') submitJoin({ campaignId: campaign.id, isPrivate: chosen })
    },
    onSettled: () => setAddedAtVersion(null),
  })
  const hopedFor: OwnPledge = { state: viewer?.isCounted ? 'counted' : 'unconfirmed', isPrivate: joining.variables ?? isPrivate }
  return {
    isJoined: campaign.pledge !== null,
    pledge: campaign.pledge ?? (joining.isPending ? hopedFor : null),
    /** The viewer's own pledge, added to the displayed count until a newer count arrives. */
    ahead: addedAtVersion === count.version && hopedFor.state === 'counted' ? 1 : 0,
    /** The visitors' form, which every Join button of the page submits; null for signed-in people. */
    form: viewer ? null : { id: `join-${campaign.id}`, action: joinAction(campaign.id) },
    isPrivate,
    setPrivate,
    problem: joining.isError ? problemText(joining.error) : null,
    join: (chosen = isPrivate) => joining.mutate(chosen),
  }
}
