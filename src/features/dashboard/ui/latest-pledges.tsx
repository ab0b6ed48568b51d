import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#design/button.tsx'
import { EmptyState } from '#design/states.tsx'
import { ShownNotice } from '#features/pledges/ui/shown-notice.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { formatCount } from '#platform/format.ts'
import type { PledgeWithCampaign } from '../contract.ts'
import { dropShownNotice } from './api.ts'
import { PledgeItem, pledgesHeading } from './pledge-item.tsx'

export function LatestPledges({ total, latest, hasShownNotice }: { total: number; latest: readonly PledgeWithCampaign[]; hasShownNotice: boolean }) {
  const queryClient = useQueryClient()
  return (
    <section aria-labelledby={pledgesHeading}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={pledgesHeading} tabIndex={-1} className="type-title text-2xl outline-none">
          {m.dashboard_pledges()}
        </h2>
        {total > latest.length && (
          <Link to="/dashboard/pledges" className="link inline-flex min-h-11 items-center">
            {m.dashboard_pledges_all({ total: formatCount(total) })}
          </Link>
        )}
      </div>
      {hasShownNotice && <ShownNotice onDismissed={() => dropShownNotice(queryClient)} />}
      {latest.length === 0 ? (
        <NoPledges level={3} />
      ) : (
        <ul className="border-t border-ink">
          {latest.map((taken) => (
            <PledgeItem key={taken.campaign.id} taken={taken} level={3} />
          ))}
        </ul>
      )}
    </section>
  )
}

export function NoPledges({ level }: { level: 2 | 3 }) {
  return (
    <EmptyState
      title={m.dashboard_pledges_empty(nouns)}
      level={level}
      action={
        <Link to="/campaigns" className={buttonClass()}>
          {m.dashboard_pledges_browse(nouns)}
        </Link>
      }
    >
      {m.dashboard_pledges_empty_line()}
    </EmptyState>
  )
}
