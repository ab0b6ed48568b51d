import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { buttonClass } from '#design/button.tsx'
import { EmptyState } from '#design/states.tsx'
import { addressPart, type Status } from '#features/campaigns/terms.ts'
import { StatusBadge } from '#features/campaigns/ui/badges.tsx'
import { ContinueEditing } from '#features/campaigns/ui/continue-editing.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { formatCount } from '#platform/format.ts'
import type { Own } from './api.ts'
import { DeleteDraft, ownHeading } from './delete-draft.tsx'

const groups: readonly { title: () => string; holds: readonly Status[] }[] = [
  { title: m.dashboard_drafts, holds: ['draft'] },
  { title: m.dashboard_active, holds: ['active'] },
  { title: m.dashboard_past, holds: ['victory', 'archived'] },
]

export function OwnCampaigns({ campaigns }: { campaigns: readonly Own[] }) {
  return (
    <section aria-labelledby={ownHeading}>
      <h2 id={ownHeading} tabIndex={-1} className="type-title mb-4 text-2xl outline-none">
        {m.dashboard_mine({ count: formatCount(campaigns.length) })}
      </h2>
      {campaigns.length === 0 && (
        <EmptyState title={m.dashboard_empty(nouns)} level={3}>
          {m.dashboard_empty_line()}
        </EmptyState>
      )}
      <div className="flex flex-col gap-8">
        {groups.map(({ title, holds }) => (
          <Group key={title()} title={title()} campaigns={campaigns.filter(({ status }) => holds.includes(status))} />
        ))}
      </div>
    </section>
  )
}

export function NewCampaign() {
  return (
    <Link to="/campaigns/create" className={buttonClass({ tone: 'primary' })}>
      <Plus className="size-5" />
      {m.dashboard_new()}
    </Link>
  )
}

function Group({ title, campaigns }: { title: string; campaigns: readonly Own[] }) {
  if (campaigns.length === 0) return null
  return (
    <div>
      <h3 className="type-title mb-2 text-xl">{title}</h3>
      <ul className="border-t border-ink">
        {campaigns.map((campaign) => (
          <Row key={campaign.id} campaign={campaign} />
        ))}
      </ul>
    </div>
  )
}

function Row({ campaign }: { campaign: Own }) {
  const { id, status, title, targetName, count } = campaign
  const slug = addressPart(campaign)
  const [isDraft, isOver] = [status === 'draft', status === 'victory' || status === 'archived']
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3">
      <div className="min-w-0 grow basis-60">
        <p dir="auto" className="text-lg font-semibold [overflow-wrap:anywhere]">
          {title}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <StatusBadge status={status} />
          <span className="min-w-0 [overflow-wrap:anywhere]">{m.dashboard_against({ target: targetName })}</span>
          {!isDraft && <span className="tabular-nums">{m.dashboard_supporters({ count: count.supporters })}</span>}
        </p>
      </div>
      <div className="flex min-w-0 flex-wrap gap-2">
        {isDraft && <ContinueEditing id={id} title={title} />}
        {!isDraft && (
          <Link to="/campaigns/$slug" params={{ slug }} aria-label={m.dashboard_view_named({ title })} className={buttonClass()}>
            {m.dashboard_view()}
          </Link>
        )}
        {!isOver && (
          <Link to="/campaigns/$slug/admin" params={{ slug }} aria-label={m.admin_manage_named({ title })} className={buttonClass()}>
            {m.admin_manage()}
          </Link>
        )}
        {isDraft && <DeleteDraft id={id} title={title} />}
      </div>
    </li>
  )
}
