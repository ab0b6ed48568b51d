import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Badge } from '#design/badge.tsx'
import { StatusBadge } from '#features/campaigns/ui/badges.tsx'
import { DetachPledge } from '#features/pledges/ui/detach-pledge.tsx'
import { LookNote } from '#features/pledges/ui/look-note.tsx'
import { PledgePrivacy } from '#features/pledges/ui/pledge-privacy.tsx'
import { doneText, TickList } from '#features/pledges/ui/tick-list.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { fullDay } from '#platform/format.ts'
import type { PledgeWithCampaign } from '../contract.ts'
import { changeAction, changePledge } from './api.ts'

/** The heading of the list. It receives the focus after a pledge was disconnected. */
export const pledgesHeading = 'own-pledges'

/** The viewer's own pledge: the campaign, the day and the actions. */
export function PledgeItem({ taken: { campaign, pledge, pledgedAt, detaching }, level }: { taken: PledgeWithCampaign; level: 2 | 3 }) {
  const queryClient = useQueryClient()
  const Heading = level === 2 ? 'h2' : 'h3'
  const { slug, title, status, target, actions } = campaign
  return (
    <li className="border-b border-line py-4">
      <Heading dir="auto" className="text-lg font-semibold [overflow-wrap:anywhere]">
        <Link to="/campaigns/$slug" params={{ slug }} className="link">
          {title}
        </Link>
      </Heading>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <StatusBadge status={status} />
        <span className="min-w-0 [overflow-wrap:anywhere]">{m.dashboard_against({ target: target.name })}</span>
        <time dateTime={pledgedAt.toISOString()}>{m.dashboard_pledged({ day: fullDay(pledgedAt) })}</time>
        {pledge.state === 'unconfirmed' && <Badge tone="rising">{m.pledges_joined_unconfirmed()}</Badge>}
        {pledge.state === 'paused' && <Badge tone="rising">{m.pledges_joined_paused()}</Badge>}
        {pledge.state === 'removed' && <strong className="basis-full font-semibold text-ink">{m.pledges_removed()}</strong>}
        {pledge.state === 'review' && <strong className="basis-full font-semibold text-ink">{m.pledges_review()}</strong>}
        {pledge.state === 'rejected' && <strong className="basis-full font-semibold text-ink">{m.pledges_rejected()}</strong>}
        {pledge.state === 'repeated' && <span className="basis-full">{m.pledges_repeated(nouns)}</span>}
      </p>
      {(pledge.state === 'removed' || pledge.state === 'review') && <LookNote campaignId={campaign.id} state={pledge.state} />}
      <PledgePrivacy
        campaignId={campaign.id}
        pledge={pledge}
        title={title}
        onChanged={(changed) => changePledge(queryClient, { id: campaign.id, pledge: changed })}
      />
      {actions.length > 0 && (
        <>
          <p className="mt-3 flex flex-wrap gap-x-3 text-sm">
            <span className="font-semibold">{m.dashboard_pledge_actions()}</span>
            <span className="text-muted">{doneText(actions)}</span>
          </p>
          <TickList campaignId={campaign.id} actions={actions} onChanged={(action) => changeAction(queryClient, { id: campaign.id, action })} />
        </>
      )}
      {pledge.state === 'counted' && (
        <a href={`/campaigns/${slug}/proof`} className="link me-6 inline-flex min-h-11 items-center text-sm">
          {m.receipts_from_panel()}
        </a>
      )}
      <DetachPledge campaignId={campaign.id} pledge={pledge} detaching={detaching} title={title} focusId={pledgesHeading} />
    </li>
  )
}
