import { LoadingNotice, Skeleton, SkeletonLines } from '#design/skeleton.tsx'

export const gridClass = 'tile-grid'
/** Two columns; a tile that would be alone in the last row spans both. */
export const narrowGridClass = 'grid gap-4 sm:grid-cols-2 sm:[&>:last-child:nth-child(odd)]:col-span-full'

/** Placeholders of the same size as the cards. */
export function CardGridSkeleton({ cards, isNarrow = false }: { cards: number; isNarrow?: boolean }) {
  return (
    <div className={isNarrow ? narrowGridClass : gridClass}>
      <LoadingNotice />
      {Array.from({ length: cards }, (_, place) => place).map((place) => (
        <div key={place} className="flex flex-col rounded-md border border-line">
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
