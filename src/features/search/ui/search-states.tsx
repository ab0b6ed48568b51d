import { Button } from '#design/button.tsx'
import { Skeleton } from '#design/skeleton.tsx'
import { ErrorState } from '#design/states.tsx'
import { CardGridSkeleton } from '#features/campaigns/ui/public.ts'
import { useRetry } from '#features/site/ui/public.ts'
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
  const retry = useRetry(reset)
  return (
    <SearchFrame>
      <ErrorState onRetry={retry} action={<Button onClick={() => window.location.reload()}>{m.site_refresh()}</Button>}>
        {m.search_failed()}
      </ErrorState>
    </SearchFrame>
  )
}
