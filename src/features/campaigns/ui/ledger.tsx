import { Link } from '@tanstack/react-router'
import { cardLinkClass } from '#design/card.ts'
import { cx } from '#design/classes.ts'
import { CountUp } from '#design/count-up.tsx'
import { useCount } from '#features/pledges/ui/counts.ts'
import { m } from '#messages'
import { compactNumber } from '#platform/format.ts'
import type { CampaignCard } from '../contract.ts'
import { StatusBadge } from './badges.tsx'
import { estimateInShort, supportersIn } from './impact-text.ts'

/** Campaigns as rows: the day of publication or victory, title, target and numbers. */
export function Ledger({ campaigns }: { campaigns: readonly CampaignCard[] }) {
  return (
    <ol className="border-t-2 border-ink">
      {campaigns.map((campaign) => (
        <LedgerRow key={campaign.id} campaign={campaign} />
      ))}
    </ol>
  )
}

const dayName = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })

function LedgerRow({ campaign }: { campaign: CampaignCard }) {
  const { supporters } = useCount(campaign.id, campaign.count, { isLive: campaign.status === 'active' })
  const impact = estimateInShort(campaign, supporters)
  const day = campaign.endedOn ?? campaign.publishedAt?.toISOString()
  return (
    <li className="relative grid grid-cols-[1fr_auto] items-baseline gap-x-6 gap-y-1 border-b border-line py-4 hover:bg-sunk md:grid-cols-[5rem_1fr_7rem_9rem]">
      <p className="type-kicker text-muted max-md:col-span-2">{day && <time dateTime={day}>{dayName.format(new Date(day))}</time>}</p>
      <div className="min-w-0 max-md:col-span-2">
        <h3 dir="auto" className="type-title text-xl">
          <Link to="/campaigns/$slug" params={{ slug: campaign.slug }} className={cardLinkClass}>
            {campaign.title}
          </Link>
        </h3>
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted wrap-anywhere">
          {campaign.status === 'victory' && <StatusBadge status="victory" />}
          {m.campaigns_against({ target: campaign.target.name })}
        </p>
      </div>
      <p className={cx('min-w-0 md:text-end', !impact && 'col-span-2')}>
        <CountUp value={supporters} format={compactNumber} className="type-figure text-xl leading-none" />
        <span className="block text-xs text-muted max-md:ms-1.5 max-md:inline">{supportersIn(campaign.impact, supporters)}</span>
      </p>
      {impact && (
        <p className="min-w-0 text-end">
          <span className="type-figure text-xl leading-none">{impact.figure}</span>
          <span className="block text-xs text-muted max-md:ms-1.5 max-md:inline">{impact.label}</span>
        </p>
      )}
    </li>
  )
}
