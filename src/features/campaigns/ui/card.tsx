import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { cardClass, cardLinkClass } from '#design/card.ts'
import { cx } from '#design/classes.ts'
import { CountUp } from '#design/count-up.tsx'
import { Poster, PosterMark } from '#design/poster.tsx'
import { useCount } from '#features/pledges/ui/counts.ts'
import { m } from '#messages'
import { compactNumber } from '#platform/format.ts'
import type { AnyCard } from '../contract.ts'
import { addressPart } from '../terms.ts'
import { Badges } from './badges.tsx'
import { Cover, posterSeed } from './cover.tsx'
import { estimateInShort, supportersIn } from './impact-text.ts'
import { Years } from './years.tsx'

type CardProps = {
  campaign: AnyCard
  level: 2 | 3
  /** On phones, a small cover at the side, for long lists. */
  isCompact: boolean
  /** Renders title and summary in search results with the matches marked. Without it the summary is omitted. */
  words?: Words | undefined
}
export type Words = (text: string) => ReactNode

/** A campaign in a list. If its cover is a poster, the title is on the poster and not repeated below. */
export function Card({ campaign, level, isCompact, words }: CardProps) {
  const isOnPoster = !campaign.cover && !words
  return (
    <article className={cx(cardClass, 'flex h-full flex-col overflow-hidden @min-[35rem]:flex-row')}>
      <div
        className={cx(
          'border-line @min-[35rem]:w-1/2 @min-[35rem]:shrink-0 @min-[35rem]:border-e',
          isCompact
            ? 'max-sm:absolute max-sm:end-3 max-sm:top-3 max-sm:w-24 max-sm:border sm:border-b @min-[35rem]:border-b-0'
            : 'border-b @min-[35rem]:border-b-0',
        )}
      >
        <CardCover campaign={campaign} isCompact={isCompact} isTitled={isOnPoster} />
      </div>
      <div className="flex grow flex-col gap-2 p-4">
        <div className={cx(isCompact && 'max-sm:min-h-14 max-sm:pe-28')}>
          <Badges campaign={campaign} place="card" />
        </div>
        <Title campaign={campaign} level={level} seen={isOnPoster ? (isCompact ? 'on phones' : 'nowhere') : 'everywhere'}>
          {words ? words(campaign.title) : campaign.title}
        </Title>
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

const coverSizes = '(width < 36rem) 100vw, (width < 64rem) 50vw, 24rem'

function CardCover({ campaign, isCompact, isTitled }: { campaign: AnyCard; isCompact: boolean; isTitled: boolean }) {
  if (campaign.cover) return <Cover campaign={campaign} sizes={coverSizes} />
  const seed = posterSeed({ title: campaign.title, target: campaign.target.name })
  const mark = (className?: string) => <PosterMark title={campaign.title} seed={seed} {...(className ? { className } : {})} />
  if (!isTitled) return mark()
  return (
    <>
      {isCompact && mark('sm:hidden')}
      {/* No target: it is named below the poster. */}
      <Poster title={campaign.title} kicker={campaign.industry?.name} seed={seed} {...(isCompact ? { className: 'max-sm:hidden' } : {})} />
    </>
  )
}

type TitleProps = { campaign: AnyCard; level: 2 | 3; seen: 'everywhere' | 'on phones' | 'nowhere'; children: ReactNode }

/** The link of a card. It covers the title, or the whole card if the poster already shows the title. */
function Title({ campaign, level, seen, children }: TitleProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  const looks = {
    everywhere: { heading: '', link: cardLinkClass, text: undefined },
    'on phones': {
      heading: 'sm:absolute sm:inset-0',
      link: `${cardLinkClass} sm:absolute sm:inset-0 sm:-outline-offset-3`,
      text: 'sm:sr-only',
    },
    nowhere: { heading: 'absolute inset-0', link: 'absolute inset-0 -outline-offset-3', text: 'sr-only' },
  }
  const { heading, link, text } = looks[seen]
  return (
    <Heading dir="auto" className={cx('type-title text-xl', heading)}>
      <Link to="/campaigns/$slug" params={{ slug: addressPart(campaign) }} className={link}>
        <span className={text}>{children}</span>
      </Link>
    </Heading>
  )
}

/** "against Beanholt". The name is a link of its own on top of the card's link. */
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

/** Supporters and impact in two columns that align across cards; one number if the impact is not in money. */
function Figures({ campaign }: { campaign: AnyCard }) {
  const { supporters } = useCount(campaign.id, campaign.count, { isLive: campaign.status === 'active' })
  const impact = estimateInShort(campaign, supporters)
  return (
    <dl className={cx('grid gap-x-4', impact && 'grid-cols-2')}>
      <div className="flex min-w-0 flex-col-reverse justify-end">
        <dt className="text-xs text-muted">{supportersIn(campaign.impact, supporters)}</dt>
        <dd>
          <CountUp value={supporters} format={compactNumber} className="type-figure text-2xl leading-none" />
        </dd>
      </div>
      {impact && (
        <div className="flex min-w-0 flex-col-reverse justify-end border-s border-line ps-4">
          <dt className="text-xs text-muted">{impact.label}</dt>
          <dd className="type-figure text-2xl leading-none">{impact.figure}</dd>
        </div>
      )}
    </dl>
  )
}
