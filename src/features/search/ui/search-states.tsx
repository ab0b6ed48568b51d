import { Skeleton } from '#design/skeleton.tsx'
import { CardGridSkeleton } from '#features/campaigns/ui/card-grid-skeleton.tsx'
import { Failed } from '#features/site/ui/error-page.tsx'
import { m } from '#messages'
import { SearchFrame } from './search-frame.tsx'

export function SearchLoading() {
  return (
    <SearchFrame>
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-12 w-72 max-w-full" />
      <CardGridSkeleton cards={6} />
    </SearchFrame>
  )
}

export function SearchFailed({ reset }: { reset: () => void }) {
  return (
    <SearchFrame>
      <Failed reset={reset}>{m.search_failed()}</Failed>
    </SearchFrame>
  )
}
