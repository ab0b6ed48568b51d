import { LoadingNotice, Skeleton, SkeletonLines } from '#design/skeleton.tsx'

/** Placeholder for a campaign's page with the same layout. */
export function CampaignSkeleton() {
  return (
    <div className="page-column grid gap-x-16 gap-y-8 py-6 md:py-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <LoadingNotice />
      <div className="flex flex-col gap-4">
        <Skeleton className="h-6 w-16" />
        <Skeleton className="h-24 w-full" />
        <SkeletonLines lines={3} />
      </div>
      <div className="flex flex-col gap-4 border-2 border-line p-6">
        <Skeleton className="h-24" />
        <Skeleton className="h-6" />
        <Skeleton className="h-14" />
      </div>
      <div className="max-w-prose">
        <SkeletonLines lines={8} />
      </div>
    </div>
  )
}
