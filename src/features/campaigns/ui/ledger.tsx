import { Link } from '@tanstack/react-router'
import { Badge } from '#design/badge.tsx'
import { cardLinkClass } from '#design/card.ts'
import { cx } from '#design/classes.ts'
import { CountUp } from '#design/count-up.tsx'
import { useCount } from '#features/pledges/ui/counts.ts'
import { m } from '#messages'
import { compactNumber } from '#platform/format.ts'
import type { CampaignCard } from '../contract.ts'
import { StatusBadge } from './badges.tsx'
import { estimateInShort, supportersIn } from './impact-text.ts'
import { yearsText } from './years-text.ts'

/** Campaigns as rows: the day of publication or of the end, title, target and numbers. A historical boycott has no numbers. */
export function Ledger({ campaigns }: { campaigns: readonly CampaignCard[] }) {
  return (
    <ol className="@container border-t-2 border-ink">
      {campaigns.map((campaign) => (
        <LedgerRow key={campaign.id} campaign={campaign} />
      ))}
    </ol>
  )
}

const dayName = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const monthName = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const recentMs = 300 * 86_400_000

/** "1995" for a historical boycott, "Jun 20", or "Jun 2025" if that is long ago. */
function When({ campaign }: { campaign: CampaignCard }) {
  if (campaign.isHistorical) return yearsText(campaign)
  const day = campaign.endedOn ?? campaign.publishedAt?.toISOString()
  if (!day) return null
  const name = Date.now() - Date.parse(day) < recentMs ? dayName : monthName
  return <time dateTime={day}>{name.format(new Date(day))}</time>
}

function LedgerRow({ campaign }: { campaign: CampaignCard }) {
  return (
    <li className="relative grid grid-cols-[1fr_auto] items-baseline gap-x-6 gap-y-1 border-b border-line py-4 hover:bg-sunk @min-[42rem]:grid-cols-[5rem_1fr_7rem_9rem]">
      <p className="type-kicker text-muted @max-[42rem]:col-span-2">
        <When campaign={campaign} />
      </p>
      <div className="min-w-0 @max-[42rem]:col-span-2">
        <h3 dir="auto" className="type-title text-xl">
          <Link to="/campaigns/$slug" params={{ slug: campaign.slug }} className={cardLinkClass}>
            {campaign.title}
          </Link>
        </h3>
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted wrap-anywhere">
          {campaign.status !== 'active' && <StatusBadge status={campaign.status} />}
          {campaign.isHistorical && <Badge tone="neutral">{m.campaigns_historical()}</Badge>}
          {m.campaigns_against({ target: campaign.target.name })}
        </p>
      </div>
      {!campaign.isHistorical && <Figures campaign={campaign} />}
    </li>
  )
}

function Figures({ campaign }: { campaign: CampaignCard }) {
  const { supporters } = useCount(campaign.id, campaign.count, { isLive: campaign.status === 'active' })
  const impact = estimateInShort(campaign, supporters)
  return (
    <>
      <p className={cx('min-w-0 @min-[42rem]:text-end', !impact && 'col-span-2')}>
        <CountUp value={supporters} format={compactNumber} className="type-figure text-xl leading-none" />
        <span className="block text-xs text-muted @max-[42rem]:ms-1.5 @max-[42rem]:inline">{supportersIn(campaign.impact, supporters)}</span>
      </p>
      {impact && (
        <p className="min-w-0 text-end">
          <span className="type-figure text-xl leading-none">{impact.figure}</span>
          <span className="block text-xs text-muted @max-[42rem]:ms-1.5 @max-[42rem]:inline">{impact.label}</span>
        </p>
      )}
    </>
  )
}
