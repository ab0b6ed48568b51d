import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#design/button.tsx'
import { LoadMore } from '#design/load-more.tsx'
import { EmptyState } from '#design/states.tsx'
import { useNow } from '#design/time.tsx'
import { NotifyMe } from '#features/push/ui/late-notify-me.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { stringifySearch } from '#platform/client/search-text.ts'
import { notificationPages } from './api.ts'
import { NotificationItem } from './notification-item.tsx'
import { NotificationsFrame } from './notifications-frame.tsx'
import { filterOf, type NotificationsSearch } from './notifications-search.ts'
import { useOpen } from './use-open.ts'

export const NotificationsPage = ({ search }: { search: NotificationsSearch }) => (
  <NotificationsFrame search={search}>
    <List key={filterOf(search)} search={search} />
    <NotifyMe isOffer />
  </NotificationsFrame>
)

function List({ search }: { search: NotificationsSearch }) {
  const filter = filterOf(search)
  const list = useSuspenseInfiniteQuery(notificationPages(filter, search.cursor))
  const now = useNow(list.dataUpdatedAt || undefined)
  const opening = useOpen()
  const items = list.data.pages.flatMap((page) => page.items)
  if (items.length === 0 && !list.hasNextPage) {
    return (
      // If `NotifyMe` follows, removes the lower border of this element, so that a single border separates them.
      <div className="mt-4 has-[+*>*]:-mb-8 has-[+*>*]:*:border-b-0">
        {filter === 'unread' ? (
          <EmptyState title={m.notifications_empty_unread()}>{m.notifications_empty_unread_line()}</EmptyState>
        ) : (
          <EmptyState
            title={m.notifications_empty()}
            action={
              <Link to="/campaigns" className={buttonClass()}>
                {m.notifications_browse(nouns)}
              </Link>
            }
          >
            {m.notifications_empty_line(nouns)}
          </EmptyState>
        )}
      </div>
    )
  }
  return (
    <>
      <ul aria-label={m.notifications_name()} className="mt-4 border-t border-ink [&_a]:-mx-4">
        {items.map((notification) => (
          <NotificationItem key={notification.id} notification={notification} now={now} opening={opening} />
        ))}
      </ul>
      <LoadMore
        list={list}
        label={m.notifications_load_more()}
        failed={m.notifications_failed()}
        hrefFrom={(next) => `/notifications${stringifySearch({ filter: search.filter, cursor: next })}`}
        first={search.cursor !== undefined && ((look) => <Link to="/notifications" search={{ filter: search.filter }} {...look} />)}
      />
    </>
  )
}
