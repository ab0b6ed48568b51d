import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '#design/button.tsx'
import type { OwnPledge } from '#features/pledges/contract.ts'
import { EndedPanel, JoinPanel } from '#features/pledges/ui/join-panel.tsx'
import type { Join } from '#features/pledges/ui/use-join.ts'
import { ShareButton } from '#features/site/sharing/ui/share-button.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { StaticMarkup } from '#platform/client/server-only.tsx'
import type { Campaign } from '../contract.ts'
import { addressPart } from '../terms.ts'
import { ImpactLine, SupporterNumber } from './numbers.tsx'
import { sharedCampaign } from './shared-campaign.ts'
import { historyPart } from './static-parts.ts'

type ActProps = {
  campaign: Campaign
  version: string
  supporters: number
  join: Join
  onPledged: (pledge: OwnPledge) => void
  after: ReactNode
  ladder: ReactNode
}

/** The number, Join, the estimate and Share: beside the text on wide screens, below the title on phones. */
export function Act({ campaign, version, supporters, join, onPledged, after, ladder }: ActProps) {
  if (campaign.isHistorical)
    return (
      <Frame>
        <StaticMarkup part={historyPart} version={version} of={{ campaign }} />
        <ShareButton shared={sharedCampaign(campaign)} />
      </Frame>
    )
  if (campaign.status === 'draft') return <DraftAct campaign={campaign} />
  const pledged = { campaignId: campaign.id, onPledged }
  return (
    <Frame>
      <SupporterNumber campaign={campaign} supporters={supporters} />
      {campaign.status === 'active' ? (
        <JoinPanel join={join} {...pledged} quiet={campaign.quiet} after={campaign.viewer.isCreator ? undefined : after} />
      ) : (
        <EndedPanel pledge={campaign.viewer.pledge} {...pledged} />
      )}
      <ImpactLine campaign={campaign} supporters={supporters} ladder={ladder} />
      <ShareButton shared={sharedCampaign(campaign)} />
      {campaign.viewer.isCreator && <Manage campaign={campaign} />}
    </Frame>
  )
}

const frameClass = 'flex flex-col gap-4 border-y-2 border-ink py-5 max-sm:-mx-4 max-sm:px-4 sm:border-2 sm:p-6'

function Frame({ children }: { children: ReactNode }) {
  return <div className={frameClass}>{children}</div>
}

/** Shown instead of the number and Join, which a draft does not have. */
function DraftAct({ campaign }: { campaign: Campaign }) {
  return (
    <div className={`${frameClass} border-dashed`}>
      <div>
        <p className="type-title text-xl">{m.campaigns_not_published()}</p>
        <p className="mt-2 text-muted">{m.campaigns_not_published_text()}</p>
      </div>
      {campaign.impact.mode === 'non_monetary' && <p className="wrap-anywhere">{m.campaigns_counted_in({ unit: campaign.impact.unit })}</p>}
    </div>
  )
}

/** Shown to the campaign's creator. */
function Manage({ campaign }: { campaign: Campaign }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-3">
      <p className="text-sm text-muted">{m.campaigns_your_own(nouns)}</p>
      <Link to="/campaigns/$slug/admin" params={{ slug: addressPart(campaign) }} className={buttonClass({ size: 'sm' })}>
        {m.campaigns_manage()}
      </Link>
    </div>
  )
}
