import { Link } from '@tanstack/react-router'
import { cardClass, cardLinkClass } from '#design/card.ts'
import { cx } from '#design/classes.ts'
import { m } from '#messages'
import { EntryFigures } from '../../ui/entry-figures.tsx'
import { HeatBadge } from '../../ui/heat-badge.tsx'
import type { Target } from '../contract.ts'
import { TargetLogo } from './target-logo.tsx'

type TileProps = { target: Target; level?: 2 | 3 /** withoutIndustry: for lists of a single industry. */; withoutIndustry?: boolean }

export function TargetTile({ target, level = 2, withoutIndustry = false }: TileProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  const { slug, name, industry, isFictional, numbers } = target
  const isActive = numbers.campaigns > 0
  const about = aboutTarget({ industry: withoutIndustry ? null : industry, isFictional })
  return (
    <article className={cx(cardClass, 'flex h-full flex-col gap-4 p-4 hover:border-edge')}>
      <div className="flex items-start gap-3">
        <TargetLogo target={target} size={isActive ? 'md' : 'sm'} />
        <div className="min-w-0 grow">
          <Heading dir="auto" className="type-title text-xl [overflow-wrap:anywhere]">
            <Link to="/targets/$slug" params={{ slug }} className={cardLinkClass}>
              {name}
            </Link>
          </Heading>
          {about && <p className="mt-0.5 text-sm text-muted">{about}</p>}
          {!isActive && <p className="text-sm text-muted">{m.targets_no_campaigns()}</p>}
        </div>
        <HeatBadge trendingScore={numbers.trendingScore} />
      </div>
      {isActive && (
        <div className="mt-auto border-t border-line pt-3">
          <EntryFigures numbers={numbers} noImpact="$0" />
        </div>
      )}
    </article>
  )
}

export const aboutTarget = ({ industry, isFictional }: Pick<Target, 'industry' | 'isFictional'>) =>
  [industry?.name, isFictional && m.targets_fictional()].filter(Boolean).join(' · ')

export function TargetTiles({ targets, ...rest }: Omit<TileProps, 'target'> & { targets: readonly Target[] }) {
  if (targets.length === 0) return null
  return (
    <ul className="tile-grid">
      {targets.map((target) => (
        <li key={target.id} className="min-w-0">
          <TargetTile target={target} {...rest} />
        </li>
      ))}
    </ul>
  )
}
