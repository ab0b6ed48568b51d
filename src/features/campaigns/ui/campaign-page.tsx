import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OwnPledge } from '#features/pledges/contract.ts'
import { mayJoin } from '#features/pledges/policy.ts'
import { EndedPanel, JoinBar, JoinPanel, useCount, useJoin } from '#features/pledges/ui/public.ts'
import { AdPlace } from '#features/site/ui/public.ts'
import { m } from '#messages'
import { readSite } from '#platform/client/site.ts'
import type { Campaign } from '../contract.ts'
import { addressPart } from '../terms.ts'
import { api } from './api.ts'
import { HistoryNote, Sources } from './history.tsx'
import { Lead } from './lead.tsx'
import { Numbers } from './numbers.tsx'
import { Outcome } from './outcome.tsx'
import { About, Actions, Alternatives, Product, Why } from './sections.tsx'
import { ShareBar } from './share-bar.tsx'

/** What other features add: the ways on with a draft above it all, the updates and the discussion below the text, the live chat beside it, the plot and the communities behind it under the text. */
type CampaignPageProps = { campaign: Campaign; draft?: ReactNode; talk?: ReactNode; chat?: ReactNode; plot?: ReactNode; behind?: ReactNode }

/** Read from top to bottom like a page of print. */
export function CampaignPage({ campaign, draft, talk, chat, plot, behind }: CampaignPageProps) {
  return (
    <article>
      {draft}
      <Lead campaign={campaign} />
      {!campaign.isHistorical && <Outcome campaign={campaign} />}
      <div className="border-y-4 border-ink">{campaign.isHistorical ? <HistoryNote campaign={campaign} /> : <Counted campaign={campaign} />}</div>
      {campaign.status !== 'draft' && (
        <div className="page-column">
          <div className="border-b border-line py-3">
            <ShareBar address={`${readSite().origin}/campaigns/${addressPart(campaign)}`} text={shareText(campaign)} />
          </div>
        </div>
      )}
      <div className="page-column grid gap-x-12 gap-y-12 py-10 lg:grid-cols-[7fr_5fr] xl:grid-cols-[2fr_1fr]">
        <div className="flex min-w-0 flex-col gap-12 empty:hidden">
          <Why text={campaign.whyItMatters} />
          <Actions actions={campaign.actions} isHistorical={campaign.isHistorical} />
        </div>
        <div className="flex min-w-0 flex-col gap-12">
          <AdPlace slot="campaign" card="count" className="max-lg:order-1" />
          <Product impact={campaign.impact} />
          <Alternatives alternatives={campaign.alternatives} isHistorical={campaign.isHistorical} />
        </div>
        <div className="flex min-w-0 flex-col gap-12 empty:hidden">
          <About campaign={campaign} />
          <Sources sources={campaign.sources} />
          {plot}
          {behind}
          {talk}
        </div>
        {chat && <div className="min-w-0 lg:sticky lg:top-20 lg:self-start">{chat}</div>}
      </div>
    </article>
  )
}

/** A call while it is active; afterwards it is told as what it was. */
function shareText({ title, target, status, isHistorical }: Campaign): string {
  if (isHistorical) return m.campaigns_share_text_history({ title, target: target.name })
  return status === 'active' ? m.campaigns_share_text({ title, target: target.name }) : m.campaigns_share_text_ended({ title, target: target.name })
}

/** The number, and what one can do about it. */
function Counted({ campaign }: { campaign: Campaign }) {
  const queryClient = useQueryClient()
  const isActive = mayJoin(campaign)
  const count = useCount(campaign.id, campaign.count, { isLive: isActive })
  function onPledged(pledge: OwnPledge) {
    const key = api.get.queryKey({ input: { idOrSlug: addressPart(campaign) } })
    // An answer that is still on its way may be older than this change.
    void queryClient.cancelQueries({ queryKey: key })
    queryClient.setQueryData(key, (before) => before && { ...before, viewer: { ...before.viewer, pledge } })
  }
  const pledged = { campaignId: campaign.id, onPledged }
  const join = useJoin({ campaign: { id: campaign.id, slug: addressPart(campaign), pledge: campaign.viewer.pledge }, count, onPledged })
  const supporters = count.supporters + join.ahead
  return (
    <>
      <div className="page-column grid gap-x-12 gap-y-6 py-8 lg:grid-cols-[7fr_5fr] xl:grid-cols-[2fr_1fr]">
        <Numbers campaign={campaign} supporters={supporters} />
        {isActive && <JoinPanel join={join} {...pledged} />}
        {campaign.status !== 'active' && campaign.status !== 'draft' && <EndedPanel pledge={campaign.viewer.pledge} {...pledged} />}
      </div>
      {isActive && <JoinBar join={join} supporters={supporters} />}
    </>
  )
}
