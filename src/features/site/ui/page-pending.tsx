import { LoadingNotice, Skeleton, SkeletonLines } from '#design/skeleton.tsx'

/** Placeholder for a page whose own skeleton has not loaded yet. */
export function PagePending() {
  return (
    <div className="page-column flex flex-col gap-8 py-8 md:py-10">
      <LoadingNotice />
      <Skeleton className="h-12 w-3/5" />
      <SkeletonLines lines={4} className="max-w-prose" />
      <Skeleton className="h-64 w-full" />
    </div>
  )
}
