import { cx } from '#design/classes.ts'
import { m } from '#messages'
import { formatCountUpTo } from '#platform/format.ts'

/** A number of open cases beside a link or a tab; nothing while it is unknown or zero. Above `atMost`, it is only said to be higher. */
export function OpenCount({ count = 0, atMost = count, className }: { count: number | undefined; atMost?: number; className?: string }) {
  if (count === 0) return null
  const shown = formatCountUpTo(count, atMost)
  return (
    <span className={cx('relative rounded-full bg-accent px-2 text-sm text-on-accent tabular-nums', className)}>
      <span aria-hidden="true">{shown}</span>
      <span className="sr-only">{m.queue_open_count({ shown })}</span>
    </span>
  )
}
