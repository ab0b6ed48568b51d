import { m } from '#messages'
import { cx } from './classes.ts'

/** A block of uncounted strokes, given the size of what is coming by its classes: `<Skeleton className="h-6 w-40" />`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('tally-wait block', className)} />
}

/** Lines of text to come, the last one shorter. */
export function SkeletonLines({ lines = 3, className }: { lines?: number; className?: string }) {
  return (
    <span className={cx('flex flex-col gap-2', className)}>
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} className={cx('h-4', index === lines - 1 ? 'w-3/5' : 'w-full')} />
      ))}
    </span>
  )
}

/** Says once, to those who cannot see the blocks, that something is coming. */
export function LoadingNotice() {
  return (
    <span role="status" className="sr-only">
      {m.design_loading()}
    </span>
  )
}
