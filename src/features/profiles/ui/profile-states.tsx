import { Link } from '@tanstack/react-router'
import { buttonClass } from '#design/button.tsx'
import { LoadingNotice, Skeleton, SkeletonLines } from '#design/skeleton.tsx'
import { EmptyPage } from '#design/states.tsx'
import { FailedPage } from '#features/site/ui/error-page.tsx'
import { m } from '#messages'

export function ProfileNotFound() {
  return (
    <EmptyPage
      title={m.profiles_not_found()}
      action={
        <Link to="/" className={buttonClass({ tone: 'primary' })}>
          {m.profiles_not_found_home()}
        </Link>
      }
    >
      {m.profiles_not_found_text()}
    </EmptyPage>
  )
}

export const ProfileFailed = ({ reset }: { reset: () => void }) => <FailedPage reset={reset}>{m.profiles_failed()}</FailedPage>

export function ProfileLoading() {
  return (
    <div className="page-column flex flex-col gap-10 py-8 md:py-12">
      <LoadingNotice />
      <div className="flex items-start gap-5">
        <Skeleton className="size-20 rounded-full" />
        <Skeleton className="h-10 w-64 max-w-full" />
      </div>
      <SkeletonLines lines={6} />
    </div>
  )
}
