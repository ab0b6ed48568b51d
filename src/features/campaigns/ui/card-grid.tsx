import { Fragment, type ReactNode } from 'react'
import { LoadingNotice, Skeleton, SkeletonLines } from '#design/skeleton.tsx'
import { AdPlace } from '#features/site/ui/public.ts'
import type { CampaignCard } from '../contract.ts'
import { Card } from './card.tsx'

const gridClass = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3'
const full = 'col-span-full'

type CardGridProps = { campaigns: readonly CampaignCard[]; level?: 2 | 3; withAds?: boolean; isCompact?: boolean }

/** Cards in order, with an advertising slot after the 6th and the 15th where `withAds`. */
export function CardGrid({ campaigns, level = 3, withAds = false, isCompact = false }: CardGridProps) {
  const adAfter: Record<number, ReactNode> = withAds ? { 5: <AdPlace card="start" />, 14: <AdPlace card="count" /> } : {}
  return (
    <ul className={gridClass}>
      {campaigns.map((campaign, index) => (
        <Fragment key={campaign.id}>
          <li className="min-w-0">
            <Card campaign={campaign} level={level} isCompact={isCompact} />
          </li>
          {adAfter[index] && <li className={full}>{adAfter[index]}</li>}
        </Fragment>
      ))}
    </ul>
  )
}

export function CardGridSkeleton({ cards }: { cards: number }) {
  return (
    <div className={gridClass}>
      <LoadingNotice />
      {Array.from({ length: cards }, (_, index) => (
        <div key={index} className="flex flex-col rounded-md border border-line">
          <Skeleton className="aspect-video w-full" />
          <div className="flex flex-col gap-3 p-4">
            <Skeleton className="h-6 w-20" />
            <SkeletonLines lines={2} />
            <Skeleton className="mt-4 h-10 w-full" />
          </div>
        </div>
      ))}
    </div>
  )
}
