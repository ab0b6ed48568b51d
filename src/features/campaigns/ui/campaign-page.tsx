import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OwnPledge } from '#features/pledges/contract.ts'
import { mayJoin } from '#features/pledges/policy.ts'
import { useAfterJoining } from '#features/pledges/ui/after-joining.tsx'
import { useCount } from '#features/pledges/ui/counts.ts'
import { JoinBar } from '#features/pledges/ui/join-panel.tsx'
import { useJoin } from '#features/pledges/ui/use-join.ts'
import { AdArea } from '#features/site/ui/house-card.tsx'
import { StaticMarkup } from '#platform/client/server-only.tsx'
import type { Campaign } from '../contract.ts'
import { mayWrite } from '../policy.ts'
import { addressPart } from '../terms.ts'
import { Act } from './act.tsx'
import { api } from './api.ts'
import { sharedCampaign } from './shared-campaign.ts'
import { leadPart, posterPart, wordsPart } from './static-parts.ts'
import type { Latest } from './words.tsx'

/**
 * Slots for other features: links for continuing a draft above everything; the organizer's first steps below the head; below the text the plot,
 * the communities behind the campaign, the live chat and the discussion.
 */
type CampaignPageProps = {
  campaign: Campaign
  latest: Latest | null
  draft?: ReactNode
  firstDay?: ReactNode
  /** Shown inside the explanation of the count. */
  ladder?: ReactNode
  plot?: ReactNode
  behind?: ReactNode
  chat?: ReactNode
  discussion?: ReactNode
}

/** The demand on the left and the actions on the right, where they stay visible. On a phone they are stacked. */
export function CampaignPage({ campaign, latest, draft, firstDay, ladder, plot, behind, chat, discussion }: CampaignPageProps) {
  const queryClient = useQueryClient()
  const isWritable = mayWrite(campaign)
  const isActive = isWritable && mayJoin(campaign)
  const count = useCount(campaign.id, campaign.count, { isLive: isActive })
  function onPledged(pledge: OwnPledge) {
    const key = api.get.queryKey({ input: { idOrSlug: addressPart(campaign) } })
    // A running request may return data that is older than this change.
    void queryClient.cancelQueries({ queryKey: key })
    queryClient.setQueryData(key, (before) => before && { ...before, viewer: { ...before.viewer, pledge } })
  }
  const join = useJoin({
    campaign: { id: campaign.id, slug: addressPart(campaign), pledge: campaign.viewer.pledge },
    count,
    isQuiet: campaign.quiet !== null,
    onPledged,
  })
  const supporters = count.supporters + join.ahead
  const after = useAfterJoining({ campaign: { id: campaign.id, pledge: campaign.viewer.pledge, latest, ...sharedCampaign(campaign) }, join, supporters })
  const version = `${campaign.status} ${campaign.updatedAt.getTime()}`
  return (
    <article>
      {campaign.status !== 'draft' && <StaticMarkup part={posterPart} version={version} of={{ campaign, supporters: campaign.count.supporters }} />}
      {draft}
      <div className="page-column grid grid-cols-[minmax(0,1fr)] gap-y-8 py-6 md:py-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr] lg:gap-x-16">
        <StaticMarkup part={leadPart} version={version} of={{ campaign }} />
        <div className="min-w-0 print:hidden lg:col-start-2 lg:row-span-2 lg:row-start-1">
          {/* Never taller than the window, because the rest of a sticky box could not be reached. */}
          <div className="[scrollbar-width:thin] lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:overflow-y-auto">
            {isWritable && (
              <Act campaign={campaign} version={version} supporters={supporters} join={join} onPledged={onPledged} after={after.panel} ladder={ladder} />
            )}
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-10 *:empty:-mt-10 lg:col-start-1 lg:pt-4">
          {firstDay}
          <StaticMarkup part={wordsPart} version={`${version} ${latest?.id} ${campaign.reply?.statement?.updatedAt.getTime()}`} of={{ campaign, latest }} />
          {plot}
          {behind}
          {campaign.status !== 'draft' && <AdArea slot="campaign" card="count" className="print:hidden" />}
          {chat}
          {discussion}
        </div>
      </div>
      {isActive && <JoinBar join={join} supporters={supporters} onShare={after.onShare} />}
    </article>
  )
}
