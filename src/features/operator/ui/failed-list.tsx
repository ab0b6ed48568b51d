import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '#design/button.tsx'
import { LoadMore } from '#design/load-more.tsx'
import { EmptyState } from '#design/states.tsx'
import { Moment } from '#design/time.tsx'
import { m } from '#messages'
import { stringifySearch } from '#platform/client/search-text.ts'
import type { FailedItem } from '../contract.ts'
import { failedPages } from './api.ts'
import { useFailedActs } from './use-failed-acts.ts'
import { itemText } from './words.ts'

/** Items that were given up, each with buttons to retry and to drop it. */
export function FailedList({ cursor, now }: { cursor: string | undefined; now: Date }) {
  const list = useInfiniteQuery(failedPages(cursor))
  const acts = useFailedActs()
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  if (list.data && items.length === 0)
    return (
      <EmptyState title={m.operator_nothing_failed()} level={3}>
        {m.operator_nothing_failed_text()}
      </EmptyState>
    )
  return (
    <>
      <ul className="border-t border-ink">
        {items.map((item) => (
          <Row
            key={`${item.queue} ${item.id}`}
            item={item}
            now={now}
            busy={acts.busy === item.id}
            onRetry={() => acts.retry(item)}
            onDrop={() => acts.drop(item)}
          />
        ))}
      </ul>
      <LoadMore list={list} hrefFrom={(next) => `/operator/jobs${stringifySearch({ cursor: next })}`} />
    </>
  )
}

type RowProps = { item: FailedItem; now: Date; busy: boolean; onRetry: () => void; onDrop: () => void }

function Row({ item, now, busy, onRetry, onDrop }: RowProps) {
  const { id, subject, failedAt, createdAt, tries, error, canRetry } = item
  const text = itemText(item)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3">
      <div className="min-w-0 grow basis-64 [overflow-wrap:anywhere]">
        <p className="font-semibold">{text}</p>
        <p className="text-sm text-muted">
          {m.operator_item_failed()} <Moment at={failedAt} now={now} />
          {' · '}
          {m.operator_item_made()} <Moment at={createdAt} now={now} />
          {' · '}
          {m.operator_item_tries({ count: tries })}
        </p>
        {error && <p className="font-mono text-sm">{error}</p>}
        <p className="font-mono text-xs text-muted">{id}</p>
        {!canRetry && <p className="text-sm text-muted">{m.operator_cannot_retry()}</p>}
        {subject && <p className="font-mono text-xs text-muted">{m.operator_item_event({ id: subject })}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        {canRetry && (
          <Button onClick={onRetry} pending={busy} aria-label={m.operator_retry_named({ item: text })}>
            {m.operator_retry()}
          </Button>
        )}
        <Button tone="danger" onClick={onDrop} pending={busy} aria-label={m.operator_drop_named({ item: text })}>
          {m.operator_drop()}
        </Button>
      </div>
    </li>
  )
}
