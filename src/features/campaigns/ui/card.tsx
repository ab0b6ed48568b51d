import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { cardClass, cardLinkClass } from '#design/card.tsx'
import { cx } from '#design/classes.ts'
import { CountUp } from '#design/count-up.tsx'
import { useCount } from '#features/pledges/ui/public.ts'
import { m } from '#messages'
import { compactNumber } from '#platform/format.ts'
import type { AnyCard } from '../contract.ts'
import { addressPart } from '../terms.ts'
import { Badges } from './badges.tsx'
import { Cover } from './cover.tsx'
import { impactInShort } from './impact-text.ts'
import { Years } from './years.tsx'

type CardProps = {
  campaign: AnyCard
  level: 2 | 3
  /** On a phone with a small cover at the side, for long lists. */
  isCompact: boolean
  /** How a search shows title and summary, with what it found in them marked. Without it the summary is left out. */
  words?: Words | undefined
}
export type Words = (text: string) => ReactNode

export function Card({ campaign, level, isCompact, words }: CardProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <article className={cx(cardClass, 'flex h-full flex-col overflow-hidden')}>
      <div className={cx('border-line', isCompact ? 'max-sm:absolute max-sm:end-3 max-sm:top-3 max-sm:w-24 max-sm:border sm:border-b' : 'border-b')}>
        <Cover campaign={campaign} sizes="(width < 36rem) 100vw, (width < 64rem) 50vw, 24rem" />
      </div>
      <div className="flex grow flex-col gap-2 p-4">
        <div className={cx(isCompact && 'max-sm:min-h-14 max-sm:pe-28')}>
          <Badges campaign={campaign} place="card" />
        </div>
        <Heading dir="auto" className="type-title text-xl">
          <Link to="/campaigns/$slug" params={{ slug: addressPart(campaign) }} className={cardLinkClass}>
            {words ? words(campaign.title) : campaign.title}
          </Link>
        </Heading>
        <p className="text-sm text-muted [overflow-wrap:anywhere]">
          <Against target={campaign.target} />
        </p>
        {words && (
          <p dir="auto" className="line-clamp-2 text-sm">
            {words(campaign.summary)}
          </p>
        )}
        <div className="mt-auto border-t border-line pt-3">{campaign.isHistorical ? <Years campaign={campaign} /> : <Figures campaign={campaign} />}</div>
      </div>
    </article>
  )
}

/** "against Beanholt", the name a link of its own above the card's. */
function Against({ target: { slug, name } }: Pick<AnyCard, 'target'>) {
  const mark = '\u0000'
  return m
    .campaigns_against({ target: mark })
    .split(/(\0)/)
    .map((part) =>
      part === mark ? (
        <Link
          key={part}
          to="/targets/$slug"
          params={{ slug }}
          className="target-44 relative z-10 text-ink no-underline hover:underline hover:underline-offset-4"
        >
          <bdi>{name}</bdi>
        </Link>
      ) : (
        part
      ),
    )
}

/** Supporters and impact in two columns that line up from card to card. */
function Figures({ campaign }: { campaign: AnyCard }) {
  const { supporters } = useCount(campaign.id, campaign.count, { isLive: campaign.status === 'active' })
  const { figure, label } = impactInShort(campaign.impact, supporters)
  return (
    <dl className="grid grid-cols-2 gap-x-4">
      <div className="flex flex-col-reverse justify-end">
        <dt className="text-xs text-muted">{m.pledges_supporters({ count: supporters })}</dt>
        <dd>
          <CountUp value={supporters} format={compactNumber} className="type-figure text-2xl leading-none" />
        </dd>
      </div>
      <div className="flex min-w-0 flex-col-reverse justify-end border-s border-line ps-4">
        <dt className="text-xs text-muted">{label}</dt>
        <dd className="type-figure text-2xl leading-none">{figure}</dd>
      </div>
    </dl>
  )
}
