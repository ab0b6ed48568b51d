import { m } from '#messages'
import { cx } from './classes.ts'

/** A placeholder block; its classes give it the size of the expected content: `<Skeleton className="h-6 w-40" />`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('tally-wait block', className)} />
}

/** Placeholder for lines of text; the last one is shorter. */
export function SkeletonLines({ lines = 3, className }: { lines?: number; className?: string }) {
  return (
    <span className={cx('flex flex-col gap-2', className)}>
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} className={cx('h-4', index === lines - 1 ? 'w-3/5' : 'w-full')} />
      ))}
    </span>
  )
}

/** Announces to screen readers once that content is loading. */
export function LoadingNotice() {
  return (
    <span role="status" className="sr-only">
      {m.design_loading()}
    </span>
  )
}
