import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '#design/button.tsx'
import { CheckboxField } from '#design/choice-field.tsx'
import { Page, PageLoading, StaticFailedPage } from '#design/page-states.tsx'
import { EmptyState, ErrorState } from '#design/states.tsx'
import { useNow } from '#design/time.tsx'
import { m } from '#messages'
import { formatCount } from '#platform/format.ts'
import { shownCases } from '../terms.ts'
import { openReports, queueSummary } from './api.ts'
import { type Limit, type Moderate, QueueCase } from './queue-case.tsx'
import { useKeys } from './use-keys.ts'

/** Page for moderators: what people reported. A decision about the content ends its reports. */
export function QueuePage({ moderate, limit }: { moderate: Moderate; limit: Limit }) {
  const [skip, setSkip] = useState(0)
  const { data, dataUpdatedAt, refetch, isPlaceholderData } = useQuery(openReports(skip))
  const { data: summary } = useQuery(queueSummary())
  const now = useNow(dataUpdatedAt || undefined)
  const list = useRef<HTMLUListElement>(null)
  const [openId, setOpenId] = useState<string | null>(null)
  const [hasKeys, setHasKeys] = useState(true)
  useKeys(list, hasKeys)
  function showFrom(from: number) {
    setSkip(from)
    list.current?.scrollIntoView()
  }
  if (!data) return <ErrorState title={m.queue_failed()} onRetry={() => void refetch()} />
  return (
    <Page title={m.queue_title()} lead={m.queue_lead()}>
      {summary && summary.medianHours !== null && <p className="mt-2 text-muted">{lookText(summary.medianHours)}</p>}
      {data.items.length === 0 && skip === 0 ? (
        <EmptyState title={m.queue_empty()} className="mt-8" />
      ) : (
        <div className="mt-4 text-sm text-muted pointer-coarse:hidden">
          <CheckboxField label={m.queue_keys()} checked={hasKeys} onChange={({ target }) => setHasKeys(target.checked)} />
        </div>
      )}
      <ul ref={list} className="mt-6">
        {data.items.map((item) => (
          <QueueCase key={item.id} item={item} now={now} isOpen={item.id === openId} onOpen={() => setOpenId(item.id)} moderate={moderate} limit={limit} />
        ))}
      </ul>
      {(skip > 0 || data.total > shownCases) && (
        <nav aria-label={m.queue_pages()} className="mt-6 flex flex-wrap items-center justify-between gap-4">
          <Button disabled={skip === 0} onClick={() => showFrom(skip - shownCases)}>
            {m.queue_previous()}
          </Button>
          <p role="status" className="text-muted tabular-nums">
            {data.items.length > 0 && m.queue_part({ from: formatCount(skip + 1), to: formatCount(skip + data.items.length), total: formatCount(data.total) })}
          </p>
          <Button pending={isPlaceholderData} disabled={skip + shownCases >= data.total} onClick={() => showFrom(skip + shownCases)}>
            {m.queue_next()}
          </Button>
        </nav>
      )}
    </Page>
  )
}

/** How long a decision has lately taken, in hours or days. */
function lookText(hours: number): string {
  if (hours < 1) return m.queue_look_soon()
  if (hours < 48) return m.queue_look_hours({ count: Math.round(hours), shown: formatCount(Math.round(hours)) })
  return m.queue_look_days({ shown: formatCount(Math.round(hours / 24)) })
}

export const QueueLoading = () => <PageLoading parts={[10]} />

export const QueueFailed = ({ reset }: { reset: () => void }) => <StaticFailedPage title={m.queue_failed()} onRetry={reset} />
