import { LoadingNotice, Skeleton, SkeletonLines } from '#design/skeleton.tsx'

/** The page of a campaign to come, in the same places. */
export function CampaignSkeleton() {
  return (
    <div>
      <LoadingNotice />
      <div className="page-column grid gap-x-12 gap-y-6 py-8 md:py-12 lg:grid-cols-[7fr_5fr] lg:items-center">
        <div className="flex flex-col gap-4">
          <Skeleton className="h-6 w-16" />
          <Skeleton className="h-24 w-full" />
          <SkeletonLines lines={3} />
        </div>
        <Skeleton className="aspect-video w-full" />
      </div>
      <div className="border-y-4 border-ink">
        <div className="page-column grid gap-8 py-8 sm:grid-cols-3">
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
          <Skeleton className="h-14" />
        </div>
      </div>
      <div className="page-column max-w-prose py-10">
        <SkeletonLines lines={8} />
      </div>
    </div>
  )
}
