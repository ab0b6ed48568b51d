import { Skeleton } from '#design/skeleton.tsx'
import { Failed } from '#features/site/ui/error-page.tsx'
import { m } from '#messages'
import { ListLoading } from './list-loading.tsx'
import { NotificationsFrame } from './notifications-frame.tsx'
import type { NotificationsSearch } from './notifications-search.ts'

/** Replaces the list after an error. The filters remain usable, and the list is retried automatically. */
export function NotificationsFailed({ search, reset }: { search: NotificationsSearch; reset: () => void }) {
  return (
    <NotificationsFrame search={search}>
      <div className="mt-4">
        <Failed reset={reset}>{m.notifications_failed()}</Failed>
      </div>
    </NotificationsFrame>
  )
}

/** A placeholder with the size of the final page. */
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
