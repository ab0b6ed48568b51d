import { useMemo, useState } from 'react'
import { AdArea } from '#features/site/ui/house-card.tsx'
import { HydrateWhenVisible, partWhenVisible } from '#platform/client/hydrate-when-visible.tsx'
import type { AnyCard } from '../contract.ts'
import { adsAfter } from '../terms.ts'
import { Card, type Words } from './card.tsx'
import { CardGridSkeleton, gridClass, narrowGridClass } from './card-grid-skeleton.tsx'

type CardGridProps = {
  campaigns: readonly AnyCard[]
  level?: 2 | 3
  isCompact?: boolean
  /** For a narrow column, with room for two cards side by side. */
  isNarrow?: boolean
  /** Marks the words that were searched for. */
  words?: Words | undefined
}

/** Cards in order. */
export function CardGrid({ campaigns, level = 3, isCompact = false, isNarrow = false, words }: CardGridProps) {
  return (
    <ul className={isNarrow ? narrowGridClass : gridClass}>
      {campaigns.map((campaign) => (
        <li key={campaign.id} className="@container min-w-0">
          <Card campaign={campaign} level={level} isCompact={isCompact} words={words} />
        </li>
      ))}
    </ul>
  )
}

/** The cards after the first ad slot. Nobody sees them on a first screen, so that they are hydrated later. */
export const laterCards = partWhenVisible(async () => CardGrid)

const [firstAdAfter, secondAdAfter] = adsAfter

/** A long list of cards with ad slots between them. */
export function CardGridWithAds({ campaigns, level = 3 }: Pick<CardGridProps, 'campaigns' | 'level'>) {
  // Cards of a later answer are shown at once.
  const [firstShown] = useState(campaigns)
  const isWanted = campaigns !== firstShown
  // Memoized to be the same elements in every rendering: the server's markup stays until they are hydrated.
  const [second, third] = useMemo(
    () =>
      [campaigns.slice(firstAdAfter, secondAdAfter), campaigns.slice(secondAdAfter)].map(
        (cards) =>
          cards.length > 0 && (
            <HydrateWhenVisible begin={laterCards.begin} isWanted={isWanted} fallback={<CardGridSkeleton cards={cards.length} />}>
              <laterCards.Part campaigns={cards} level={level} isCompact />
            </HydrateWhenVisible>
          ),
      ),
    [campaigns, level, isWanted],
  )
  return (
    <div className="flex flex-col gap-4">
      <CardGrid campaigns={campaigns.slice(0, firstAdAfter)} level={level} isCompact />
      {campaigns.length >= firstAdAfter && <AdArea slot="browse-1" card="start" />}
      {second}
      {campaigns.length >= secondAdAfter && <AdArea slot="browse-2" card="count" />}
      {third}
    </div>
  )
}
