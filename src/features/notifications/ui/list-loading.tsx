import { cx } from '#design/classes.ts'
import { LoadingNotice, Skeleton } from '#design/skeleton.tsx'

/** Placeholder rows of the final size. `isFlush` omits the horizontal padding. */
export function ListLoading({ lines = 5, isFlush = false }: { lines?: number; isFlush?: boolean }) {
  return (
    <div>
      <LoadingNotice />
      {Array.from({ length: lines }, (_, place) => place).map((place) => (
        <div key={place} className={cx('flex gap-3 border-b border-line py-3 last:border-b-0', !isFlush && 'px-4')}>
          <Skeleton className="size-11 shrink-0 rounded-full" />
          <div className="flex grow flex-col gap-2 py-0.5">
            <Skeleton className="h-4 w-4/5" />
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-3.5 w-16" />
          </div>
        </div>
      ))}
    </div>
  )
}
