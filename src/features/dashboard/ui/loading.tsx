import { LoadingNotice, Skeleton, SkeletonLines } from '#design/skeleton.tsx'

/** Placeholder of the same size as the dashboard. */
export function DashboardLoading() {
  return (
    <div className="page-column py-6 md:py-10">
      <LoadingNotice />
      <Skeleton className="h-10 w-72 max-w-full" />
      <div className="mt-10 grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex flex-col gap-10">
          <Skeleton className="h-40 w-full" />
          <SkeletonLines lines={5} />
        </div>
        <SkeletonLines lines={4} />
      </div>
    </div>
  )
}
