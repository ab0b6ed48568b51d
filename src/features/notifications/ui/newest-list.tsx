import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '#design/states.tsx'
import { Tally } from '#design/tally.tsx'
import { useNow } from '#design/time.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { newestOnes } from './api.ts'
import { ListLoading } from './list-loading.tsx'
import { NotificationItem } from './notification-item.tsx'
import { useOpen } from './use-open.ts'

/** The newest notifications, for the bell's menu. */
export function NewestList({ onGoing }: { onGoing: () => void }) {
  const { data, isError, refetch } = useQuery(newestOnes())
  const now = useNow()
  const opening = useOpen(onGoing)
  if (!data) {
    if (!isError) return <ListLoading />
    return (
      <ErrorState level={3} onRetry={() => void refetch()} className="border-0 px-4">
        {m.notifications_failed()}
      </ErrorState>
    )
  }
  if (data.items.length === 0) {
    return (
      <p className="flex items-center gap-4 px-4 py-8 text-muted">
        <Tally counted={0} className="size-10" />
        <span>
          <span className="block font-semibold text-ink">{m.notifications_empty()}</span>
          {m.notifications_empty_line(nouns)}
        </span>
      </p>
    )
  }
  return (
    <ul>
      {data.items.map((notification) => (
        <NotificationItem key={notification.id} notification={notification} now={now} opening={opening} />
      ))}
    </ul>
  )
}
