import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { cardClass, cardLinkClass } from '#design/card.ts'
import { cx } from '#design/classes.ts'
import type { EntryNumbers } from '#features/pledges/tallies/contract.ts'
import { EntryFigures } from './entry-figures.tsx'
import type { GroupKind } from './entry-texts.ts'
import { HeatBadge } from './heat-badge.tsx'

type EntryTileProps = {
  kind: GroupKind
  entry: { slug: string; name: string; description: string; numbers: EntryNumbers }
  icon?: ReactNode
  /** Shown below the figures. */
  children?: ReactNode
}

/** An industry or a cause in a list. */
export function EntryTile({ kind, entry: { slug, name, description, numbers }, icon, children }: EntryTileProps) {
  return (
    <article className={cx(cardClass, 'flex h-full flex-col gap-3 p-4 hover:border-edge')}>
      <div className="flex items-start gap-3">
        {icon}
        <h2 dir="auto" className="type-title min-w-0 grow text-xl [overflow-wrap:anywhere]">
          <Link to={`/${kind}/$slug`} params={{ slug }} className={cardLinkClass}>
            {name}
          </Link>
        </h2>
        <HeatBadge trendingScore={numbers.trendingScore} />
      </div>
      <p dir="auto" className="line-clamp-2 min-h-[2lh] text-sm text-muted">
        {description}
      </p>
      <div className={cx('border-t border-line pt-3', kind === 'causes' && 'mt-auto')}>
        <EntryFigures numbers={numbers} noImpact={kind === 'causes' ? '–$0' : '–'} />
      </div>
      {children}
    </article>
  )
}
