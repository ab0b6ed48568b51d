import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Badge, type BadgeTone } from '#design/badge.tsx'
import { buttonClass } from '#design/button.tsx'
import { cx } from '#design/classes.ts'
import { Breadcrumb } from '#design/navigation.tsx'
import type { Campaign } from '#features/campaigns/contract.ts'
import { mayCountQuietly, mayEdit, mayWrite } from '#features/campaigns/policy.ts'
import { addressPart, type Status } from '#features/campaigns/terms.ts'
import { Numbers } from '#features/campaigns/ui/numbers.tsx'
import { Outcome } from '#features/campaigns/ui/outcome.tsx'
import { ModerationNote } from '#features/moderation/ui/moderation-note.tsx'
import { useCount } from '#features/pledges/ui/counts.ts'
import { m } from '#messages'
import { DraftPanel } from './draft-panel.tsx'
import { EndPanel } from './end-panel.tsx'
import { FirstDay } from './first-day.tsx'
import { isFirstDay } from './first-day-rule.ts'
import { QuietPanel } from './quiet-panel.tsx'

type AdminPageProps = {
  campaign: Campaign
  /** Slots for other features: the form for an update, the posted updates, and the plot of growth. */
  updateForm?: ReactNode
  updatesHistory?: ReactNode
  plot?: ReactNode
}

const badges: { [status in Status]: { tone: BadgeTone; text: () => string } } = {
  draft: { tone: 'neutral', text: m.campaigns_status_draft },
  active: { tone: 'active', text: m.admin_published },
  victory: { tone: 'victory', text: m.admin_victory },
  archived: { tone: 'outlined', text: m.campaigns_status_archived },
}

/** The page on which a creator manages a campaign. */
export function AdminPage({ campaign, updateForm, updatesHistory, plot }: AdminPageProps) {
  const { status, title, target } = campaign
  const slug = addressPart(campaign)
  const { tone, text } = badges[status]
  const isDraft = status === 'draft'
  const isNew = useFirstDayOf(campaign)
  const isWritable = mayWrite(campaign)
  const hasUpdates = Boolean(updateForm || updatesHistory)
  return (
    <>
      <div className="page-column pt-4 pb-8">
        <Breadcrumb
          trail={[
            <Link key="dashboard" to="/dashboard">
              {m.dashboard_title()}
            </Link>,
          ]}
          current={m.admin_manage()}
        />
        <header className="mt-2 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <div className="min-w-0">
            <Badge tone={tone}>{text()}</Badge>
            <h1 dir="auto" className="type-title mt-2 text-3xl [overflow-wrap:anywhere]">
              {title}
            </h1>
            <p className="mt-1 text-muted">{m.admin_target({ target: target.name })}</p>
          </div>
          <p className="flex flex-wrap gap-2">
            <Link to="/campaigns/$slug" params={{ slug }} className={buttonClass()}>
              {isDraft ? m.admin_preview() : m.admin_view()}
            </Link>
            {!isDraft && isWritable && mayEdit(campaign) && (
              <Link to="/campaigns/$slug/edit" params={{ slug }} className={buttonClass()}>
                {m.admin_edit()}
              </Link>
            )}
          </p>
        </header>
      </div>
      {isDraft ? <DraftPanel campaign={campaign} /> : <Outcome campaign={campaign} />}
      {campaign.moderation && (
        <div className="page-column pb-4">
          <ModerationNote moderation={campaign.moderation} isAuthor />
        </div>
      )}
      {isNew && isWritable && (
        <div className="page-column my-6">
          <FirstDay campaign={campaign} />
        </div>
      )}
      {!isDraft && (
        <div className={cx('page-column grid gap-x-12 gap-y-12 py-8', hasUpdates && 'lg:grid-cols-[3fr_2fr]')}>
          <div className="flex min-w-0 flex-col gap-12 empty:hidden">
            {updateForm}
            {updatesHistory}
          </div>
          <div className="flex min-w-0 flex-col gap-12">
            <Counted campaign={campaign} />
            {isWritable && mayCountQuietly(campaign) && <QuietPanel campaign={campaign} />}
            {/* A plot of a handful of people shows nothing yet. */}
            {!isNew && plot}
          </div>
        </div>
      )}
      {!isDraft && isWritable && <EndPanel key={status} campaign={campaign} />}
    </>
  )
}

/** True on an organizer's first day. Decided once per status, so that the tenth supporter does not remove the panel while it is being read. */
function useFirstDayOf(campaign: Campaign): boolean {
  const { status } = campaign
  const [decided, setDecided] = useState(() => ({ status, isNew: isFirstDay(campaign, Date.now()) }))
  if (decided.status !== status) setDecided({ status, isNew: isFirstDay(campaign, Date.now()) })
  return decided.isNew
}

function Counted({ campaign }: { campaign: Campaign }) {
  const { supporters } = useCount(campaign.id, campaign.count, { isLive: campaign.status === 'active' })
  return (
    <div className="border-t-2 border-ink pt-4">
      <Numbers campaign={campaign} supporters={supporters} />
    </div>
  )
}
