import { Link } from '@tanstack/react-router'
import { cardClass, cardLinkClass } from '#design/card.tsx'
import { cx } from '#design/classes.ts'
import { HeatBadge, SubjectFigures } from '#features/live-stats/ui/public.ts'
import type { Cause } from '../contract.ts'
import { CauseIcon } from './cause-icon.tsx'

/** A cause in a list: what it is, and what is done for it. */
export function CauseTile({ cause: { slug, name, description, icon, numbers } }: { cause: Cause }) {
  return (
    <article className={cx(cardClass, 'flex h-full flex-col gap-3 p-4 hover:border-edge')}>
      <div className="flex items-start gap-3">
        <CauseIcon icon={icon} className="mt-0.5 size-6 shrink-0" />
        <h2 dir="auto" className="type-title min-w-0 grow text-xl [overflow-wrap:anywhere]">
          <Link to="/causes/$slug" params={{ slug }} className={cardLinkClass}>
            {name}
          </Link>
        </h2>
        <HeatBadge trendingScore={numbers.trendingScore} />
      </div>
      <p dir="auto" className="line-clamp-2 min-h-[2lh] text-sm text-muted">
        {description}
      </p>
      <div className="mt-auto border-t border-line pt-3">
        <SubjectFigures numbers={numbers} noImpact="–$0" />
      </div>
    </article>
  )
}
