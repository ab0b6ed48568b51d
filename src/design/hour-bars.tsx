import { cx } from './classes.ts'

/** A bar for each hour, the newest last; marked ones are red. The same numbers are in the text beside it, so screen readers skip it. */
export function HourBars({ hours }: { hours: readonly { at: Date; count: number; isMarked?: boolean }[] }) {
  const most = Math.max(1, ...hours.map(({ count }) => count))
  return (
    <div aria-hidden="true" className="flex h-28 items-end gap-px border-b-2 border-ink">
      {hours.map(({ at, count, isMarked = false }) => (
        <span
          key={at.toISOString()}
          className={cx('min-w-px grow', isMarked ? 'bg-accent' : 'bg-ink')}
          style={{ height: count === 0 ? 0 : `max(3px, ${(100 * count) / most}%)` }}
        />
      ))}
    </div>
  )
}
