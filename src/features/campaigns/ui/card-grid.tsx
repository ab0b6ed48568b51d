import { Fragment, type ReactNode } from 'react'
import { cx } from '#design/classes.ts'
import { AdArea } from '#features/site/ui/public.ts'
import type { AnyCard } from '../contract.ts'
import { Card, type Words } from './card.tsx'
import { gridClass, narrowGridClass } from './card-grid-skeleton.tsx'

const full = 'col-span-full'
/** A card that would be alone in its row spans the whole row. */
const lastAcross = 'sm:max-lg:[&>:last-child:nth-child(odd)]:col-span-full sm:[&>:only-child]:col-span-full'
const lastAcrossNarrow = 'sm:[&>:last-child:nth-child(odd)]:col-span-full'

type CardGridProps = {
  campaigns: readonly AnyCard[]
  level?: 2 | 3
  withAds?: boolean
  isCompact?: boolean
  /** For a narrow column, with room for two cards side by side. */
  isNarrow?: boolean
  /** Marks the words that were searched for. */
  words?: Words | undefined
}

/** Cards in order. With `withAds`, ad slots follow the 6th and the 15th card. */
export function CardGrid({ campaigns, level = 3, withAds = false, isCompact = false, isNarrow = false, words }: CardGridProps) {
  const adAfter: Record<number, ReactNode> = withAds ? { 5: <AdArea slot="browse-1" card="start" />, 14: <AdArea slot="browse-2" card="count" /> } : {}
  return (
    <ul className={cx(isNarrow ? narrowGridClass : gridClass, !withAds && (isNarrow ? lastAcrossNarrow : lastAcross))}>
      {campaigns.map((campaign, index) => (
        <Fragment key={campaign.id}>
          <li className="@container min-w-0">
            <Card campaign={campaign} level={level} isCompact={isCompact} words={words} />
          </li>
          {adAfter[index] && <li className={full}>{adAfter[index]}</li>}
        </Fragment>
      ))}
    </ul>
  )
}
