import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Campaign } from '#features/campaigns/contract.ts'
import { behindCampaign } from '#features/communities/campaigns/ui/api.ts'
import { updatePages } from '#features/updates/ui/api.ts'
import { remember, remembered } from '#platform/client/browser-memory.ts'
import { readSite } from '#platform/client/site.ts'

export type FirstStep = 'shared' | 'poster' | 'update' | 'community' | 'picture'

/** Which of the five first steps are done. This browser stores whether `shared` and `poster` are; the other three are read from the campaign's data. */
export function useFirstDay(campaign: Campaign) {
  const { id } = campaign
  const [shared, recordShared] = useStoredStep(id, 'shared')
  const [poster, recordPoster] = useStoredStep(id, 'poster')
  const updates = useInfiniteQuery(updatePages(id))
  const communities = useQuery(behindCampaign(id))
  const done: Record<FirstStep, boolean> = {
    shared,
    poster,
    update: Boolean(updates.data?.pages[0]?.items.length),
    community: Boolean(communities.data?.items.length),
    picture: campaign.cover !== null,
  }
  return { done, recordShared, recordPoster }
}

/** Reads and stores a step in the browser. The key contains the person's id, so that signing out deletes the entry. */
function useStoredStep(campaignId: string, step: FirstStep): [isDone: boolean, recordDone: () => void] {
  const name = `first-day.${readSite().viewer?.id}.${campaignId}.${step}`
  const [isDone, setDone] = useState(false)
  useEffect(() => setDone(remembered(name) !== null), [name])
  return [
    isDone,
    () => {
      remember(name, 'yes')
      setDone(true)
    },
  ]
}
