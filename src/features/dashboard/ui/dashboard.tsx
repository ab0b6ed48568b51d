import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { Badge, type BadgeTone } from '#design/badge.tsx'
import { buttonClass } from '#design/button.tsx'
import { EmptyState } from '#design/states.tsx'
import type { Status } from '#features/campaigns/terms.ts'
import { ContinueEditing } from '#features/campaigns/ui/public.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { formatCount } from '#platform/format.ts'
import { mine } from './api.ts'

type Own = { id: string; slug: string; status: Status; title: string; targetName: string; count: { supporters: number } }

const groups: readonly { title: () => string; holds: readonly Status[] }[] = [
  { title: m.dashboard_drafts, holds: ['draft'] },
  { title: m.dashboard_active, holds: ['active'] },
  { title: m.dashboard_past, holds: ['victory', 'archived'] },
]
const badges: { [status in Status]: { tone: BadgeTone; text: () => string } } = {
  draft: { tone: 'neutral', text: m.dashboard_status_draft },
  active: { tone: 'active', text: m.dashboard_status_active },
  victory: { tone: 'victory', text: m.dashboard_status_victory },
  archived: { tone: 'outlined', text: m.dashboard_status_archived },
}

/** One's own campaigns. */
export function Dashboard({ displayName }: { displayName: string }) {
  const { data: campaigns } = useSuspenseQuery(mine())
  return (
    <div className="page-column py-6 md:py-10">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="type-title text-3xl [overflow-wrap:anywhere]">{m.dashboard_welcome({ name: displayName })}</h1>
        <NewCampaign />
      </header>
      <h2 className="type-title mt-10 mb-4 text-2xl">{m.dashboard_mine({ count: formatCount(campaigns.length) })}</h2>
      {campaigns.length === 0 && (
        <EmptyState title={m.dashboard_empty(nouns)} level={3} action={<NewCampaign />}>
          {m.dashboard_empty_line()}
        </EmptyState>
      )}
      {groups.map(({ title, holds }) => (
        <Group key={title()} title={title()} campaigns={campaigns.filter(({ status }) => holds.includes(status))} />
      ))}
    </div>
  )
}

function NewCampaign() {
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
    <section className="mb-8">
      <h3 className="type-title mb-2 text-xl">{title}</h3>
      <ul className="border-t border-ink">
        {campaigns.map(({ id, slug, status, title: name, targetName, count }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3 sm:flex-nowrap">
            <div className="min-w-0 grow basis-60">
              <p className="text-lg font-semibold [overflow-wrap:anywhere]">{name}</p>
              <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
                <Badge tone={badges[status].tone}>{badges[status].text()}</Badge>
                <span>{m.dashboard_against({ target: targetName })}</span>
                {status !== 'draft' && <span className="tabular-nums">{m.dashboard_supporters({ count: count.supporters })}</span>}
              </p>
            </div>
            <div className="flex min-w-0 flex-wrap gap-2 sm:shrink-0">
              {status === 'draft' && <ContinueEditing id={id} title={name} />}
              <Link to="/campaigns/$slug/admin" params={{ slug }} aria-label={m.admin_manage_named({ title: name })} className={buttonClass()}>
                {m.admin_manage()}
              </Link>
              <Link to="/campaigns/$slug" params={{ slug }} aria-label={m.dashboard_view_named({ title: name })} className={buttonClass()}>
                {m.dashboard_view()}
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
