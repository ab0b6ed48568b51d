import { Link } from '@tanstack/react-router'
import { CountUp } from '#design/count-up.tsx'
import { cardClass, cardLinkClass } from '#design/card.tsx'
import { useCount } from '#features/pledges/ui/public.ts'
import { m } from '#messages'
import { compactNumber } from '#platform/format.ts'
import type { CampaignCard } from '../contract.ts'
import { Badges } from './badges.tsx'
import { Cover } from './cover.tsx'
import { impactInShort } from './impact-text.ts'

/** One campaign among others: on a phone a row with a small cover, above that a card. */
export function Card({ campaign, level = 3 }: { campaign: CampaignCard; level?: 2 | 3 }) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <article className={`${cardClass} flex h-full flex-col overflow-hidden`}>
      <div className="border-b border-line">
        <Cover campaign={campaign} sizes="(width < 36rem) 100vw, (width < 64rem) 50vw, 24rem" />
      </div>
      <div className="flex grow flex-col gap-2 p-4">
        <Badges campaign={campaign} place="card" />
        <Heading className="type-title text-xl">
          <Link to="/campaigns/$slug" params={{ slug: campaign.slug }} className={cardLinkClass}>
            {campaign.title}
          </Link>
        </Heading>
        <p className="text-sm text-muted">{m.campaigns_against({ target: campaign.target.name })}</p>
        <div className="mt-auto border-t border-line pt-3">{campaign.isHistorical ? <Years campaign={campaign} /> : <Figures campaign={campaign} />}</div>
      </div>
    </article>
  )
}

/** Supporters and impact in two columns that line up from card to card. */
function Figures({ campaign }: { campaign: CampaignCard }) {
  const { supporters } = useCount(campaign.id, campaign.count, { isLive: campaign.status === 'active' })
  return (
    <dl className="grid grid-cols-2 gap-x-4">
      <div className="flex flex-col-reverse justify-end">
        <dt className="text-xs text-muted">{m.pledges_supporters({ count: supporters })}</dt>
        <dd>
          <CountUp value={supporters} format={compactNumber} className="type-figure text-2xl leading-none" />
        </dd>
      </div>
      <div className="flex min-w-0 flex-col-reverse justify-end border-s border-line ps-4">
        <dt className="text-xs text-muted">{m.campaigns_impact_short()}</dt>
        <dd className="type-figure truncate text-lg leading-none">{impactInShort(campaign.impact, supporters)}</dd>
      </div>
    </dl>
  )
}

export function Years({ campaign: { startedOn, endedOn } }: { campaign: Pick<CampaignCard, 'startedOn' | 'endedOn'> }) {
  if (!startedOn) return null
  const [from, to] = [startedOn.slice(0, 4), endedOn?.slice(0, 4)]
  return <p className="type-figure text-2xl leading-none">{to === undefined ? m.campaigns_since({ from }) : to === from ? from : m.campaigns_years({ from, to })}</p>
}
