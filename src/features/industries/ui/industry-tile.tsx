import { Link } from '@tanstack/react-router'
import { cardClass, cardLinkClass } from '#design/card.tsx'
import { cx } from '#design/classes.ts'
import { HeatBadge, SubjectFigures } from '#features/live-stats/ui/public.ts'
import { TargetLogo } from '#features/targets/ui/public.ts'
import { m } from '#messages'
import { compactNumber } from '#platform/format.ts'
import type { Industry } from '../contract.ts'

/** An industry in a list, with the three of its targets that have the most supporters. */
export function IndustryTile({ industry: { slug, name, description, numbers, topTargets } }: { industry: Industry }) {
  const hasSupporters = topTargets.some(({ supporters }) => supporters > 0)
  return (
    <article className={cx(cardClass, 'flex h-full flex-col gap-3 p-4 hover:border-edge')}>
      <div className="flex items-start justify-between gap-3">
        <h2 dir="auto" className="type-title min-w-0 text-xl [overflow-wrap:anywhere]">
          <Link to="/industries/$slug" params={{ slug }} className={cardLinkClass}>
            {name}
          </Link>
        </h2>
        <HeatBadge trendingScore={numbers.trendingScore} />
      </div>
      <p dir="auto" className="line-clamp-2 min-h-[2lh] text-sm text-muted">
        {description}
      </p>
      <div className="border-t border-line pt-3">
        <SubjectFigures numbers={numbers} noImpact="–" />
      </div>
      {topTargets.length > 0 && (
        <div className="border-t border-line pt-2">
          <h3 className="text-xs text-muted">{hasSupporters ? m.industries_top() : m.industries_some()}</h3>
          <ul className="divide-y divide-line">
            {topTargets.map((target) => (
              <li key={target.slug}>
                <Link
                  to="/targets/$slug"
                  params={{ slug: target.slug }}
                  className="relative z-10 flex min-h-14 items-center gap-3 py-1 no-underline hover:underline hover:underline-offset-4"
                >
                  <TargetLogo target={target} size="sm" />
                  <span dir="auto" className="min-w-0 truncate font-semibold">
                    {target.name}
                  </span>
                  {target.supporters > 0 && (
                    <span className="ms-auto shrink-0 text-end">
                      <span className="type-figure text-lg">{compactNumber(target.supporters)}</span>
                      <span className="sr-only"> {m.pledges_supporters({ count: target.supporters })}</span>
                    </span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </article>
  )
}
