import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { buttonClass } from '#design/button.tsx'
import { Skeleton, SkeletonLines } from '#design/skeleton.tsx'
import { EmptyPage } from '#design/states.tsx'
import { FailedPage } from '#features/site/ui/error-page.tsx'
import { m } from '#messages'

/** Time to read the message before the redirect. */
const readMs = 5_000

/** Redirects to the list of communities after `readMs`. `data`: if moderators removed the community, when and by which rule; it then stays. */
export function CommunityNotFound({ data }: { data?: unknown }) {
  const removal = typeof data === 'string' ? data : null
  const { history } = useRouter()
  useEffect(() => {
    if (removal) return
    const timer = setTimeout(() => history.replace('/communities'), readMs)
    return () => clearTimeout(timer)
  }, [history, removal])
  return (
    <EmptyPage
      title={removal ? m.communities_removed() : m.communities_not_found()}
      action={
        <a href="/communities" className={buttonClass({ tone: 'primary' })}>
          {m.communities_not_found_back()}
        </a>
      }
    >
      {removal ?? m.communities_not_found_text()}
    </EmptyPage>
  )
}

export const CommunityFailed = ({ reset }: { reset: () => void }) => <FailedPage reset={reset}>{m.communities_load_failed()}</FailedPage>

export function CommunityLoading() {
  return (
    <div className="page-column flex flex-col gap-8 py-8">
      <p role="status" className="sr-only">
        {m.communities_loading()}
      </p>
      <Skeleton className="aspect-[24/5] w-full" />
      <div className="flex items-start gap-5">
        <Skeleton className="size-20 rounded-full" />
        <Skeleton className="h-12 w-80 max-w-full" />
      </div>
      <SkeletonLines lines={6} />
    </div>
  )
}
