import { Link } from '@tanstack/react-router'
import { buttonClass } from '#design/button.tsx'
import { Skeleton } from '#design/skeleton.tsx'
import { EmptyPage } from '#design/states.tsx'
import { CardGridSkeleton } from '#features/campaigns/ui/card-grid-skeleton.tsx'
import { FailedPage } from '#features/site/ui/error-page.tsx'
import { m } from '#messages'
import type { EntryKind } from '../terms.ts'

const missing = {
  targets: { title: m.directory_target_not_found, text: m.directory_target_not_found_text, back: m.directory_back_targets, to: '/targets' },
  industries: {
    title: m.directory_industry_not_found,
    text: m.directory_industry_not_found_text,
    back: m.directory_back_industries,
    to: '/explore/industries',
  },
  causes: { title: m.directory_cause_not_found, text: m.directory_cause_not_found_text, back: m.directory_back_causes, to: '/explore/causes' },
} as const

export function EntryNotFound({ kind }: { kind: EntryKind }) {
  const { title, text, back, to } = missing[kind]
  return (
    <EmptyPage
      title={title()}
      action={
        <Link to={to} className={buttonClass({ tone: 'primary' })}>
          {back()}
        </Link>
      }
    >
      {text()}
    </EmptyPage>
  )
}

export const EntryFailed = ({ reset }: { reset: () => void }) => <FailedPage reset={reset}>{m.directory_failed()}</FailedPage>

const loading = { targets: m.directory_loading_target, industries: m.directory_loading_industry, causes: m.directory_loading_cause }

export function EntryLoading({ kind }: { kind: EntryKind }) {
  return (
    <div className="page-column flex flex-col gap-8 py-8">
      <p role="status" className="text-muted">
        {loading[kind]()}
      </p>
      <div className="flex items-start gap-5">
        <Skeleton className="size-20" />
        <Skeleton className="h-12 w-80 max-w-full" />
      </div>
      <Skeleton className="h-28 w-full" />
      <CardGridSkeleton cards={3} />
    </div>
  )
}
