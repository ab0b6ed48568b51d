import { Skeleton } from '#design/skeleton.tsx'
import { Failed, useRetry } from '#features/site/ui/public.ts'
import { m } from '#messages'
import { useAskAgain } from '#platform/client/ask-again.ts'
import { ListLoading } from './list-loading.tsx'
import { NotificationsFrame } from './notifications-frame.tsx'
import type { NotificationsSearch } from './notifications-search.ts'

/** The list alone is missing: another filter can still be chosen, and the list comes by itself once it can. */
export function NotificationsFailed({ search, reset }: { search: NotificationsSearch; reset: () => void }) {
  const retry = useRetry(reset)
  useAskAgain(() => void retry())
  return (
    <NotificationsFrame search={search}>
      <div className="mt-4">
        <Failed reset={reset}>{m.bell_failed()}</Failed>
      </div>
    </NotificationsFrame>
  )
}

/** As large as what is coming. */
export function NotificationsLoading() {
  return (
    <div className="page-column py-6 *:max-w-224 md:py-10">
      <Skeleton className="h-10 w-64 max-w-full" />
      <Skeleton className="mt-2 h-5 w-24" />
      <Skeleton className="mt-6 mb-4 h-12 w-48" />
      <ListLoading lines={8} isFlush />
    </div>
  )
}
