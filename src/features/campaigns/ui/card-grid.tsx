import { Fragment, type ReactNode } from 'react'
import { AdPlace } from '#features/site/ui/public.ts'
import type { AnyCard } from '../contract.ts'
import { Card, type Words } from './card.tsx'
import { gridClass, narrowGridClass } from './card-grid-skeleton.tsx'

const full = 'col-span-full'

type CardGridProps = {
  campaigns: readonly AnyCard[]
  level?: 2 | 3
  withAds?: boolean
  isCompact?: boolean
  /** Beside something else, with room for two. */
  isNarrow?: boolean
  /** What was searched for, to be marked. */
  words?: Words | undefined
}

/** Cards in order, with an advertising slot after the 6th and the 15th where `withAds`. */
export function CardGrid({ campaigns, level = 3, withAds = false, isCompact = false, isNarrow = false, words }: CardGridProps) {
  const adAfter: Record<number, ReactNode> = withAds ? { 5: <AdPlace slot="browse-1" card="start" />, 14: <AdPlace slot="browse-2" card="count" /> } : {}
  return (
    <ul className={isNarrow ? narrowGridClass : gridClass}>
      {campaigns.map((campaign, index) => (
        <Fragment key={campaign.id}>
          <li className="min-w-0">
            <Card campaign={campaign} level={level} isCompact={isCompact} words={words} />
          </li>
          {adAfter[index] && <li className={full}>{adAfter[index]}</li>}
        </Fragment>
      ))}
    </ul>
  )
}
