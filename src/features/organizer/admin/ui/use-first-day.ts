import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Campaign } from '#features/campaigns/contract.ts'
import { behindCampaign } from '#features/community-campaigns/ui/public.ts'
import { updatePages } from '#features/updates/ui/public.ts'
import { remember, remembered } from '#platform/client/browser-memory.ts'
import { readSite } from '#platform/client/site.ts'

export type FirstStep = 'shared' | 'poster' | 'update' | 'community' | 'picture'

/** The state of the five steps. Sharing and the poster are stored in this browser; the others follow from the campaign's data. */
export function useFirstDay(campaign: Campaign) {
  const { id } = campaign
  const [shared, recordShared] = useKeptStep(id, 'shared')
  const [poster, recordPoster] = useKeptStep(id, 'poster')
  const updates = useInfiniteQuery(updatePages(id))
  const communities = useQuery(behindCampaign(id))
  const done: Record<FirstStep, boolean> = {
    shared,
    poster,
    update: Boolean(updates.data?.pages[0]?.items.length),
    community: Boolean(communities.data?.items.length),
    picture: campaign.cover !== null,
  }
  return { done, noteShared: recordShared, notePoster: recordPoster }
}

/** The storage key contains the person's id, so that signing out deletes it. */
function useKeptStep(campaignId: string, step: FirstStep): [isDone: boolean, noteDone: () => void] {
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
