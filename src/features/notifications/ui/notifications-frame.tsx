import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Settings } from 'lucide-react'
import type { ReactNode } from 'react'
import { SegmentedLinks } from '#design/segmented-links.tsx'
import { m } from '#messages'
import { bellState } from './api.ts'
import { MarkAllRead } from './mark-all-read.tsx'
import type { NotificationsSearch } from './notifications-search.ts'
import { CountMark, unreadText } from './unread-count.tsx'

type FrameProps = { search: NotificationsSearch; children: ReactNode }

/** Heading, filters and "Mark all read", which are shown even if the list could not be loaded. */
export function NotificationsFrame({ search, children }: FrameProps) {
  const { data: state } = useQuery(bellState())
  const unread = state?.unread ?? 0
  return (
    <div className="page-column py-6 *:max-w-224 md:py-10">
      <header className="flex items-end justify-between gap-x-6">
        <div>
          <h1 className="type-title text-4xl">{m.notifications_name()}</h1>
          <p role="status" className="mt-1 text-muted tabular-nums">
            {m.notifications_unread_count({ shown: unreadText(unread) })}
          </p>
        </div>
        <Link to="/settings" search={{ tab: 'notifications' }} className="link inline-flex min-h-11 min-w-11 items-center justify-end gap-2">
          <Settings className="size-5" aria-hidden="true" />
          <span className="max-sm:sr-only">{m.notifications_settings()}</span>
        </Link>
      </header>
      <div className="mt-6 flex min-h-12 flex-wrap items-center justify-between gap-3">
        <FilterLinks search={search} unread={unread} />
        <MarkAllRead state={state} />
      </div>
      {children}
    </div>
  )
}

function FilterLinks({ search: { filter }, unread }: { search: NotificationsSearch; unread: number }) {
  return (
    <SegmentedLinks
      label={m.notifications_filter()}
      options={filters}
      chosen={filter ?? 'all'}
      text={(option) =>
        option === 'all' ? (
          m.notifications_filter_all()
        ) : (
          <span className="inline-flex items-center gap-2">
            {m.notifications_filter_unread()}
            {unread > 0 && <CountMark unread={unread} />}
          </span>
        )
      }
      link={(option, look) => <Link to="/notifications" search={option === 'all' ? {} : { filter: option }} {...look} />}
    />
  )
}

const filters = ['all', 'unread'] as const
